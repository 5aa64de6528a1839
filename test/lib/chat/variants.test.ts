import { modelAnswerOf } from '../../../lib/chat/agents/modelAnswer';
import { decodeBody } from '../../../lib/core/decodeBody';
import { isRecord } from '../../../lib/core/record';
import { AnswerAssembler } from '../../../lib/chat/assembler';
import { readChatAnswer } from '../../../lib/chat/chatAnswer';
import { requireAnswer } from '../../../lib/chat/completion';
import { simplifiedCompletion } from '../../../lib/chat/simplifyCompletion';
import { textPieces } from '../../../lib/chat/textPieces';
import { rounds } from '../../rounds';
import { chance, variant, WHOLES } from './variants';

const COUNT = rounds(540, 5_400);
const TOOLS = ['find', 'stop'];

async function* inPieces(bytes: Buffer, size: () => number): AsyncGenerator<Buffer> {
	for (let start = 0, next = size(); start < bytes.length; start += next, next = size())
		yield bytes.subarray(start, start + next);
}

/** What a node outputs, what a chat sees meanwhile and what an agent gets; the message of an error. */
async function read(body: unknown) {
	const answer = { body, headers: {}, namePrefix: 'service', charge: 'possible' as const };
	try {
		const assembler = new AnswerAssembler();
		let shown = '';
		for await (const piece of textPieces(answer, assembler)) shown += piece;
		const completion = assembler.completion();
		const answered = requireAnswer(answer, readChatAnswer(completion, answer));
		const agent = modelAnswerOf(answered, answer, TOOLS);
		return { shown, completion, item: simplifiedCompletion(answered), agent };
	} catch (error) {
		return { error: error instanceof Error ? error.message : String(error) };
	}
}

test(`${COUNT} variants of ten answers are the same item as the whole answer, or an error where they were cut`, async () => {
	const right = await Promise.all(
		WHOLES.map(async (whole) => await read(decodeBody(JSON.stringify(whole)))),
	);
	expect(right.filter((one) => 'error' in one)).toEqual([]);
	const wrong: unknown[] = [];
	let refused = 0;
	for (let seed = 0; seed < COUNT; seed++) {
		const { body, isCut } = variant(seed);
		const random = chance(seed);
		const most = seed % 30 === 0 ? 1 : ([20, 200, 100_000][seed % 3] ?? 1);
		const bytes = Buffer.from(body);
		const made = await read(inPieces(bytes, () => 1 + Math.floor(random() * most)));
		const isSame = JSON.stringify(sorted(made)) === JSON.stringify(sorted(right[seed % 10]));
		if ('error' in made && isCut) refused++;
		else if (!isSame && !(isCut && lacksFactsOnly(made, right[seed % 10])))
			wrong.push({ seed, body, made });
	}
	expect(wrong.slice(0, 2)).toEqual([]);
	expect(refused).toBeGreaterThan(COUNT / 16);
}, 60_000);

/** Whether two outcomes say the same, but one has no usage, cost or citations: they come after the end, where a stream was cut. */
function lacksFactsOnly(made: unknown, right: unknown): boolean {
	const texts = [made, right].map((one) => {
		const { shown, agent } = one as { shown?: string; agent?: { text: string; calls: unknown } };
		return JSON.stringify([shown, agent?.text, agent?.calls]);
	});
	return texts[0] === texts[1];
}

/** The value with the fields of its records in one order. */
function sorted(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(sorted);
	if (!isRecord(value)) return value;
	const entries = Object.entries(value).filter(
		([, inner]) => inner !== null && inner !== undefined,
	);
	return Object.fromEntries(
		entries
			.sort(([one], [other]) => (one < other ? -1 : 1))
			.map(([key, inner]) => [key, sorted(inner)]),
	);
}
