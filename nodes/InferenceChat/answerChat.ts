import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../../lib/core/execution';
import { requestIdOf, type Answer } from '../../lib/core/answer';
import { amountsByCurrency, reportedCost, sumOfCosts, type Cost } from '../../lib/core/cost';
import { Big } from '../../lib/core/decimal';
import { failureOrRethrow, ServiceFailure } from '../../lib/core/failure';
import { hashOf, isRecord, type Json } from '../../lib/core/record';
import { chargedTokens } from '../../lib/cost/tokens';
import { findModel } from '../../lib/models/fetchModel';
import { wantsSimplified } from '../../lib/wire/simplifiedItems';
import type { Item } from '../../lib/run/item';
import type { RunMemory } from '../../lib/wire/send';
import { checkAnswer, type CheckedAnswer } from '../../lib/chat/checkAnswer';
import { readChatAnswer, type ChatAnswer, type ChatChoice } from '../../lib/chat/chatAnswer';
import {
	createCompletionReader,
	OTHER_PROMPT_CURE,
	requireAnswer,
	unusableAnswerFailure,
} from '../../lib/chat/completion';
import { CUT_WORDS, type Finish } from '../../lib/chat/finish';
import { showAsMessage, isReadLive } from '../../lib/chat/liveMessage';
import { requestedSchema } from '../../lib/chat/responseFormat';
import { simplifiedCompletion } from '../../lib/chat/simplifyCompletion';
import { PAID_TRIES_RANGE } from './fields/checkOptions';
import {
	answerOnce,
	completionItem,
	numberFacts,
	uncheckedData,
	type KeptAnswer,
} from './answerItem';

/** An answer that was paid for, as a retry finds it again. */
interface KeptTry extends KeptAnswer {
	cost: Cost | null;
	requestId?: string;
	charge?: Answer['charge'];
}

interface PaidTry extends KeptTry {
	read: ChatAnswer;
	/** Its first choice. */
	first: ChatChoice;
}

/** An answer, and how it stands to its schema; unchecked where it is a call of a tool. */
interface CheckedTry extends Pick<ChatChoice, 'text' | 'finish'> {
	isCall: boolean;
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
		const withMoreRoom = async (read: ChatAnswer) =>
			asksForMoreRoom && hasMore
				? await requestWithMoreRoom(context, run, request, read)
				: undefined;
		const { larger, ...newTry } = await makeTry(item, request, tries, withMoreRoom);
		tries.push(newTry);
		if (larger !== undefined) {
			request = larger;
			continue;
		}
		const { completion, namePrefix, lengthBound, attestation } = newTry;
		item.raw = { completion, namePrefix, lengthBound, attestation, tries: tries.length };
		if (schema === undefined) return [await itemOfTries(context, tries, uncheckedData(context))];
		const checked = checkTry(newTry.first, schema);
		const { isCall, finish, answer } = checked;
		if (isCall || answer.problems.length === 0 || misfit === 'mark') {
			return [await itemOfTries(context, tries, () => checkedFacts(checked, misfit === 'mark'))];
		}
		// With the same limit it would be cut off again, and a refusal or a filter has answered.
		if (misfit === 'fail' || !hasMore || finish.kind !== 'whole')
			throw misfitFailure(tries, checked, savedAnswers);
		request = requestWithCorrection(request, checked);
	}
}

/** The item of an answer that was paid for before, in the form that is wanted now. */
export async function remakeAnswer(
	{ context, request }: Item,
	raw: unknown,
): Promise<INodeExecutionData[]> {
	const { tries = 1, ...kept } = raw as KeptAnswer & { tries?: number };
	const read = readChatAnswer(kept.completion, kept);
	const [first] = read.choices;
	const schema = requestedSchema(request.body);
	const checked = schema && first && checkTry(first, schema);
	const marks = readCheckSettings(context).misfit === 'mark';
	const facts = checked ? () => checkedFacts(checked, marks) : uncheckedData(context);
	if (first && isReadLive(context))
		await showAsMessage(context, async (show) => await show(first.text));
	// What several tries were charged stands beside what is kept.
	const more = tries > 1 ? { tries, cost: null } : {};
	return [completionItem(context, read, kept.attestation, (all) => ({ ...facts(all), ...more }))];
}

/** What the user wants for an answer that was cut off, or that does not follow its schema, and how many may be paid for. */
function readCheckSettings(context: ItemContext) {
	const { checkAnswer } = context.parameters.options;
	const check = isRecord(checkAnswer) ? checkAnswer : {};
	const misfit = check.ifItDoesNotFit ?? 'fail';
	const asksForMoreRoom = check.ifItIsCutOff === 'askAgain';
	if (misfit !== 'askAgain' && !asksForMoreRoom) return { misfit, asksForMoreRoom, most: 1 };
	return { misfit, asksForMoreRoom, most: Number(check.maxPaidTries ?? PAID_TRIES_RANGE.usual) };
}

/**
 * One paid answer. What fails names those that were paid for before. `withMoreRoom` makes the request for a longer answer than one that was cut
 * off, where one is made.
 */
