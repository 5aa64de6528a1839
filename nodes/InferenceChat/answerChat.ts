import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { requestIdOf, type Answer } from '../../lib/core/answer';
import { amountsByCurrency, reportedCost, sumOfCosts, type Cost } from '../../lib/core/cost';
import { Big } from '../../lib/core/decimal';
import { failureOrRethrow, ServiceFailure } from '../../lib/core/failure';
import { hashOf, isRecord, type Json } from '../../lib/core/record';
import { readChoice, readNumber } from '../../lib/fields/readParameter';
import { chargedTokens } from '../../lib/cost/tokens';
import { findModel } from '../../lib/models/fetchModel';
import { wantsSimplified } from '../../lib/wire/simplifiedItems';
import type { Item } from '../../lib/run/item';
import type { RunMemory } from '../../lib/wire/send';
import { checkAnswer, type CheckedAnswer } from '../../lib/chat/checkAnswer';
import {
	checkedCompletion,
	createCompletionReader,
	unusableAnswerFailure,
} from '../../lib/chat/completion';
import { finishKindOf, finishReasonOf } from '../../lib/chat/finishReason';
import { showAsMessage, isReadLive } from '../../lib/chat/liveMessage';
import { requestedSchema } from '../../lib/chat/responseFormat';
import { simplifiedCompletion } from '../../lib/chat/simplifyCompletion';
import {
	CUT_OFF_PARAMETER,
	MAX_TRIES_PARAMETER,
	MISFIT_PARAMETER,
	PAID_TRIES_RANGE,
} from './fields/checkOptions';
import {
	answerOnce,
	completionItem,
	numberFacts,
	uncheckedData,
	type CompletedAnswer,
} from './answerItem';

/** An answer that was paid for, as a retry finds it again. */
interface PaidTry extends CompletedAnswer {
	cost: Cost | null;
	requestId?: string;
	charge?: Answer['charge'];
}

/** An answer, and how it stands to its schema; unchecked where it is a call of a tool. */
interface CheckedTry {
	text: string;
	isCall: boolean;
	/** Whether the model said that nothing more comes. */
	isWhole: boolean;
	answer: CheckedAnswer;
}

/** Answers a chat. An answer that must follow a JSON Schema is checked, and asked for again where the user wants that. */
export async function answerChat(item: Item): Promise<INodeExecutionData[]> {
	const { context, run, savedAnswers } = item;
	const schema = requestedSchema(item.request.body);
	const { misfit, asksForMoreRoom, most: maxTries } = readCheckSettings(context);
	if (schema === undefined && !asksForMoreRoom) return [await answerOnce(item)];
	const tries: PaidTry[] = [];
	for (let { request } = item; ;) {
		const hasMore = tries.length + 1 < maxTries;
		const withMoreRoom = async (completion: Json) =>
			asksForMoreRoom && hasMore
				? await requestWithMoreRoom(context, run, request, completion)
				: undefined;
		const { larger, ...newTry } = await makeTry(item, request, tries, withMoreRoom);
		tries.push(newTry);
		if (larger !== undefined) {
			request = larger;
			continue;
		}
		if (schema === undefined) return [await itemOfTries(context, tries, uncheckedData(context))];
		const checked = checkTry(newTry, schema);
		const { isCall, isWhole, answer } = checked;
		if (isCall || answer.problems.length === 0 || misfit === 'mark') {
			return [await itemOfTries(context, tries, () => checkedFacts(checked, misfit === 'mark'))];
		}
		// With the same limit it would be cut off again.
		if (misfit === 'fail' || !hasMore || !isWhole)
			throw misfitFailure(tries, checked, savedAnswers);
		request = requestWithCorrection(request, checked);
	}
}

const CUT_OFF_CHOICES = ['keep', 'askAgain'] as const;

