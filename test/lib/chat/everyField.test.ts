import { AnswerAssembler } from '../../../lib/chat/assembler';
import { type Chunk, readChunk } from '../../../lib/chat/chunks';
import { readWholeCompletion } from '../../../lib/chat/completion';
import { chat } from '../../service/client';
import { localService } from '../../service/underTest';
import drift from '../../nodes/drift/fields.json';
import { ANSWER_FIELDS } from './answerFields';
import { choiceOf, chunksWith, STOP, wholeWith } from './fieldAnswers';

type Json = Record<string, unknown>;

const local = localService();

const stream = (chunks: Json[]) => {
	const data = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'];
	return Buffer.from(data.map((one) => `data: ${one}\n\n`).join(''));
};
const read = async (body: unknown) => {
	let shown = '';
	const answer = { body, headers: {}, namePrefix: 'service' };
	const completion = await readWholeCompletion(answer, async (piece) => void (shown += piece));
	return { completion, shown };
};
it.each(ANSWER_FIELDS)(
	'$path is the same whether it comes whole or in a stream, and is kept',
	async (field) => {
		const whole = await read(wholeWith(field));
		const streamed = await read(stream(chunksWith(field)));
		expect(streamed).toEqual(whole);
		expect(whole.completion).toEqual(wholeWith(field));
	},
);

/** What gateways add, with the pieces in which it comes. */
it.each<[name: string, pieces: unknown[], all: unknown]>([
	['reasoning', ['Hm', ', hm'], 'Hm, hm'],
	['refusal', ['I ', 'I '], 'I I '],
	['annotations', [[{ url: 'u1' }], [{ url: 'u2' }]], [{ url: 'u1' }, { url: 'u2' }]],
	[
		'images',
		[[{ type: 'image_url', image_url: { url: 'u' } }]],
		[{ type: 'image_url', image_url: { url: 'u' } }],
	],
	[
		'audio',
		[{ id: 'a1' }, { data: 'AAAA', transcript: 'One ' }, { transcript: 'two' }],
		{ id: 'a1', data: 'AAAA', transcript: 'One two' },
	],
	['later_field', ['of a ', 'later version'], 'of a later version'],
	['later_list', [['a'], ['b']], ['a', 'b']],
	['later_record', [{ a: 1 }, { b: { c: 'x' } }], { a: 1, b: { c: 'x' } }],
])('what a gateway adds as %s is the same whole and streamed', async (name, pieces, all) => {
	const message = { role: 'assistant', content: 'Hi', [name]: all };
	const whole = await read({ object: 'chat.completion', ...choiceOf({ message, ...STOP }) });
	const deltas = [
		{ role: 'assistant', content: 'Hi' },
		...pieces.map((piece) => ({ [name]: piece })),
	];
	const chunks = [...deltas.map((delta) => choiceOf({ delta })), choiceOf({ delta: {}, ...STOP })];
	expect(await read(stream(chunks))).toEqual(whole);
	expect(JSON.stringify(whole.completion)).toContain(JSON.stringify(all));
});

test('log probabilities of one token a chunk are all there, as the list that the convention has', async () => {
	const tokens = ['H', 'i', 'i'].map((token) => ({
		token,
		logprob: -0.5,
		bytes: [7],
		top_logprobs: [],
	}));
	const chunks = tokens.map((logprobs) =>
		choiceOf({ delta: { content: logprobs.token }, logprobs }),
	);
	const { completion } = await read(
		stream([...chunks, choiceOf({ delta: {}, logprobs: null, ...STOP })]),
	);
	expect(completion.choices).toMatchObject([{ logprobs: { content: tokens } }]);
});

const isKnown = (path: string) =>
	ANSWER_FIELDS.some(
		({ path: one }) => one === path || one.startsWith(`${path}.`) || one.startsWith(`${path}[`),
	);

test('the fields of the description are those that later versions are tried with', () => {
	const { words, optional } = drift['POST /chat/completions'];
	expect([...words, ...optional].filter((path) => !isKnown(path))).toEqual([]);
	const closed = ANSWER_FIELDS.filter(({ kind }) => Array.isArray(kind)).map(({ path }) => path);
	expect([...closed].sort()).toEqual([...words].sort());
});

test('the local service sends no other fields', async () => {
	local.service.script({
		...{ text: 'Hi', reasoning: 'Hm', signed: true },
		calls: [{ name: 'find', arguments: { a: 1 } }],
	});
	const asked = [
		chat('Hi'),
		chat('Hi', { service_parameters: { enable_web_search: 'on' } }),
		chat('Hi', { logprobs: true, top_logprobs: 2 }),
	];
	const answers = await Promise.all(
		asked.map(async (body) => await local.call('/chat/completions', { body })),
	);
	expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
	const found = answers.flatMap(({ json }) => [...pathsIn(json)]);
	const isOfCall = (path: string) => path.startsWith('choices[].message.tool_calls[]');
	expect(found.filter(isOfCall)).not.toEqual([]);
	expect(found.filter((path) => !isKnown(path) && !isOfCall(path))).toEqual([]);
});

function* pathsIn(value: unknown, path = ''): Generator<string> {
	if (Array.isArray(value)) for (const entry of value) yield* pathsIn(entry, `${path}[]`);
	else if (typeof value !== 'object' || value === null) yield path;
	else {
		for (const [name, inner] of Object.entries(value)) {
			yield* pathsIn(inner, path === '' ? name : `${path}.${name}`);
		}
	}
}

test('what has no field of its own in a chunk changes nothing', () => {
	const assembler = new AnswerAssembler();
	assembler.addChunk(readChunk({ choices: [null, 'x', 7] }) as Chunk);
	expect(assembler.completion()).toEqual({ object: 'chat.completion', choices: [] });
});
