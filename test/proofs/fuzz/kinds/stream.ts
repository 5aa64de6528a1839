import { Readable } from 'node:stream';
import fc from 'fast-check';

import { modelAnswerOf } from '../../../../lib/chat/agents/modelAnswer';
import { simplifiedCompletion } from '../../../../lib/chat/simplifyCompletion';
import { readChatAnswer } from '../../../../lib/chat/chatAnswer';
import { readWholeCompletion, requireAnswer } from '../../../../lib/chat/completion';
import { isRecord } from '../../../../lib/core/record';
import { attempt, must, type Fuzzer } from '../fuzzer';
import { redact } from '../secrets';
import { cutAt, cuts, json, nearly, oddText } from '../values';

interface Case {
	/** The text of the first choice, in pieces, before anything odd. */
	texts: string[];
	odd: unknown[];
	/** What ends a line. */
	end: string;
	/** Lines that carry no data. */
	noise: string;
	done: boolean;
	cuts: number[];
}

const chunk = (delta: object, more: object = {}) => ({
	id: 'chat-1',
	model: 'some-model',
	choices: [{ index: 0, delta, ...more }],
});
const call = { index: 0, id: 'call-1', function: { name: 'tool', arguments: '{"a"' } };
const HONEST: unknown[] = [
	chunk({ content: 'Hello' }),
	chunk({ reasoning_content: 'Hm', reasoning_details: [{ text: 'Hm' }] }),
	chunk({ tool_calls: [call] }),
	chunk({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
	chunk({}, { finish_reason: 'stop' }),
	{ choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 }, cost: { usd: 0.1, diem: 0 } },
	{ error: { message: 'The model is gone', code: 'MODEL_OFFLINE' } },
];

const cases: fc.Arbitrary<Case> = fc.record({
	texts: fc.array(oddText, { maxLength: 4 }),
	odd: fc.array(fc.oneof({ weight: 4, arbitrary: nearly(fc.constantFrom(...HONEST)) }, json), {
		maxLength: 5,
	}),
	end: fc.constantFrom('\n', '\r\n', '\r'),
	noise: fc.constantFrom('', ': keep-alive', 'event: message', 'id: 1', 'retry: 10', 'data'),
	done: fc.boolean(),
	cuts,
});

function wire({ texts, odd, end, noise, done }: Case): Buffer {
	const events = [...texts.map((content) => chunk({ content })), ...odd].map((one) =>
		JSON.stringify(one),
	);
	const lines = [...events, ...(done ? ['[DONE]'] : [])].flatMap((data) => [
		...(noise === '' ? [] : [noise]),
		...[`data: ${data}`, ''],
	]);
	return Buffer.from(`${lines.join(end)}${end}${end}`);
}

const ABOUT = { headers: {}, namePrefix: 'service', charge: 'possible' as const, redact };

const TOOLS = ['tool'];

async function read(chunks: Buffer[]) {
	const body = redact.body(Readable.from(chunks));
	const answer = { body, ...ABOUT };
	return await attempt(async () => {
		const completion = await readWholeCompletion(answer);
		return requireAnswer(answer, readChatAnswer(completion, answer));
	});
}

async function check(one: Case): Promise<string> {
	const bytes = wire(one);
	const whole = await read([bytes]);
	const pieces = await read(cutAt(bytes, one.cuts));
	must(
		JSON.stringify(pieces.value) === JSON.stringify(whole.value) &&
			pieces.failure?.message === whole.failure?.message,
		'the text is the same wherever chunks are cut',
	);
	if (whole.failure) {
		must(whole.failure.message.length < 2_000, 'a failure is short');
		return 'failed';
	}
	const { value: answered } = whole;
	const said = one.texts.join('');
	if (one.odd.length === 0 && one.texts.length > 0 && said === redact.text(said)) {
		must(simplifiedCompletion(answered).text === said, 'the text is that of the deltas');
	}
	await attempt(() => simplifiedCompletion(answered));
	const { failure, value } = await attempt(() => modelAnswerOf(answered, ABOUT, TOOLS));
	must(failure !== undefined || typeof value.text === 'string', 'an agent gets a text');
	must(value === undefined || value.calls.every(({ args }) => isRecord(args)), 'and arguments');
	return failure ? 'of no use to an agent' : 'read';
}

export const stream: Fuzzer<Case> = { name: 'event streams', runs: 500, cases, check };
