import { readdirSync, readFileSync } from 'node:fs';

import { InferenceServiceApi } from '../../credentials/InferenceServiceApi.credentials';
import { InferenceServiceWalletApi } from '../../credentials/InferenceServiceWalletApi.credentials';
import { REGISTERED } from '../nodes/registered';
import { N8N_LABELS, SAID } from './n8nLabels';

/** Every text that a panel shows as a name: of nodes, fields, groups and choices. */
function namesIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(namesIn);
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, held]) =>
		typeof held === 'string' && ['displayName', 'name', 'placeholder'].includes(key)
			? [held]
			: namesIn(held),
	);
}

/** A page may leave the unit of a label out: "Max Wait" for "Max Wait (Seconds)". */
const withoutUnit = (name: string) => name.replace(/ \([^)]+\)$/, '');

const shown = [
	...REGISTERED.map(({ create }) => create().description),
	new InferenceServiceApi(),
	new InferenceServiceWalletApi(),
].flatMap(namesIn);
const tools = shown.map((name) => `${name} Tool`);
const known = new Set([
	...[...shown, ...tools].flatMap((name) => [name, withoutUnit(name)]),
	...N8N_LABELS,
	...SAID,
]);

const examples = ['examples', 'examples/templates'].flatMap((folder) =>
	readdirSync(folder)
		.filter((name) => name.endsWith('.json'))
		.map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
);
const steps = new Set([
	...known,
	...examples.flatMap((text) =>
		(JSON.parse(text) as { nodes: Array<{ name: string }> }).nodes.map(({ name }) => name),
	),
]);

const pages = readdirSync('docs').filter((name) => name.endsWith('.md') && name !== 'outputs.md');
const textOf = (page: string) =>
	readFileSync(`docs/${page}`, 'utf8').replace(/```[^]*?```|`[^`\n]*`/g, '');

it.each(pages)('each label that %s names is one of a panel', (page) => {
	const italic = [...textOf(page).matchAll(/(?<!\*)\*([^*\n]+)\*(?!\*)/g)];
	const labels = italic.flatMap(([, label = '']) => label.split(/ > |: /));
	expect(labels.filter((label) => !known.has(label))).toEqual([]);
});

it.each(pages)('each node that a step of %s opens is one of an example', (page) => {
	const lines = textOf(page).match(/^\d+\. .+$/gm) ?? [];
	const bold = lines.flatMap((line) => [...line.matchAll(/\*\*([^*]+[^*.,:])\*\*/g)]);
	const names = bold.map(([, name = '']) => name);
	expect(names.filter((name) => !steps.has(name))).toEqual([]);
});