/** What the user wants for an answer that was cut off, or that does not follow its schema, and how many may be paid for. Throws a ServiceFailure. */
function readCheckSettings(context: IExecuteSingleFunctions) {
	const choices = ['fail', 'askAgain', 'mark'] as const;
	const misfit = readChoice(context, MISFIT_PARAMETER, 'fail', 'If It Does Not Fit', choices);
	const cutOff = readChoice(
		context,
		CUT_OFF_PARAMETER,
		'keep',
		'If It Is Cut Off',
		CUT_OFF_CHOICES,
	);
	const asksForMoreRoom = cutOff === 'askAgain';
	if (misfit !== 'askAgain' && !asksForMoreRoom) return { misfit, asksForMoreRoom, most: 1 };
	const { usual, ...range } = PAID_TRIES_RANGE;
	const rule = { label: 'Max Paid Tries', integer: true, ...range };
	const most = readNumber(context, MAX_TRIES_PARAMETER, usual, rule);
	return { misfit, asksForMoreRoom, most };
}

/** Refuses settings of the check that cannot be, before anything is sent. */
export function rejectBadCheckSettings(this: IExecuteSingleFunctions): void {
	readCheckSettings(this);
}

/**
 * One paid answer. What fails names those that were paid for before. `withMoreRoom` makes the request for a longer answer than one that was cut
 * off, where one is made.
 */
async function makeTry(
	item: Item,
	request: IHttpRequestOptions,
	tries: PaidTry[],
	withMoreRoom: (completion: Json) => Promise<IHttpRequestOptions | undefined>,
): Promise<PaidTry & { larger?: IHttpRequestOptions }> {
	const make = async (): Promise<PaidTry> => {
		const readBody = createCompletionReader(item.settings.silenceMs);
		const answer = await item.send(request, { readBody });
		const received = answer.body as Json;
		const larger = await withMoreRoom(received);
		const completion = larger === undefined ? checkedCompletion(answer, received) : received;
		const { namePrefix, attestation, headers, charge } = answer;
		const cost = await item.cost(answer, simplifiedCompletion(completion, namePrefix));
		const requestId = requestIdOf(headers);
		return { completion, namePrefix, attestation, cost, requestId, charge };
	};
	const what = hashOf(['answer', tries.length, request.body]);
	const made = await item.savedAnswers.once(what, make).catch(failureOrRethrow);
	if (!(made instanceof ServiceFailure))
		return { ...made, larger: await withMoreRoom(made.completion) };
	throw tries.length === 0 ? made : failureAfterPaidTries(made, tries);
}

function failureAfterPaidTries(failure: ServiceFailure, tries: PaidTry[]): ServiceFailure {
	const [{ completion, namePrefix }] = tries.slice(-1) as [PaidTry];
	const paidBefore = {
		tries: tries.length,
		cost: sumOfCosts(tries.map(({ cost }) => cost)),
		answer: simplifiedCompletion(completion, namePrefix).text,
	};
	const message = `${failure.message}, after ${paidAnswersText(tries)} ${tries.every(isCutOff) ? 'cut off' : 'that did not follow the JSON Schema'}`;
	return failure.withMessage(message, { details: { ...failure.facts.details, paidBefore } });
}

function checkTry({ completion, namePrefix }: PaidTry, schema: Json): CheckedTry {
	const { text, toolCalls } = simplifiedCompletion(completion, namePrefix);
	const [first] = Array.isArray(completion.choices) ? completion.choices.filter(isRecord) : [];
	const reason = finishReasonOf(first?.finish_reason);
	const isWhole =
		finishKindOf(first ?? {}) === 'known' && !['length', 'content_filter'].includes(reason);
	const answerText = String(text);
	const answer = checkAnswer(answerText, schema, isWhole);
	return {
		text: answerText,
		isCall: toolCalls !== undefined && answerText === '',
		isWhole,
		answer,
	};
}

/** The request with twice the tokens, or with twice those that came, as far as the model has more; undefined where it has not, and for an answer that was not cut off. */
async function requestWithMoreRoom(
	context: IExecuteSingleFunctions,
	run: RunMemory,
	request: IHttpRequestOptions,
	completion: Json,
): Promise<IHttpRequestOptions | undefined> {
	if (!isCutOff({ completion })) return undefined;
	const body = isRecord(request.body) ? request.body : {};
	const name = 'max_tokens' in body ? 'max_tokens' : 'max_completion_tokens';
	const had = Number(body[name] ?? chargedTokens(completion.usage)?.answer ?? 0);
	const record = await findModel(context, run, 'text', String(body.model));
	const { maxCompletionTokens: limit } = record?.spec ?? {};
	const room = Math.min(2 * had, typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY);
	if (!(room > had)) return undefined;
	return { ...request, body: { ...body, [name]: room } as IDataObject };
}

