import type { IHttpRequestOptions } from 'n8n-workflow';

import { requestIdOf, type Answer } from '../../lib/core/answer';
import { amountsByCurrency, sumOfCosts, type Cost } from '../../lib/core/cost';
import { Big } from '../../lib/core/decimal';
import { failureOrRethrow, ServiceFailure } from '../../lib/core/failure';
import { hashOf, isRecord, type Json } from '../../lib/core/record';
import { readChatAnswer, type ChatAnswer, type ChatChoice } from '../../lib/chat/chatAnswer';
import { createCompletionReader, requireAnswer } from '../../lib/chat/completion';
import { simplifiedCompletion } from '../../lib/chat/simplifyCompletion';
import type { Item } from '../../lib/run/item';
import type { KeptAnswer } from './answerItem';

/** An answer that was paid for, as a retry finds it again. */
interface KeptTry extends KeptAnswer {
	cost: Cost | null;
	/** The ID by which the model was asked that answered. */
	model?: string;
	requestId?: string;
	charge?: Answer['charge'];
}

export interface PaidTry extends KeptTry {
	read: ChatAnswer;
	/** Its first choice. */
	first: ChatChoice;
}

/**
 * One paid answer. What fails names those that were paid for before. `withMoreRoom` makes the request for a longer answer than one that was cut
 * off, where one is made.
 */
export async function makeTry(
	item: Item,
	request: IHttpRequestOptions,
	tries: PaidTry[],
	withMoreRoom: (read: ChatAnswer) => Promise<IHttpRequestOptions | undefined>,
): Promise<PaidTry & { larger?: IHttpRequestOptions }> {
	const make = async (): Promise<KeptTry> => {
		const readBody = createCompletionReader(item.settings.silenceMs);
		// The models behind the first are asked one by one, and each for its own answer.
		const answer = await item.send(request, { readBody, keepsModel: isOtherModel(item, request) });
		const completion = answer.body as Json;
		const read = readChatAnswer(completion, answer);
		if ((await withMoreRoom(read)) === undefined) requireAnswer(answer, read);
		const { namePrefix, lengthBound, attestation, headers, charge } = answer;
		const cost = await item.cost(answer, simplifiedCompletion(read));
		const requestId = requestIdOf(headers);
		const model = answer.fallback?.model ?? modelOf(request);
		return { completion, namePrefix, lengthBound, attestation, cost, model, requestId, charge };
	};
	const what = hashOf(['answer', tries.length, request.body]);
	const made = await item.savedAnswers.once(what, make).catch(failureOrRethrow);
	if (made instanceof ServiceFailure)
		throw tries.length === 0 ? made : failureAfterPaidTries(made, tries);
	const read = readChatAnswer(made.completion, made);
	const larger = await withMoreRoom(read);
	return { ...made, read, first: read.choices[0] as ChatChoice, larger };
}

function failureAfterPaidTries(failure: ServiceFailure, tries: PaidTry[]): ServiceFailure {
	const paidBefore = {
		tries: tries.length,
		cost: sumOfCosts(tries.map(({ cost }) => cost)),
		answer: tries.at(-1)?.first.text,
	};
	const areCut = tries.every(({ first }) => isCutOff(first));
	const message = `${failure.message}, after ${paidAnswersText(tries)} ${areCut ? 'cut off' : 'that did not follow the JSON Schema'}`;
	return failure.withMessage(message, { details: { ...failure.facts.details, paidBefore } });
}

export interface TriesFacts {
	tries: number;
	modelsTried?: Array<{ model: string | null; cost: Cost | null }>;
}

/** How many answers were paid for, and what each model took where several were asked. */
export function triesFacts(tries: PaidTry[]): TriesFacts {
	const modelsTried = tries.map(({ model, cost }) => ({ model: model ?? null, cost }));
	const isOne = new Set(modelsTried.map(({ model }) => model)).size < 2;
	return { tries: tries.length, ...(isOne ? {} : { modelsTried }) };
}

const modelOf = ({ body }: IHttpRequestOptions) =>
	isRecord(body) && typeof body.model === 'string' ? body.model : undefined;

const isOtherModel = (item: Item, request: IHttpRequestOptions) =>
	modelOf(request) !== modelOf(item.request);

/** Whether an answer reached its maximum length; a larger one would not have been cut less where Max Cost per Run set that. */
export function isCutOff({ finish }: ChatChoice): boolean {
	return finish.cutBy === 'length';
}

export function paidAnswersText(tries: PaidTry[]): string {
	const isFree = tries.every(({ charge }) => charge === 'none');
	const cost = isFree ? null : sumOfCosts(tries.map((one) => one.cost));
	const parts = cost === null ? [] : amountsByCurrency(cost);
	const sum = parts.map(({ amount, currency }) => `${new Big(amount).toFixed()} ${currency}`);
	const words = tries.length === 1 ? 'the answer' : `${tries.length} answers`;
	return sum.length === 0 ? words : `${words} for ${sum.join(' and ')}`;
}
