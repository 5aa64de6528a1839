import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { prepared } from '../coverage/fullRun';
import { FULL_RUNS } from '../coverage/runs/all';
import { panelOperations } from '../coverage/panel';
import { InferenceAudio } from '../../nodes/InferenceAudio/InferenceAudio.node';
import { sample } from '../rounds';
import { withService } from './withService';

const world = withService();

/** Parameters by which an operation puts files into its output. */
const WRITES = /(^|\.)(outputBinaryField|\w*(?:subtitle|chart|html|focus)\w*Field)$/i;
const cases = FULL_RUNS.filter(({ node }) => node.poll === undefined).flatMap(({ node, runs }) =>
	panelOperations(node).flatMap(({ resource, value, fields }) => {
		const writes = fields.some(({ path }) => WRITES.test(path));
		return (
			runs
				// Its cursor is for one item.
				.filter(({ name }) => name !== 'from a cursor on')
				.filter((one) => one.resource === resource && one.operation === value && writes)
				.map((one) => [node.description.displayName, resource, value, one.name, node, one] as const)
		);
	}),
);

/** The same files for a node that pays identical items once. */
const relabelled = ({ json, binary = {} }: INodeExecutionData, mimeType: string) => ({
	json,
	binary: Object.fromEntries(
		Object.entries(binary).map(([name, file]) => [name, { ...file, mimeType }]),
	),
});

const namesOf = (items: INodeExecutionData[]) =>
	items.flatMap(({ binary = {} }) => Object.values(binary).map(({ fileName }) => fileName));

const filesOf = async (
	[, , , , node, { resource, operation, prepare, ...given }]: (typeof cases)[number],
	items: INodeExecutionData[],
	earlierRuns = 0,
) => {
	const parameters = prepared(given.parameters, await prepare?.(world));
	const { error, outputs } = await world.run({
		...{ node, items, earlierRuns },
		parameters: { ...parameters, ...(resource && { resource }), operation },
	});
	expect(error).toBeUndefined();
	return namesOf(outputs[0] ?? []);
};

const expectDifferent = (names: unknown[]) => expect(new Set(names).size).toBe(names.length);

const inLoops: unknown[] = [];

describe.each(sample(cases, 2))('%s, %s, %s, %s', (...one) => {
	const [item = { json: {} }] = one[5].items ?? [];

	it('three items have files of different names', async () => {
		const items = [item, relabelled(item, 'x/one'), relabelled(item, 'x/two')];
		expectDifferent(await filesOf(one, items));
	});

	it('three runs of item 0, as Loop Over Items makes them, have files of different names', async () => {
		const names = [];
		for (const run of [0, 1, 2]) names.push(...(await filesOf(one, [item], run)));
		expectDifferent(names);
		inLoops.push(...names);
	});
});

it('counts the cases and their files, so that the table is not empty', () => {
	expect(cases.length).toBeGreaterThan(10);
	expect(inLoops.length).toBeGreaterThan(cases.length);
});

const speak = world.runner(new InferenceAudio(), { resource: 'speech', operation: 'generate' });
const spoken = async (texts: string[], options: INodeParameters = {}) =>
	namesOf(
		(
			await speak(
				{ text: '={{ $json.t }}', options },
				{ items: texts.map((t) => ({ json: { t, name: `${t}.mp3` } })) },
			)
		).items,
	);

it('a text that is spoken is in no name', async () => {
	expect(await spoken(['One', 'Two', 'Three'])).toEqual([
		...['speech.mp3', 'speech-2.mp3', 'speech-3.mp3'],
	]);
});

it('a name that the user enters stays', async () => {
	expect(await spoken(['One', 'Two'], { fileName: '={{ $json.name }}' })).toEqual([
		...['One.mp3', 'Two.mp3'],
	]);
});

it('no part of a long text is called like another item', async () => {
	const long = 'A sentence that is spoken. '.repeat(200);
	const names = await spoken([long, 'Two'], { longText: 'parts' });
	expect(names.length).toBeGreaterThan(2);
	expect(new Set(names).size).toBe(names.length);
});