/** The request with the answer and what is wrong with it as its last messages. */
function requestWithCorrection(
	request: IHttpRequestOptions,
	{ text, answer: { problems } }: CheckedTry,
): IHttpRequestOptions {
	const body = isRecord(request.body) ? request.body : {};
	const messages: unknown[] = Array.isArray(body.messages) ? body.messages : [];
	const list = problems.map((problem) => `- ${problem}`).join('\n');
	const content = `Your answer does not follow the JSON Schema:\n${list}\nAnswer again with the complete JSON and nothing else.`;
	const more = [
		{ role: 'assistant', content: text },
		{ role: 'user', content },
	];
	return { ...request, body: { ...body, messages: [...messages, ...more] } as IDataObject };
}

function checkedFacts({ isCall, answer }: CheckedTry, marksProblems: boolean): Json {
	const { data, repaired, problems } = answer;
	const isValid = problems.length === 0;
	if (isCall) return { data: null };
	return {
		data,
		...numberFacts(answer),
		...(repaired.length > 0 && { repaired }),
		...(marksProblems && { valid: isValid, ...(isValid ? {} : { problems }) }),
	};
}

async function itemOfTries(
	context: IExecuteSingleFunctions,
	tries: PaidTry[],
	factsOf: (json: Json) => Json,
) {
	const last = tries.at(-1) as PaidTry;
	const { text } = simplifiedCompletion(last.completion, last.namePrefix);
	if (isReadLive(context)) await showAsMessage(context, async (show) => await show(String(text)));
	const ownCost = last.completion.cost;
	const keepsOwn =
		tries.length === 1 && !wantsSimplified(context) && reportedCost(ownCost) !== null;
	const cost = keepsOwn ? ownCost : sumOfCosts(tries.map((one) => one.cost));
	const more = { ...(tries.length > 1 && { tries: tries.length }), cost };
	return completionItem(context, last, (json) => ({ ...factsOf(json), ...more }));
}

/** The failure of an item none of whose answers follows the schema; they are kept. */
function misfitFailure(
	tries: PaidTry[],
	{ text, isWhole, answer }: CheckedTry,
	savedAnswers: Item['savedAnswers'],
): ServiceFailure {
	const [last] = tries.slice(-1);
	const [problem = '', ...others] = answer.problems;
	const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
	const isCut = !isWhole && last !== undefined && isCutOff(last);
	const keptHint = savedAnswers.keepsAnswers
		? ' A retry reads it again free of charge: set If It Does Not Fit under Options > Check Answer to Mark to use it, or to Ask Again.'
		: '';
	const headers = last?.requestId === undefined ? {} : { 'x-request-id': last.requestId };
	const cost = sumOfCosts(tries.map((one) => one.cost));
	return unusableAnswerFailure(
		{ headers, charge: last?.charge },
		`The JSON Schema is not followed by ${paidAnswersText(tries)}: ${problem}${more}`,
		last?.completion ?? {},
		{
			charge: 'certain',
			isKept: savedAnswers.keepsAnswers,
			cure: `${isCut ? 'The answer was cut off: raise Max Answer Length (Tokens). ' : ''}The answer is in the error details.${keptHint}`,
		},
		{ answer: text, problems: answer.problems, tries: tries.length, cost },
	);
}

function isCutOff({ completion: { choices } }: Pick<PaidTry, 'completion'>): boolean {
	const [first] = Array.isArray(choices) ? choices.filter(isRecord) : [];
	return finishReasonOf(first?.finish_reason) === 'length';
}

function paidAnswersText(tries: PaidTry[]): string {
	const isFree = tries.every(({ charge }) => charge === 'none');
	const cost = isFree ? null : sumOfCosts(tries.map((one) => one.cost));
	const parts = cost === null ? [] : amountsByCurrency(cost);
	const sum = parts.map(({ amount, currency }) => `${new Big(amount).toFixed()} ${currency}`);
	const words = tries.length === 1 ? 'the answer' : `${tries.length} answers`;
	return sum.length === 0 ? words : `${words} for ${sum.join(' and ')}`;
}