async function makeTry(
	item: Item,
	request: IHttpRequestOptions,
	tries: PaidTry[],
	withMoreRoom: (read: ChatAnswer) => Promise<IHttpRequestOptions | undefined>,
): Promise<PaidTry & { larger?: IHttpRequestOptions }> {
	const make = async (): Promise<KeptTry> => {
		const readBody = createCompletionReader(item.settings.silenceMs);
		const answer = await item.send(request, { readBody });
		const completion = answer.body as Json;
		const read = readChatAnswer(completion, answer);
		if ((await withMoreRoom(read)) === undefined) requireAnswer(answer, read);
		const { namePrefix, lengthBound, attestation, headers, charge } = answer;
		const cost = await item.cost(answer, simplifiedCompletion(read));
		const requestId = requestIdOf(headers);
		return { completion, namePrefix, lengthBound, attestation, cost, requestId, charge };
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

/** What of an answer broke no rule of the schema: it says itself why it is none. */
const OTHER_THAN_JSON: Array<Finish['kind']> = ['refused', 'filtered'];

function checkTry({ text, calls, finish }: ChatChoice, schema: Json): CheckedTry {
	const answer = checkAnswer(text, schema, finish.kind === 'whole');
	const isNone = answer.problems.length > 0 && OTHER_THAN_JSON.includes(finish.kind);
	return {
		...{ text, finish },
		isCall: calls.length > 0 && text === '',
		answer: isNone ? { ...answer, problems: [finish.sentence] } : answer,
	};
}

/** The request with twice the tokens, or with twice those that came, as far as the model has more; undefined where it has not, and for an answer that was not cut off. */
async function requestWithMoreRoom(
	context: ItemContext,
	run: RunMemory,
	request: IHttpRequestOptions,
	{ completion, choices: [first] }: ChatAnswer,
): Promise<IHttpRequestOptions | undefined> {
	if (first === undefined || !isCutOff(first)) return undefined;
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
	const { data, repaired, problems, uncheckedPatterns } = answer;
	const isValid = problems.length === 0;
	if (isCall) return { data: null };
	return {
		data,
		...numberFacts(answer),
		...(repaired.length > 0 && { repaired }),
		...(uncheckedPatterns.length > 0 && { uncheckedPatterns }),
		...(marksProblems && { valid: isValid, ...(isValid ? {} : { problems }) }),
	};
}

async function itemOfTries(
	context: ItemContext,
	tries: PaidTry[],
	factsOf: (read: ChatAnswer) => Json,
) {
	const { read, first, completion, attestation } = tries.at(-1) as PaidTry;
	if (isReadLive(context)) await showAsMessage(context, async (show) => await show(first.text));
	const ownCost = completion.cost;
	const keepsOwn =
		tries.length === 1 && !wantsSimplified(context) && reportedCost(ownCost) !== null;
	const cost = keepsOwn ? ownCost : sumOfCosts(tries.map((one) => one.cost));
	const more = { ...(tries.length > 1 && { tries: tries.length }), cost };
	return completionItem(context, read, attestation, () => ({ ...factsOf(read), ...more }));
}

/** The failure of an item none of whose answers follows the schema; they are kept. */
function misfitFailure(
	tries: PaidTry[],
	{ text, finish, answer }: CheckedTry,
	savedAnswers: Item['savedAnswers'],
): ServiceFailure {
	const [last] = tries.slice(-1);
	const [problem = '', ...others] = answer.problems;
	const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
	const isNone = OTHER_THAN_JSON.includes(finish.kind);
	const cure = isNone
		? `${OTHER_PROMPT_CURE} `
		: finish.kind === 'cut'
			? `${finish.sentence}. ${CUT_WORDS[finish.cutBy].cure} `
			: '';
	const keptHint = savedAnswers.keepsAnswers
		? ` A retry reads it again free of charge: set If the Answer Doesn't Match the Schema under Options > Check Answer to Mark to use it${isNone ? '' : ', or to Ask Again'}.`
		: '';
	const headers = last?.requestId === undefined ? {} : { 'x-request-id': last.requestId };
	const cost = sumOfCosts(tries.map((one) => one.cost));
	const paid = paidAnswersText(tries);
	return unusableAnswerFailure(
		{ headers, charge: last?.charge },
		isNone
			? `${problem}, so there is no JSON in ${paid}`
			: `${paid.replace(/^the/, 'The')} ${tries.length === 1 ? 'does' : 'do'} not match the JSON Schema: ${problem}${more}`,
		last?.completion ?? {},
		{
			charge: 'certain',
			isKept: savedAnswers.keepsAnswers,
			cure: `${cure}The answer is in the error details.${keptHint}`,
		},
		{ answer: text, problems: answer.problems, tries: tries.length, cost },
	);
}

/** Whether an answer reached its maximum length; a larger one would not have been cut less where Max Cost per Run set that. */
function isCutOff({ finish }: ChatChoice): boolean {
	return finish.cutBy === 'length';
}

function paidAnswersText(tries: PaidTry[]): string {
	const isFree = tries.every(({ charge }) => charge === 'none');
	const cost = isFree ? null : sumOfCosts(tries.map((one) => one.cost));
	const parts = cost === null ? [] : amountsByCurrency(cost);
	const sum = parts.map(({ amount, currency }) => `${new Big(amount).toFixed()} ${currency}`);
	const words = tries.length === 1 ? 'the answer' : `${tries.length} answers`;
	return sum.length === 0 ? words : `${words} for ${sum.join(' and ')}`;
}
