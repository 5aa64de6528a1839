import { z } from 'zod';
import type { IExecuteSingleFunctions, IDataObject, INodeExecutionData } from 'n8n-workflow';

import { unreadable, type Answer } from '../base/answer';
import { decodeBody } from '../base/decodeBody';
import { isToolRun } from '../base/execution';
import type { FailureFacts, ServiceFailure } from '../base/failure';
import { isStream } from '../base/streams';
import { having, isUnread, listOf, readAs } from '../http/readAs';
import { wantsSimple } from '../output/simplify';
import { Assembler } from './assemble';
import { simplified, textOf } from './simplify';
import { textPieces } from './textPieces';

type Json = Record<string, unknown>;

const MESSAGE = having({
	content: z.union([z.string(), z.array(z.unknown())]).nullish(),
	tool_calls: z.array(z.unknown()).nullish(),
});
const CHOICE = having({ message: MESSAGE.nullish() });
const COMPLETION = having({ choices: listOf(CHOICE).nullish() });

const FIRST = having({ choices: z.array(CHOICE) });

type Message = z.output<typeof MESSAGE>;

/**
 * The whole chat answer, whether it came as JSON or as a stream, not yet checked (docs/service.md#chat); `show` gets the text of a
 * stream piece by piece. Throws a ServiceFailure.
 */
export async function wholeAnswer(answer: Answer, show?: Show): Promise<unknown> {
	if (!isStream(answer.body) && !Buffer.isBuffer(answer.body)) return answer.body;
	const assembler = new Assembler(answer.redact);
	for await (const piece of textPieces(answer, assembler)) await show?.(piece);
	return assembler.completion();
}

/**
 * A whole chat answer as it came, once it is sure that there is something to read in it.
 * Throws a ServiceFailure with identifier, usage and cost when it holds no answer, or none but the end of its tokens.
 */
export function completionOf(answer: Answer, body: unknown): Json {
	const { choices, ...rest } = readAs({ ...answer, body }, COMPLETION);
	const [first] = choices ?? [];
	// Says what of it cannot be read.
	if (isUnread(first)) readAs({ ...answer, body: { choices: [first.unread] } }, FIRST);
	const read = (choices ?? []).map((choice) => (isUnread(choice) ? undefined : choice));
	const messages = read.map((choice) => choice?.message ?? undefined);
	const ends = read.map((choice) => choice?.finish_reason);
	if (messages[0] === undefined) throw unusable(answer, 'The service sent no answer', rest);
	if (messages.some((message) => message && !isEmpty(message))) return { ...rest, choices };
	if (ends.includes('length')) {
		throw unusable(answer, 'The model used up its tokens before it answered', rest, {
			cure: 'Raise Max Completion Tokens, or lower Reasoning Effort.',
			// What the model thought, however useless, is paid for.
			charge: 'certain',
		});
	}
	if (messages[0].content !== undefined) return { ...rest, choices };
	throw unusable(answer, 'The service sent no answer', rest);
}

/** The failure of an answer that was received and paid for, with what it says of itself. */
export function unusable(
	answer: Pick<Answer, 'headers' | 'charge'>,
	message: string,
	{ id, model, usage, cost }: Json,
	facts: Partial<FailureFacts> = {},
): ServiceFailure {
	const details = defined({ id, model, usage, cost });
	return unreadable(answer, message, { charge: 'possible', ...facts, details });
}

/** The record without what is missing or null. */
export function defined(record: Json): Json {
	return Object.fromEntries(
		Object.entries(record).filter(([, value]) => value !== undefined && value !== null),
	);
}

function isEmpty({ content, tool_calls: calls }: Message): boolean {
	return textOf(content) === '' && (calls ?? []).length === 0;
}

/** What the contexts of n8n 2 have for an answer that is shown while it is written; n8n's types leave it out. */
interface Streaming {
	isStreaming(): boolean;
	sendChunk(type: 'begin' | 'item' | 'end', itemIndex: number, content?: string): Promise<void>;
}

/** Shows a piece of an answer. */
type Show = (piece: string) => Promise<void>;

/**
 * Whether whoever started the execution reads the answer while it is written: a chat or a webhook with a streaming response. Never for
 * the tool of an agent, whose answer is for the agent.
 */
export function isLive(
	context: IExecuteSingleFunctions,
): context is IExecuteSingleFunctions & Streaming {
	const streaming = context as IExecuteSingleFunctions & Partial<Streaming>;
	if (typeof streaming.sendChunk !== 'function' || streaming.isStreaming?.() !== true) return false;
	if (context.getNodeParameter('options.enableStreaming', true) !== true) return false;
	return !isToolRun(context.getNode());
}

/** The result of `make`, which shows its pieces as one message of the chat. n8n itself shows the error that ends an execution. */
async function asMessage<T>(
	context: IExecuteSingleFunctions & Streaming,
	make: (show: Show) => Promise<T>,
): Promise<T> {
	const item = context.getItemIndex();
	await context.sendChunk('begin', item);
	let isWhole = false;
	try {
		const made = await make(async (piece) => await context.sendChunk('item', item, piece));
		isWhole = true;
		return made;
	} finally {
		if (isWhole || context.continueOnFail()) await context.sendChunk('end', item);
	}
}

/** One item with the answer, whole or simplified; a streamed one is put together first, and shown meanwhile to a chat that waits for it. */
export async function readCompletion(
	this: IExecuteSingleFunctions,
	answer: Answer,
): Promise<INodeExecutionData[]> {
	const whole = isLive(this)
		? await asMessage(this, async (show) => await wholeAnswer(answer, show))
		: await wholeAnswer(answer);
	const completion = completionOf(answer, whole);
	const { attestation } = answer;
	const proof = attestation === undefined ? {} : { attestation };
	if (!wantsSimple(this)) return [{ json: { ...(completion as IDataObject), ...proof } }];
	const simple = simplified(completion, answer.namePrefix);
	const format = this.getNodeParameter('responseFormat', 'text');
	if (format !== 'text') simple.data = parsedData(simple.text);
	return [{ json: { ...(simple as IDataObject), ...proof } }];
}

/** Null when the answer is no JSON, as it is when it was cut off. */
function parsedData(content: unknown): unknown {
	const data = decodeBody(content);
	return typeof data === 'object' ? data : null;
}
