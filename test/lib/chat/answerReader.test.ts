import { AnswerReader } from '../../../lib/chat/answerReader';
import { AnswerAssembler } from '../../../lib/chat/assembler';
import { textPieces } from '../../../lib/chat/textPieces';

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const usage = { prompt_tokens: 1, completion_tokens: 1 };
const chunk = (content: string, finish_reason: string | null = null, rest: object = {}) =>
	event({ choices: [{ index: 0, delta: { content }, finish_reason }], ...rest });
const SILENCE_MS = 900_000;

/** How long more of an answer is waited for after these events, in seconds. */
function patienceAfter(events: string[], asked = 1, silenceMs = SILENCE_MS): number {
	const answer = { body: '', headers: {}, namePrefix: 'service' };
	const reader = new AnswerReader(answer, new AnswerAssembler(undefined, asked), silenceMs);
	for (const one of events) reader.feed(Buffer.from(one));
	return reader.patienceMs / 1000;
}

describe('the wait for a last word', () => {
	it.each<[string, string[], number, number?]>([
		['not where the answer goes on', [chunk('One')], 900],
		['5 s where the end came without content', [chunk('One'), chunk('', 'stop', { usage })], 5],
		['5 s behind the tokens', [chunk('One', 'stop'), event({ choices: [], usage })], 5],
		['30 s where each chunk has an end', [chunk('One', 'stop', { usage })], 30],
		[
			'30 s again with each',
			[chunk('One', 'stop', { usage }), chunk('two', 'stop', { usage })],
			30,
		],
		['30 s where no tokens came', [chunk('One'), chunk('', 'stop')], 30],
		['not where the end is a broken one', [chunk('One'), chunk('', 'error', { usage })], 900],
		[
			'not where an answer that was asked for is missing',
			[chunk('One', 'stop', { usage })],
			900,
			2,
		],
		['hardly at all behind the end of the stream', [chunk('One', 'stop'), 'data: [DONE]\n\n'], 0.1],
		[
			'30 s behind a whole answer without its tokens',
			['{"choices":[{"message":{"content":"One"}}]}'],
			30,
		],
	])('is %s', (_what, events, seconds, ...[asked]) => {
		expect(patienceAfter(events, asked)).toBe(seconds);
	});

	it('is never longer than Timeout', () => {
		expect(patienceAfter([chunk('One', 'stop', { usage })], 1, 2_000)).toBe(2);
	});
});

it('shows all events of one read as one piece, and what came before a failure', async () => {
	const read = [chunk('One '), chunk('two'), event({ error: 'Overloaded' })].join('');
	const answer = { body: Buffer.from(read), headers: {}, namePrefix: 'service' };
	const pieces = textPieces(answer, new AnswerAssembler());
	expect(await pieces.next()).toEqual({ value: 'One two', done: false });
	await expect(pieces.next()).rejects.toThrow('Overloaded');
});

it.each([
	['a quote', 'a "quote" \\ and a line\nend'],
	['another script', '東京 👩‍🚀 \u2028'],
	['what looks like the rest of the event', '"},"finish_reason":null}]}'],
	['nothing', ''],
])(
	'an event that differs from the last one in its text alone is read like any other: %s',
	async (_what, text) => {
		const texts = ['One', text, 'two', text];
		const stream = texts.map((one) => chunk(one)).join('') + chunk('', 'stop');
		for (const field of ['content', 'reasoning_content', 'refusal']) {
			const assembler = new AnswerAssembler();
			const body = Buffer.from(stream.replaceAll('"content"', JSON.stringify(field)));
			const answer = { body, headers: {}, namePrefix: 'service' };
			let shown = '';
			for await (const piece of textPieces(answer, assembler)) shown += piece;
			expect(shown).toBe(field === 'reasoning_content' ? '' : texts.join(''));
			expect(assembler.completion()).toMatchObject({
				choices: [{ finish_reason: 'stop', message: { [field]: texts.join('') } }],
			});
		}
	},
);

it('reads a comment without an end once, however many pieces it comes in, and keeps none of it', async () => {
	const piece = Buffer.from('a'.repeat(16_000));
	const took = async (count: number) => {
		async function* comment() {
			yield Buffer.from(': ');
			for (let at = 0; at < count; at++) yield piece;
			yield Buffer.from(`\n${chunk('Hi', 'stop')}`);
		}
		const answer = { body: comment(), headers: {}, namePrefix: 'service' };
		const { user } = process.cpuUsage();
		let text = '';
		for await (const one of textPieces(answer, new AnswerAssembler())) text += one;
		expect(text).toBe('Hi');
		return process.cpuUsage().user - user;
	};
	await took(100);
	const [short, long] = [await took(400), await took(4_000)];
	expect(long).toBeLessThan(40 * (short + 2_000));
});
