import { gzipSync } from 'node:zlib';

import { ANSWERS } from '../../fixtures/field/answers';
import { BESIDES } from '../../fixtures/field/besides';
import { ENDINGS, NO_TEXTS } from '../../fixtures/field/endings';
import { MIXTURES } from '../../fixtures/field/mixtures';
import { chunk, closing, events, USAGE, whole } from '../../fixtures/field/wire';
import { sample } from '../../rounds';
import { withService } from '../withService';
import { PATHS, runPath } from './paths';
import { Player } from './player';

const world = withService();
const player = new Player(() => world.service.url);
const other = new Player(() => world.service.url);

const isEvents = (body: string) => /^(data|event|:)/m.test(body);

const answers = Object.entries({ ...ANSWERS, ...MIXTURES, ...ENDINGS, ...BESIDES });

describe.each(answers)('%s', (name, expected) => {
	// Three of the paths in turn: one whole and two streamed, or the other way round.
	const turn = answers.findIndex(([other]) => other === name);
	it.each(name in BESIDES ? PATHS : sample(PATHS, 2, turn))(
		'comes out right on the path %s',
		async (path) => {
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
				expect(outcome.kept).toMatch(expected.kept ?? /./);
				return;
			}
			expect(outcome).toMatchObject({
				text,
				calls: calls.map(([name, args]) => ({ name, args })),
			});
			if (reasoning !== undefined) expect(outcome.reasoning).toBe(reasoning);
			if (path === 'chatLive') expect(outcome.shown).toBe(text);
			const facts = path.startsWith('chat') ? item : expected.facts;
			if (facts !== undefined) expect(outcome.whole).toMatchObject(facts);
			if (expected.hint !== undefined && !path.startsWith('chat'))
				expect(outcome.hints).toEqual([expected.hint]);
		},
	);
});

describe.each(Object.entries(NO_TEXTS))('%s instead of a text', (_name, message) => {
	const chunks = events(chunk({ role: 'assistant', content: '' }), chunk(message), ...closing());
	const [field = ''] = Object.keys(message).filter((name) => message[name]);

	it.each(PATHS)('is not lost on the path %s', async (path) => {
		for (const body of [whole(message), chunks]) {
			player.reply = () => ({ pieces: [body] });
			const outcome = await runPath(world, world.accessWith({ baseUrl: player.url }), path);
			if (path.startsWith('chat')) {
				expect(outcome.whole).toMatchObject({ text: '', message: { [field]: message[field] } });
			} else {
				expect(outcome.error).toContain(`answered without text: it has only "${field}"`);
				expect(outcome.kept).toContain(JSON.stringify(message[field]));
			}
		}
	});
});

describe.each<[string, object]>([
	['of a type', { type: 'tool_use', id: 'q1', name: 'get_weather', input: { city: 'Lyon' } }],
	['under a name', { functionCall: { name: 'get_weather', args: { city: 'Lyon' } } }],
	['with its ID', { toolUse: { toolUseId: 'q1', name: 'get_weather', input: { city: 'Lyon' } } }],
])('a call among the parts of the content, %s', (_form, call) => {
	const content = [{ type: 'text', text: 'Let me look.' }, call];

	it.each(PATHS)('is not taken for the last words of an agent on the path %s', async (path) => {
		for (const body of [
			whole({ content }),
			events(...content.map((part) => chunk({ content: [part] })), ...closing('tool_use')),
		]) {
			player.reply = () => ({ pieces: [body] });
			const outcome = await runPath(world, world.accessWith({ baseUrl: player.url }), path);
			if (path.startsWith('chat')) {
				expect(outcome.whole).toMatchObject({ text: 'Let me look.', message: { content } });
			} else {
				expect(outcome.error).toContain('called a tool in the form of another interface: {');
				expect(outcome.kept).toContain(JSON.stringify(call));
			}
		}
	});
});

