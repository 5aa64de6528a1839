import type { IBinaryData, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { files, itemWith, listed } from '../coverage/given';
import { prepared, type FullRun } from '../coverage/fullRun';
import { FULL_RUNS } from '../coverage/runs/all';
import { rowsHere } from '../engine/rows';
import { engineVersion, type RunNodeOptions } from '../engine/runNode';
import { sample } from '../rounds';
import { withService } from './withService';

const world = withService();

const run = (operation: string, resource: string, name: string, parameters: INodeParameters) => ({
	...{ operation, resource, name, parameters },
	items: itemWith({ clip: files.clip, photo: files.photo, report: files.report }),
});
/** Where the node itself finds the picture of the item. */
const FOUND: Record<string, FullRun[]> = {
	inferenceVideo: [
		run('queue', 'video', 'the picture of the item', {
			...{ startImage: 'auto', prompt: 'A boat', duration: listed('5s') },
		}),
	],
	inferenceImage: [
		run('editMultiple', 'image', 'all images of the item', {
			...{ prompt: 'A boat', images: { image: [{ fileSource: 'all' }] } },
		}),
	],
};
const cases = FULL_RUNS.flatMap(({ node, runs }) =>
	[...runs, ...(FOUND[node.description.name] ?? [])]
		.filter(({ items }) => items?.some(({ binary }) => binary !== undefined))
		.map((one) => [node.description.displayName, one.resource, one.name, node, one] as const),
);

const LABELS: Array<[how: string, labelled: (right: string) => string | undefined]> = [
	['of a bucket', () => 'binary/octet-stream'],
	['of a file', () => 'application/octet-stream'],
	['missing', () => undefined],
	['empty', () => ''],
	['wrong', (right) => (right.startsWith('audio/') ? 'video/quicktime' : 'audio/mpeg')],
	['of a picture', () => 'image/jpeg'],
	['of a text', () => 'text/plain'],
	['in capitals', (right) => right.toUpperCase()],
	['with a parameter', (right) => `${right}; charset=binary`],
];

const relabelled = (
	items: INodeExecutionData[] | undefined,
	labelled: (right: string) => string | undefined,
) =>
	(items ?? []).map(({ json, binary = {} }) => ({
		json,
		binary: Object.fromEntries(
			Object.entries(binary).map(([name, file]) => {
				const { mimeType, ...others } = file;
				const label = labelled(mimeType);
				return [
					name,
					{ ...others, ...(label !== undefined && { mimeType: label }) } as IBinaryData,
				];
			}),
		),
	}));

async function outcome(
	node: RunNodeOptions['node'],
	{ resource, operation, prepare, ...given }: FullRun,
	options: Partial<RunNodeOptions>,
) {
	world.service.reset();
	const parameters = prepared(given.parameters, await prepare?.(world));
	const [before, spentBefore] = [world.service.journal.length, world.spent];
	const { error } = await world.run({
		...{ node, ...options },
		parameters: { ...parameters, ...(resource && { resource }), operation },
	});
	const sent = world.service.journal
		.slice(before)
		.filter(({ method }) => method === 'POST')
		.map(({ path, body, files: parts }) => ({ path, body, parts }));
	return { error, sent, spent: world.spent - spentBefore };
}

describe.each(rowsHere(cases, 6))('%s, %s, %s', (_node, _resource, _name, node, one) => {
	let right: Awaited<ReturnType<typeof outcome>>;
	it('is sent as it is', async () => {
		right = await outcome(node, one, { items: one.items });
		expect(right.error).toBeUndefined();
		expect(right.sent).not.toEqual([]);
	});

	// The labels take turns.
	it.each(
		sample(
			LABELS,
			3,
			cases.findIndex((row) => row[4] === one),
		),
	)('a label %s changes nothing that is sent, or nothing is charged', async (_how, labelled) => {
		const other = await outcome(node, one, { items: relabelled(one.items, labelled) });
		if (other.error === undefined) expect(other.sent).toEqual(right.sent);
		else expect(other.spent).toBe(0);
	});

	// n8n 1 keeps no files in JSON.
	if (!engineVersion.startsWith('2')) return;
	it('takes its files from the JSON where the workflow keeps them', async () => {
		const combined = await outcome(node, one, {
			...{ items: one.items, binaryMode: 'filesystem' },
			workflowSettings: { binaryMode: 'combined' },
		});
		expect(combined.error).toBeUndefined();
		expect(combined.sent).toEqual(right.sent);
	});
});
