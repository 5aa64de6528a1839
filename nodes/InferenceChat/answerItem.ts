import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../../lib/core/execution';
import type { Answer } from '../../lib/core/answer';
import { parseWithExactIntegers } from '../../lib/core/decodeBody';
import { lostNumbers } from '../../lib/core/unreadMarks';
import type { Item } from '../../lib/run/item';
import { wantsSimplified } from '../../lib/wire/simplifiedItems';
import type { CheckedAnswer } from '../../lib/chat/checkAnswer';
import { readChatAnswer, type ChatAnswer, type ChatChoice } from '../../lib/chat/chatAnswer';
import { createCompletionReader, OpenedCompletion, requireAnswer } from '../../lib/chat/completion';
import { showAsMessage, isReadLive } from '../../lib/chat/liveMessage';
import { cutFacts, simplifiedCompletion } from '../../lib/chat/simplifyCompletion';
import type { Json } from '../../lib/core/record';

/** What is kept of an answer that was paid for: the item is made of it again. */
export interface KeptAnswer extends Pick<Answer, 'namePrefix' | 'lengthBound' | 'attestation'> {
	completion: Json;
}

/** One item with the answer, whole or simplified; a streamed one is put together first, and shown meanwhile to a chat that waits for it. */
export async function answerOnce(item: Item): Promise<INodeExecutionData> {
	const { context, request, send } = item;
	const { silenceMs } = item.settings;
	const answer = isReadLive(context)
		? await readWhileShowing(context, request, send, silenceMs)
		: await send(request, { readBody: createCompletionReader(silenceMs) });
	const completion = answer.body as Json;
	const read = requireAnswer(answer, readChatAnswer(completion, answer));
	const { namePrefix, lengthBound, attestation } = answer;
	item.raw = { completion, namePrefix, lengthBound, attestation };
	return completionItem(context, read, answer.attestation, uncheckedData(context));
}

/** What an item says of the data in a text that no schema is for. */
export function uncheckedData(context: ItemContext): FactsOfAnswer {
	const format = context.parameters.responseFormat ?? 'text';
	const hasData = format !== 'text' && wantsSimplified(context);
	return ({ choices: [first] }) => (hasData && first ? parseAnswerData(first) : {});
}

/** What an item says of its answer besides what came. */
type FactsOfAnswer = (read: ChatAnswer) => Json;

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

/** The item of an answer, whole or simplified, with the further facts that `factsOf` gets out of it, and the enclave that it was encrypted by. */
export function completionItem(
	context: ItemContext,
	read: ChatAnswer,
	attestation: IDataObject | undefined,
	factsOf: FactsOfAnswer,
): INodeExecutionData {
	const isSimple = wantsSimplified(context);
	const [first] = read.choices;
	const outputJson = isSimple
		? simplifiedAnswer(context, read)
		: { ...read.completion, ...(first && cutFacts(first.finish)) };
	const facts = factsOf(read);
	const proof = attestation === undefined ? {} : { attestation };
	const unread = [outputJson.unreadNumbers, facts.unreadNumbers].flat().filter((name) => name);
	const marks = unread.length === 0 ? {} : { unreadNumbers: unread };
	return { json: { ...outputJson, ...facts, ...marks, ...proof } as IDataObject };
}

function simplifiedAnswer(context: ItemContext, read: ChatAnswer): Json {
	const { reasoning, ...json } = simplifiedCompletion(read);
	const isHidden = context.parameters.options.showReasoning === false;
	return isHidden || reasoning === undefined ? json : { ...json, reasoning };
}

/** The data of a text of JSON, as it is when it was not cut off; whole numbers that JavaScript would round are texts in it. */
function parseAnswerData({ text, finish }: ChatChoice): Json {
	const rounded: string[] = [];
	try {
		const data = parseWithExactIntegers(text, (digits) => rounded.push(digits));
		if (typeof data !== 'object' || data === null) throw new SyntaxError('no object');
		return { data, ...numberFacts({ data, numbersAsText: rounded }) };
	} catch {
		return { data: null, dataProblem: finish.sentence || NO_JSON_PROBLEM };
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
