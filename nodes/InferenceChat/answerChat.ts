import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../../lib/core/execution';
import { reportedCost, sumOfCosts } from '../../lib/core/cost';
import { failureOrRethrow, ServiceFailure } from '../../lib/core/failure';
import { isRecord, type Json } from '../../lib/core/record';
import { chargedTokens } from '../../lib/cost/tokens';
import { findModel } from '../../lib/models/fetchModel';
import { wantsSimplified } from '../../lib/wire/simplifiedItems';
import { mayTryModelAfter } from '../../lib/run/fallback/mayTryNextModel';
import { type NextModel, requestForNextModel } from '../../lib/run/fallback/nextModel';
import type { Item } from '../../lib/run/item';
import type { RunMemory } from '../../lib/wire/send';
import { checkAnswer, type CheckedAnswer } from '../../lib/chat/checkAnswer';
import { readChatAnswer, type ChatAnswer, type ChatChoice } from '../../lib/chat/chatAnswer';
import { OTHER_PROMPT_CURE, unusableAnswerFailure } from '../../lib/chat/completion';
import { CUT_WORDS, type Finish } from '../../lib/chat/finish';
import { showAsMessage, isReadLive } from '../../lib/chat/liveMessage';
import { requestedSchema } from '../../lib/chat/responseFormat';
import { PAID_TRIES_RANGE } from './fields/checkOptions';
import {
	isCutOff,
	makeTry,
	paidAnswersText,
	type PaidTry,
	type TriesFacts,
	triesFacts,
} from './paidTries';
import {
	answerOnce,
	completionItem,
	numberFacts,
	uncheckedData,
	type KeptAnswer,
} from './answerItem';

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
	const asksNext = misfit === 'askNextModel';
	if (schema === undefined && !asksForMoreRoom) return [await answerOnce(item)];
	const tries: PaidTry[] = [];
	const left: string[] = [];
	let next: NextModel = { notTried: [] };
	for (let { request } = item; ;) {
		const hasMore = tries.length + 1 < maxTries;
		const withMoreRoom = async (read: ChatAnswer) =>
			asksForMoreRoom && hasMore
				? await requestWithMoreRoom(context, run, request, read)
				: undefined;
		const made = await makeTry(item, request, tries, withMoreRoom).catch(failureOrRethrow);
		if (made instanceof ServiceFailure) {
			// A model that cannot answer leaves the question to the one behind it.
			const { fallback: rule } = item;
			const { model } = next;
			if (model === undefined || !rule || !mayTryModelAfter(made.facts, rule)) throw made;
			left.push(model);
			next = await nextFor(item, tries, left);
			if (next.request === undefined) throw made;
			({ request } = next);
			continue;
		}
		const { larger, ...newTry } = made;
		tries.push(newTry);
		if (larger !== undefined) {
			request = larger;
			continue;
		}
		const { completion, namePrefix, lengthBound, attestation } = newTry;
		item.raw = { completion, namePrefix, lengthBound, attestation, ...triesFacts(tries) };
		if (schema === undefined) return [await itemOfTries(context, tries, uncheckedData(context))];
		const checked = checkTry(newTry.first, schema);
		const { isCall, finish, answer } = checked;
		if (isCall || answer.problems.length === 0 || misfit === 'mark') {
			return [await itemOfTries(context, tries, () => checkedFacts(checked, misfit === 'mark'))];
		}
		// With the same limit it would be cut off again, and a refusal or a filter has answered.
		const mayAskAgain =
			misfit !== 'fail' &&
			hasMore &&
			finish.kind !== 'cut' &&
			(asksNext || finish.kind === 'whole');
		next = mayAskAgain && asksNext ? await nextFor(item, tries, left) : { notTried: [] };
		if (!mayAskAgain || (asksNext && next.request === undefined))
			throw misfitFailure(tries, checked, { savedAnswers, notTried: next.notTried });
		request = next.request ?? requestWithCorrection(request, checked);
	}
}

/** The request for a model that has not answered; those of `left` could not. */
async function nextFor(item: Item, tries: PaidTry[], left: string[]): Promise<NextModel> {
	const asked = [...tries.map(({ model }) => model ?? ''), ...left];
	return await requestForNextModel(item, item.request, asked);
}

/** The item of an answer that was paid for before, in the form that is wanted now. */
export async function remakeAnswer(
	{ context, request }: Item,
	raw: unknown,
): Promise<INodeExecutionData[]> {
	const { tries = 1, modelsTried, ...kept } = raw as KeptAnswer & Partial<TriesFacts>;
	const read = readChatAnswer(kept.completion, kept);
	const [first] = read.choices;
	const schema = requestedSchema(request.body);
	const checked = schema && first && checkTry(first, schema);
	const marks = readCheckSettings(context).misfit === 'mark';
	const facts = checked ? () => checkedFacts(checked, marks) : uncheckedData(context);
	if (first && isReadLive(context))
		await showAsMessage(context, async (show) => await show(first.text));
	// What several tries were charged stands beside what is kept.
	const more = tries > 1 ? { tries, ...(modelsTried && { modelsTried }), cost: null } : {};
	return [completionItem(context, read, kept.attestation, (all) => ({ ...facts(all), ...more }))];
}

/** What the user wants for an answer that was cut off, or that does not follow its schema, and how many may be paid for. */
function readCheckSettings(context: ItemContext) {
	const { checkAnswer } = context.parameters.options;
	const check = isRecord(checkAnswer) ? checkAnswer : {};
	const misfit = check.ifItDoesNotFit ?? 'fail';
	const asksForMoreRoom = check.ifItIsCutOff === 'askAgain';
	if ((misfit === 'fail' || misfit === 'mark') && !asksForMoreRoom)
		return { misfit, asksForMoreRoom, most: 1 };
	return { misfit, asksForMoreRoom, most: Number(check.maxPaidTries ?? PAID_TRIES_RANGE.usual) };
}

export function asksNextModel(context: ItemContext): boolean {
	return readCheckSettings(context).misfit === 'askNextModel';
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
	const more = { ...(tries.length > 1 && triesFacts(tries)), cost };
	return completionItem(context, read, attestation, () => ({ ...factsOf(read), ...more }));
}

/** The failure of an item none of whose answers follows the schema; they are kept. */
function misfitFailure(
	tries: PaidTry[],
	{ text, finish, answer }: CheckedTry,
	{ savedAnswers, notTried }: Pick<Item, 'savedAnswers'> & Pick<NextModel, 'notTried'>,
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
	const reread = tries.length === 1 ? 'it' : 'the first of them';
	const skipped = notTried.length === 0 ? '' : `No other model was asked: ${notTried.join('; ')}. `;
	const keptHint = savedAnswers.keepsAnswers
		? ` A retry reads ${reread} again free of charge: set If the Answer Doesn't Match the Schema under Options > Check Answer to Mark to use it${isNone ? '' : ', or to Ask Again'}.`
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
			cure: `${cure}${skipped}The answer is in the error details.${keptHint}`,
		},
		{ answer: text, problems: answer.problems, ...triesFacts(tries), cost },
	);
}
