import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Answer } from '../../lib/core/answer';
import { parseWithExactIntegers } from '../../lib/core/decodeBody';
import { lostNumbers } from '../../lib/core/unreadMarks';
import type { Item } from '../../lib/run/item';
import { wantsSimplified } from '../../lib/wire/simplifiedItems';
import type { CheckedAnswer } from '../../lib/chat/checkAnswer';
import {
	checkedCompletion,
	createCompletionReader,
	OpenedCompletion,
} from '../../lib/chat/completion';
import { showAsMessage, isReadLive } from '../../lib/chat/liveMessage';
import { simplifiedCompletion } from '../../lib/chat/simplifyCompletion';
import type { Json } from '../../lib/core/record';
import { showsReasoning } from './reasoning';

export interface CompletedAnswer {
	completion: Json;
	namePrefix: string;
	/** The enclave that it was encrypted by. */
	attestation?: IDataObject;
}

/** One item with the answer, whole or simplified; a streamed one is put together first, and shown meanwhile to a chat that waits for it. */
export async function answerOnce({
	context,
	request,
	send,
	settings: { silenceMs },
}: Item): Promise<INodeExecutionData> {
	const answer = isReadLive(context)
		? await readWhileShowing(context, request, send, silenceMs)
		: await send(request, { readBody: createCompletionReader(silenceMs) });
	const completed = { ...answer, completion: checkedCompletion(answer, answer.body as Json) };
	return completionItem(context, completed, uncheckedData(context));
}

/** What an item says of the data in a text that no schema is for. */
export function uncheckedData(context: IExecuteSingleFunctions): (json: Json) => Json {
	const format = context.getNodeParameter('responseFormat', 'text');
	const hasData = format !== 'text' && wantsSimplified(context);
	return ({ text }) => (hasData ? parseAnswerData(String(text)) : {});
}

async function readWhileShowing(
	context: Parameters<typeof showAsMessage>[0],
	request: Item['request'],
	send: Item['send'],
	silenceMs: number,
): Promise<Answer> {
	const opened = new OpenedCompletion(silenceMs);
	const answer = await send(request, { readBody: opened.open });
	await showAsMessage(context, async (show) => {
		for await (const piece of opened.text()) await show(piece);
	});
	return { ...answer, body: opened.completion() };
}

/** The item of an answer, whole or simplified, with the further facts that `factsOf` gets out of that. */
export function completionItem(
	context: IExecuteSingleFunctions,
	{ completion, namePrefix, attestation }: CompletedAnswer,
	factsOf: (json: Json) => Json,
): INodeExecutionData {
	const outputJson = wantsSimplified(context)
		? simplifiedAnswer(context, completion, namePrefix)
		: completion;
	const facts = factsOf(outputJson);
	const proof = attestation === undefined ? {} : { attestation };
	const unread = [outputJson.unreadNumbers, facts.unreadNumbers].flat().filter((name) => name);
	const marks = unread.length === 0 ? {} : { unreadNumbers: unread };
	return { json: { ...outputJson, ...facts, ...marks, ...proof } as IDataObject };
}

function simplifiedAnswer(
	context: IExecuteSingleFunctions,
	completion: Json,
	namePrefix: string,
): Json {
	const { reasoning, ...json } = simplifiedCompletion(completion, namePrefix);
	const isHidden = showsReasoning(context.getNodeParameter('options', {})) === false;
	return isHidden || reasoning === undefined ? json : { ...json, reasoning };
}

/** The data of a text of JSON, as it is when it was not cut off; whole numbers that JavaScript would round are texts in it. */
function parseAnswerData(text: string): Json {
	const rounded: string[] = [];
	try {
		const data = parseWithExactIntegers(text, (digits) => rounded.push(digits));
		if (typeof data !== 'object' || data === null) throw new SyntaxError('no object');
		return { data, ...numberFacts({ data, numbersAsText: rounded }) };
	} catch {
		return { data: null, dataProblem: NO_JSON_PROBLEM };
	}
}

/** What the output says of numbers in the data of an answer that JavaScript cannot hold. */
export function numberFacts({
	data,
	numbersAsText,
}: Pick<CheckedAnswer, 'data' | 'numbersAsText'>) {
	const unreadNumbers = lostNumbers(data).map((name) => `data.${name}`);
	return {
		...(numbersAsText.length > 0 && { numbersAsText }),
		...(unreadNumbers.length > 0 && { unreadNumbers }),
	};
}

const NO_JSON_PROBLEM = 'The text is not a JSON object, so there is no data';
