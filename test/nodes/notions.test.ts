import type { INodeProperties } from 'n8n-workflow';

import { InferenceServiceApi } from '../../credentials/InferenceServiceApi.credentials';
import { InferenceServiceWalletApi } from '../../credentials/InferenceServiceWalletApi.credentials';
import { notions, violations, type Placed } from './notions';
import { allParameters } from './parameters';
import { REGISTERED } from './registered';

const TABLE = notions();

const OWNERS: Array<[string, INodeProperties[]]> = [
	...REGISTERED.map(({ className, create }): [string, INodeProperties[]] => [
		className,
		create().description.properties,
	]),
	...[new InferenceServiceApi(), new InferenceServiceWalletApi()].map(
		({ name, properties }): [string, INodeProperties[]] => [name, properties],
	),
];

const PARAMETERS: Placed[] = OWNERS.flatMap(([owner, properties]) =>
	allParameters(properties).map((parameter) => ({ owner, ...parameter })),
);

const field = (name: string, displayName: string, type: INodeProperties['type'] = 'string') => ({
	owner: 'aNode',
	path: name,
	property: { name, displayName, type, default: '' },
});

test('the table names each notion, name and label once', () => {
	expect(TABLE.length).toBeGreaterThan(50);
	for (const column of ['notion', 'name', 'label'] as const) {
		const cells = TABLE.map((row) => row[column]);
		expect(cells.filter((cell) => cell === '')).toEqual([]);
		expect(cells.filter((cell, index) => cells.indexOf(cell) !== index)).toEqual([]);
	}
});

test('the unit of a notion is in its label', () => {
	const without = TABLE.filter(({ unit, label }) => unit !== '' && !label.endsWith(`(${unit})`));
	expect(without).toEqual([]);
});

test('every notion of the table is asked for', () => {
	const names = new Set(PARAMETERS.map(({ property }) => property.name));
	expect(TABLE.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
});

test('every node has one name, one label and one unit for a notion', () => {
	expect(PARAMETERS.length).toBeGreaterThan(400);
	expect(violations(PARAMETERS, TABLE)).toEqual([]);
});

test('an option starts with the same value in every operation of its node', () => {
	const options = PARAMETERS.filter(({ path }) => path.startsWith('options.'));
	const starts = new Map<string, Set<string>>();
	for (const { owner, path, property } of options) {
		const key = `${owner} ${path}`;
		starts.set(key, (starts.get(key) ?? new Set()).add(JSON.stringify(property.default)));
	}
	expect(starts.size).toBeGreaterThan(200);
	expect([...starts].filter(([, values]) => values.size > 1)).toEqual([]);
});

test.each<[string, Placed, RegExp]>([
	['a second label', field('timeZone', 'Zone'), /Time zone is labelled "Time Zone", not "Zone"/],
	['a second name', field('zone', 'Time Zone'), /Time zone is named "timeZone", not "zone"/],
	['a refused name', field('timeSpan', 'Span'), /"timeSpan" is another word for Period/],
	['a refused label', field('delay', 'Max Delay'), /"Max Delay" is another word for Wait between/],
	['another unit', field('timeout', 'Timeout (ms)', 'number'), /labelled "Timeout \(Seconds\)"/],
	['no unit', field('pollDelay', 'Poll Delay', 'number'), /"Poll Delay" has no unit/],
	['a new label for a known name', field('budget', 'Cap'), /share the name budget only/],
	['a new name for a known label', field('cap', 'Budget'), /share the label Budget only/],
])('refuses %s', (_what, added, sentence) => {
	const [said] = violations([...PARAMETERS, added], TABLE);
	expect(said).toMatch(sentence);
});
