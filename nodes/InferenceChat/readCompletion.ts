import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { Answer } from '../../lib/core/answer';
import { parseExact } from '../../lib/core/decodeBody';
import { lostNumbers } from '../../lib/core/unreadMarks';
import type { Send } from '../../lib/wire/send';
import { wantsSimple } from '../../lib/wire/simplify';
import { runSettings } from '../../lib/run/runSettings';
import type { CheckedAnswer } from '../../lib/chat/checkAnswer';
import { completionOf, readWhole, wholeAnswer } from '../../lib/chat/completion';
import { asMessage, isLive } from '../../lib/chat/live';
import { simplified } from '../../lib/chat/simplifyCompletion';
import type { Json } from '../../lib/core/record';

/** A whole answer, and what its item says beside it. */
export interface Completed {
	completion: Json;
	namePrefix: string;
	/** The enclave that it was encrypted by. */
	attestation?: IDataObject;
}

/** One item with the answer, whole or simplified; a streamed one is put together first, and shown meanwhile to a chat that waits for it. */
export async function askOnce(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
): Promise<INodeExecutionData> {
	const { silenceMs } = runSettings(context);
	const answer = isLive(context)
		? await readLive(context, await send(options), silenceMs)
		: await send(options, { readBody: readWhole(silenceMs) });
	const completed = { ...answer, completion: completionOf(answer, answer.body as Json) };
	const format = context.getNodeParameter('responseFormat', 'text');
	const { text } = simplified(completed.completion, answer.namePrefix);
	const parsed = wantsSimple(context) && format !== 'text' ? parsedData(String(text)) : {};
	return completionItem(context, completed, parsed);
}

/** Reads an answer after its attempt: what was shown of it cannot be taken back for another one. */
async function readLive(
	context: Parameters<typeof asMessage>[0],
	answer: Answer,
	silenceMs: number,
): Promise<Answer> {
	const body = await asMessage(context, async (show) => await wholeAnswer(answer, show, silenceMs));
	return { ...answer, body };
}

/** The item of an answer, whole or simplified, with further facts. */
export function completionItem(
	context: IExecuteSingleFunctions,
	{ completion, namePrefix, attestation }: Completed,
	facts: Json,
): INodeExecutionData {
	const shown = wantsSimple(context) ? simplified(completion, namePrefix) : completion;
	const proof = attestation === undefined ? {} : { attestation };
	const unread = [shown.unreadNumbers, facts.unreadNumbers].flat().filter((name) => name);
	const marks = unread.length === 0 ? {} : { unreadNumbers: unread };
	return { json: { ...shown, ...facts, ...marks, ...proof } as IDataObject };
}

/** The data of a text of JSON, as it is when it was not cut off; whole numbers that JavaScript would round are texts in it. */
function parsedData(text: string): Json {
	const rounded: string[] = [];
	try {
		const data = parseExact(text, (digits) => rounded.push(digits));
		if (typeof data !== 'object' || data === null) throw new SyntaxError('no object');
		return { data, ...numberMarks({ data, numbersAsText: rounded }) };
	} catch {
		return { data: null, dataProblem: NO_JSON };
	}
}

/** What the output says of numbers in the data of an answer that JavaScript cannot hold. */
export function numberMarks({
	data,
	numbersAsText,
}: Pick<CheckedAnswer, 'data' | 'numbersAsText'>) {
	const unreadNumbers = lostNumbers(data).map((name) => `data.${name}`);
	return {
		...(numbersAsText.length > 0 && { numbersAsText }),
		...(unreadNumbers.length > 0 && { unreadNumbers }),
	};
}

const NO_JSON = 'The text is not a JSON object, so there is no data';