it.each(['lmInvoke', 'lmStream'] as const)(
	'the words of a sound are its text on the path %s',
	async (path) => {
		const message = { content: null, audio: { id: 'a1', data: 'QUJD', transcript: 'Hello' } };
		player.reply = () => ({ pieces: [whole(message)] });
		const outcome = await runPath(world, world.accessWith({ baseUrl: player.url }), path);
		expect(outcome).toMatchObject({ text: 'Hello' });
	},
);

it.each(['chat', 'chatStream', 'chatLive'] as const)(
	'names answers that did not come, on the path %s',
	async (path) => {
		const pieces = [0, 1].map((index) => ({
			index: String(index),
			delta: { content: 'AB'.charAt(index) },
			finish_reason: 'stop',
		}));
		const all = pieces.map((piece) => ({ choices: [piece] }));
		for (const body of [
			events(...all, USAGE),
			JSON.stringify({
				...USAGE,
				choices: pieces.map(({ delta, finish_reason }) => ({
					message: delta,
					finish_reason,
				})),
			}),
		]) {
			// n8n itself reads what is not asked for in chunks.
			for (const ending of path === 'chat' ? (['close'] as const) : (['close', 'reset'] as const)) {
				player.reply = () => ({ pieces: [body], ending });
				const access = world.accessWith({ baseUrl: player.url });
				const { whole } = await runPath(world, access, path, { options: { n: 3 } });
				expect(whole).toMatchObject({ missingAnswers: 1, choices: [{ text: 'A' }, { text: 'B' }] });
			}
		}
	},
);

describe('a connection that does not end with the answer', () => {
	const [start, ...rest] = [
		'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\n',
		'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
		'data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1}}\n\n',
	];
	// A second goes by until the connection is given up, for all paths at the same time.
	const run = async (from: Player, pieces: string[], more: object) => {
		from.reply = () => ({ pieces, type: 'text/event-stream', ...more });
		const access = world.accessWith({ baseUrl: from.url });
		const paths = ['chatStream', 'lmStream'] as const;
		return await Promise.all(paths.map((path) => runPath(world, access, path, {}, 1)));
	};
	const hi = [{ text: 'Hi' }, { text: 'Hi' }];

	it('takes nothing away', async () => {
		const done = [start, ...rest, 'data: [DONE]\n\n'];
		expect(await run(player, done, { ending: 'linger' })).toMatchObject(hi);
		expect(await run(player, done, { ending: 'reset' })).toMatchObject(hi);
		expect(await run(player, [start, ...rest], { ending: 'linger' })).toMatchObject(hi);
	});

	it('ends at the Timeout where only comments or empty deltas come', async () => {
		const empty = 'data: {"choices":[{"index":0,"delta":{"content":""}}]}\n\n';
		const then = (piece: string) => [start, ...Array.from({ length: 60 }, () => piece)];
		const outcomes = await Promise.all([
			run(player, then(': wait\n\n'), { gapMs: 60 }),
			run(other, then(empty), { gapMs: 60 }),
		]);
		for (const { error } of outcomes.flat())
			expect(error).toMatch(/ended early after 2 characters.*no content for 1 second/);
	});
});

describe('an answer that n8n does not decompress', () => {
	const twice = gzipSync(gzipSync(JSON.stringify({ choices: [whole({ content: 'Hello' })] })));

	it.each(PATHS)('is named, and its bytes are in no message, on the path %s', async (path) => {
		for (const status of [200, 400]) {
			player.reply = () => ({ status, coding: 'gzip, gzip', pieces: [twice] });
			const outcome = await runPath(world, world.accessWith({ baseUrl: player.url }), path);
			expect(outcome.error).toMatch(
				status === 200
					? /bytes that are not text, sent with Content-Encoding: gzip, gzip/
					: /bytes that are not text/,
			);
			expect(`${outcome.error} ${outcome.kept}`).not.toMatch(/[\0-\cH\cN-\cZ\uFFFD]/);
		}
	});
});
