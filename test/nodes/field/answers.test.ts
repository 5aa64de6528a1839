import { ANSWERS } from '../../fixtures/field/answers';
import { MIXTURES } from '../../fixtures/field/mixtures';
import { withService } from '../withService';
import { PATHS, runPath } from './paths';
import { Player } from './player';

const world = withService();
const player = new Player(() => world.service.url);
beforeAll(async () => await player.start());
afterAll(async () => await player.stop());

const isEvents = (body: string) => /^(data|event|:)/m.test(body);

describe.each(Object.entries({ ...ANSWERS, ...MIXTURES }))('%s', (_name, expected) => {
	it.each(PATHS)('comes out right on the path %s', async (path) => {
		const { body, text = '', calls = [], error, item, reasoning } = expected;
		player.asked.length = 0;
		player.reply = () => ({
			pieces: [body],
			type: isEvents(body) ? 'text/event-stream' : 'application/json',
		});
		const access = world.accessWith({ baseUrl: player.url });
		const outcome = await runPath(world, access, path);
		expect(player.asked).toHaveLength(1);
		if (error !== undefined) {
			expect(outcome.error).toMatch(error);
			return;
		}
		expect(outcome).toMatchObject({
			text,
			calls: calls.map(([name, args]) => ({ name, args })),
		});
		if (reasoning !== undefined) expect(outcome.reasoning).toBe(reasoning);
		if (path === 'chatLive') expect(outcome.shown).toBe(text);
		if (item !== undefined && path.startsWith('chat')) expect(outcome.whole).toMatchObject(item);
	});
});

describe('a connection that does not end with the answer', () => {
	const [start, ...rest] = [
		'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n',
		'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
		'data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1}}\n\n',
	];
	const run = async (pieces: string[], more: object, path: 'chatStream' | 'lmStream') => {
		player.reply = () => ({ pieces, type: 'text/event-stream', ...more });
		return await runPath(world, world.accessWith({ baseUrl: player.url }), path, {}, 1);
	};

	it.each(['chatStream', 'lmStream'] as const)(
		'takes nothing away on the path %s',
		async (path) => {
			const done = [start, ...rest, 'data: [DONE]\n\n'];
			expect(await run(done, { ending: 'linger' }, path)).toMatchObject({ text: 'Hi' });
			expect(await run(done, { ending: 'reset' }, path)).toMatchObject({ text: 'Hi' });
			expect(await run([start, ...rest], { ending: 'linger' }, path)).toMatchObject({ text: 'Hi' });
		},
	);

	it.each([
		['comments', ': wait\n\n'],
		['empty deltas', 'data: {"choices":[{"index":0,"delta":{"content":""}}]}\n\n'],
	])('ends at the Timeout where only %s come', async (_what, piece) => {
		const pieces = [start, ...Array.from({ length: 60 }, () => piece)];
		for (const path of ['chatStream', 'lmStream'] as const) {
			const { error } = await run(pieces, { gapMs: 60 }, path);
			expect(error).toMatch(/broke off after 2 characters.*no content for 1 second/);
		}
	});
});
