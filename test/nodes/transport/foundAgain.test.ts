import type { INodeParameters } from 'n8n-workflow';

import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import type { RunNodeOptions } from '../../engine/runNode';
import { withOptions } from '../../engine/withOptions';
import { withService } from '../withService';

const world = withService();
const path = '/image/generate';
const charges = () => world.service.ledger.length;

/** Three pictures, the second of which is refused, and the Retry of that run with other parameters. */
async function refusedThenRetried(before: INodeParameters, after = before) {
	const run = async (parameters: INodeParameters, more = {}) =>
		await world.run({
			node: new InferenceImage(),
			items: [0, 1, 2].map((n) => ({ json: { n } })),
			parameters: withOptions({ resource: 'image', operation: 'generate', ...parameters }, {}),
			binaryMode: 'filesystem',
			...more,
		});
	world.service.fault({ path, delayMs: 0 });
	world.service.fault({ path, status: 400, body: { error: 'Not today' } });
	const first = await run(before);
	expect(first.error?.message).toContain('Not today');
	expect(charges()).toBe(2);
	return await run(after, { keptData: first.keptData, mode: 'retry' });
}

describe('what is applied after an answer', () => {
	const prompt = '={{ "Draw " + $json.n }}';

	it.each<[string, INodeParameters, object]>([
		['a file name', { options: { fileName: 'hill' } }, { fileName: 'hill.webp' }],
		['a field', { outputBinaryField: 'picture' }, {}],
		['the input fields', { includeOtherFields: true }, {}],
		['a label', { options: { cost: { costLabel: 'Team' } } }, { costLabel: 'Team' }],
	])('pays for nothing again where a retry has another one: %s', async (_what, changed, facts) => {
		const { items } = await refusedThenRetried({ prompt }, { prompt, ...changed });
		expect(charges()).toBe(3);
		expect(items).toHaveLength(3);
		for (const [n, { json, binary = {} }] of items.entries()) {
			expect(json).toMatchObject(facts);
			expect(json.n).toBe('includeOtherFields' in changed ? n : undefined);
			const [[field, file] = []] = Object.entries(binary);
			expect(field).toBe(changed.outputBinaryField ?? 'data');
			expect(file?.fileName).toBe(json.fileName);
			expect(file).not.toHaveProperty('naming');
		}
	});

	it('names each of two files that are found again after its own item', async () => {
		const named = { prompt, options: { fileName: '={{ "hill " + $json.n }}' } };
		const { items } = await refusedThenRetried({ prompt }, named);
		expect(items.map(({ json }) => json.fileName)).toEqual([0, 1, 2].map((n) => `hill ${n}.webp`));
	});

	it('is another call where what is sent has changed', async () => {
		const changed = { prompt, options: { sampling: { seed: 7 } } };
		await refusedThenRetried({ prompt }, changed);
		expect(charges()).toBe(5);
	});
});

describe('a run in the editor whose first item is refused', () => {
	const run = async (executionId: string, more: Partial<RunNodeOptions> = {}) =>
		await world.run({
			node: new InferenceImage(),
			items: [0, 1, 2].map((n) => ({ json: { n } })),
			parameters: { resource: 'image', operation: 'generate', prompt: '={{ "Draw " + $json.n }}' },
			...{ binaryMode: 'filesystem', executionId, mode: 'manual' },
			...more,
		});
	const refusedFirst = async () => {
		world.service.fault({ path, status: 400, body: { error: 'Not today' } });
		const { error } = await run('first');
		expect(charges()).toBe(2);
		return error;
	};

	it('pays for the first alone when it is run again, and then for all of them', async () => {
		const error = await refusedFirst();
		expect(error?.description).toContain(
			'2 other items were paid for, and are reused when you run this again within an hour.',
		);
		const { items } = await run('second');
		expect(charges()).toBe(3);
		expect(items.map(({ json }) => json.reused)).toEqual([undefined, true, true]);
		expect(items.map(({ json }) => json.paidInExecution)).toEqual([undefined, 'first', 'first']);
		await run('third');
		expect(charges()).toBe(6);
	});

	it('hands nothing on to an execution in production', async () => {
		await refusedFirst();
		await run('second', { mode: 'webhook' });
		expect(charges()).toBe(5);
	});

	it('hands nothing on where the user wants new answers', async () => {
		await refusedFirst();
		await run('second', {
			parameters: {
				...{ resource: 'image', operation: 'generate', prompt: '={{ "Draw " + $json.n }}' },
				options: { retriesAndLimits: { reusePaidAnswers: false } },
			},
		});
		expect(charges()).toBe(5);
	});

	it('hands nothing on once Retry On Fail has brought it to its end', async () => {
		world.service.fault({ path, status: 400, body: { error: 'Not today' } });
		await run('first', { retryOnFail: { maxTries: 2 } });
		expect(charges()).toBe(3);
		await run('second');
		expect(charges()).toBe(6);
	});
});

it('reads a search that is found again in the form that is wanted now', async () => {
	const run = async (simplify: boolean, more = {}) =>
		await world.run({
			node: new InferenceWeb(),
			items: [0, 1, 2].map((n) => ({ json: { n } })),
			parameters: {
				...{ resource: 'web', operation: 'search', query: '={{ "library " + $json.n }}' },
				simplify,
			},
			...more,
		});
	world.service.fault({ path: '/augment/search', delayMs: 0 });
	world.service.fault({ path: '/augment/search', status: 400, body: { error: 'Not today' } });
	const { keptData } = await run(true);
	expect(charges()).toBe(2);
	const { items } = await run(false, { keptData, mode: 'retry' });
	expect(charges()).toBe(3);
	expect(items.map(({ json }) => Object.keys(json))).toEqual(
		items.map(() => expect.arrayContaining(['results', 'cost'])),
	);
	const costs = items.map(({ json }) => json.cost);
	expect(costs[0]).toEqual(costs[1]);
});

describe('a prompt that is another one each time it is read', () => {
	it.each([
		['the time', '={{ "Draw " + $json.n + " at " + $now.toMillis() }}'],
		['chance', '={{ "Draw " + $json.n + " in mood " + Math.random() }}'],
		['the execution', '={{ "Draw " + $json.n + " for " + $execution.id }}'],
	])('is found again by a retry: %s', async (_what, prompt) => {
		const { items } = await refusedThenRetried({ prompt });
		expect(items).toHaveLength(3);
		expect(charges()).toBe(3);
	});

	it('names its file after the prompt that was sent', async () => {
		const prompt = '={{ "Draw" + Math.floor(Math.random() * 1e9) }}';
		const { item } = await world.run({
			node: new InferenceImage(),
			parameters: { resource: 'image', operation: 'generate', prompt },
		});
		const [sent] = world.service.requests(path).map(({ body }) => body as { prompt: string });
		expect(item.json.fileName).toBe(`image-${sent?.prompt.toLowerCase()}.webp`);
	});
});
