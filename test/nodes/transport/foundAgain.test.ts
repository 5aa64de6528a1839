import type { INodeParameters } from 'n8n-workflow';

import { reportedCost, usdWorthOf } from '../../../lib/core/cost';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { files, itemWith, typed } from '../../coverage/given';
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

	it.each([
		['the time in its prompt', '={{ "Draw " + $json.n + " at " + $now.toMillis() }}', {}],
		['a fresh link in its input', '={{ "Draw " + $json.n }}', { link: 'https://example.com/2' }],
	])('is like a retry to the next one: %s', async (_what, prompt, fresh) => {
		const parameters = { resource: 'image', operation: 'generate', prompt };
		world.service.fault({ path, status: 400, body: { error: 'Not today' } });
		await run('first', { parameters });
		const items = [0, 1, 2].map((n) => ({ json: { n, ...fresh } }));
		const again = await run('second', { parameters, items });
		expect(again.items).toHaveLength(3);
		expect(charges()).toBe(3);
	});

	it.each([
		['changed', 'in oil', 5],
		['as it was', 'in ink', 3],
	])('pays for what another node gave, where that has %s', async (_what, style, paid) => {
		const prompt = '={{ $("Start").first().json.style }} {{ $json.n }}';
		const parameters = { resource: 'image', operation: 'generate', prompt };
		const styled = (word: string) =>
			[0, 1, 2].map((n) => ({ json: n === 0 ? { n, style: word } : { n } }));
		world.service.fault({ path, status: 400, body: { error: 'Not today' } });
		await run('first', { parameters, items: styled('in ink') });
		await run('second', { parameters, items: styled(style) });
		expect(charges()).toBe(paid);
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

describe('an answer that is found again', () => {
	const chat = async (parameters: INodeParameters, more: Partial<RunNodeOptions> = {}) =>
		await world.run({
			node: new InferenceChat(),
			items: [0, 1, 2].map((n) => ({ json: { n } })),
			parameters: { prompt: '={{ "Count to " + $json.n }}', ...parameters },
			...more,
		});
	const schema = { responseFormat: 'json_schema', jsonSchema: '{"type":"object"}' };

	it.each<[string, INodeParameters]>([
		['a chat', {}],
		['a chat that is checked', schema],
	])('comes out as Simplify says now: %s', async (_what, given) => {
		for (const simplify of [true, false]) {
			world.service.reset();
			world.service.fault({ path: '/chat/completions', delayMs: 0 });
			world.service.fault({ path: '/chat/completions', status: 400, body: { error: 'No' } });
			const { keptData } = await chat({ ...given, simplify });
			expect(charges()).toBe(2);
			const { items } = await chat({ ...given, simplify: !simplify }, { keptData, mode: 'retry' });
			expect(charges()).toBe(3);
			const [kept, fresh, other] = items.map(({ json }) => json);
			const names = (json: object = {}) => Object.keys(json).sort();
			expect(names(kept)).toEqual(expect.arrayContaining(simplify ? ['choices'] : ['text']));
			expect(names(other)).toEqual(names(kept));
			// Some fields come only with an answer that was asked for whole.
			expect(names(fresh)).toEqual(expect.arrayContaining(names(kept)));
			const spent = items.reduce((sum, { json }) => sum + usdWorthOf(reportedCost(json.cost)!), 0);
			expect(spent).toBeCloseTo(world.spent, 10);
		}
	});

	const hear = async (parameters: INodeParameters, more: Partial<RunNodeOptions> = {}) => {
		const file = itemWith({ data: files.voice })[0];
		return await world.run({
			node: new InferenceAudio(),
			items: [0, 1, 2].map((n) => ({ ...file, json: { n } })),
			parameters: {
				...{ resource: 'recording', operation: 'transcribe', model: typed('asr-words') },
				// The rows are other calls.
				...{ options: { language: '={{ ["en", "de", "fr"][$json.n] }}' }, ...parameters },
			},
			...more,
		});
	};

	it.each<[from: string, to: string, paid: number]>([
		['srt', 'vtt', 3],
		['srt', 'json', 3],
		['srt', 'text', 3],
		['json', 'text', 3],
		['text', 'json', 5],
		['json', 'srt', 5],
	])(
		'comes out as the transcript that is wanted now: %s, then %s (%i charges)',
		async (from, to, paid) => {
			world.service.fault({ path: '/audio/transcriptions', delayMs: 0 });
			world.service.fault({ path: '/audio/transcriptions', status: 400, body: { error: 'No' } });
			const { keptData } = await hear({ outputAs: from });
			expect(charges()).toBe(2);
			const { items } = await hear({ outputAs: to }, { keptData, mode: 'retry' });
			expect(charges()).toBe(paid);
			const [kept, fresh] = items;
			expect(Object.keys(kept?.json ?? {}).sort()).toEqual(Object.keys(fresh?.json ?? {}).sort());
			expect(kept?.binary?.data?.fileExtension).toBe(fresh?.binary?.data?.fileExtension);
			const spent = items.reduce((sum, { json }) => sum + usdWorthOf(reportedCost(json.cost)!), 0);
			if (paid === 3) expect(spent).toBeCloseTo(world.spent, 6);
		},
	);

	it('comes out in the form of each item that asks for the same', async () => {
		const outputAs = '={{ $json.n === 0 ? "text" : "json" }}';
		const { items } = await hear({ outputAs, options: {} });
		expect(items.map(({ json }) => 'duration' in json)).toEqual([false, true, true]);
		const parts = { outputAs: '={{ $json.n === 0 ? "srt" : "vtt" }}', options: {} };
		const { items: files } = await hear(parts);
		expect(files.map(({ binary }) => binary?.data?.fileExtension)).toEqual(['srt', 'vtt', 'vtt']);
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

	it('is found again by a retry: a fresh link to its file', async () => {
		const edit = {
			...{ resource: 'image', operation: 'edit', prompt: 'At night', fileSource: 'url' },
			fileUrl: '={{ "https://files.example.com/" + $json.n + ".png?signed=" + Math.random() }}',
		};
		const run = async (more: Partial<RunNodeOptions> = {}) =>
			await world.run({
				...{ node: new InferenceImage(), parameters: edit, binaryMode: 'filesystem' },
				items: [0, 1, 2].map((n) => ({ json: { n } })),
				...more,
			});
		world.service.fault({ path: '/image/edit', delayMs: 0 });
		world.service.fault({ path: '/image/edit', status: 400, body: { error: 'Not today' } });
		const { keptData } = await run();
		const { items } = await run({ keptData, mode: 'retry' });
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
