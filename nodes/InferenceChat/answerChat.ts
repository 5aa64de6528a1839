import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { requestIdOf } from '../../lib/core/answer';
import { amountsByCurrency, reportedCost, sumOfCosts, type Cost } from '../../lib/core/cost';
import { Big } from '../../lib/core/decimal';
import { failureOrRethrow, ServiceFailure } from '../../lib/core/failure';
import { hashOf, isRecord, type Json } from '../../lib/core/record';
import { readChoice, readNumber } from '../../lib/fields/readParameter';
import { wantsSimplified } from '../../lib/wire/simplifiedItems';
import type { ItemRun, SendRequest, SendAll } from '../../lib/wire/send';
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
import { MAX_TRIES_PARAMETER, MISFIT_PARAMETER, PAID_TRIES_RANGE } from './fields/checkOptions';
import { answerOnce, completionItem, numberFacts, type CompletedAnswer } from './answerItem';

/** An answer that was paid for, as a retry finds it again. */
interface PaidTry extends CompletedAnswer {
	cost: Cost | null;
	requestId?: string;
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
export const answerChat: SendAll = async function (options, send, run) {
	const schema = requestedSchema(options.body);
	if (schema === undefined) return [await answerOnce(this, options, send, run)];
	const { misfit, most: maxTries } = readCheckSettings(this);
	const tries: PaidTry[] = [];
	for (let request = options; ;) {
		const newTry = await makeTry(this, request, { send, run, tries });
		tries.push(newTry);
		const checked = checkTry(newTry, schema);
		const { isCall, isWhole, answer } = checked;
		if (isCall || answer.problems.length === 0 || misfit === 'mark') {
			return [await itemOfTries(this, tries, checked, misfit === 'mark')];
		}
		// With the same limit it would be cut off again.
		if (tries.length >= maxTries || !isWhole) throw misfitFailure(tries, checked, run);
		request = requestWithCorrection(request, checked);
	}
};

/** What the user wants for an answer that does not follow its schema, and how many may be paid for. Throws a ServiceFailure. */
function readCheckSettings(context: IExecuteSingleFunctions) {
	const choices = ['fail', 'askAgain', 'mark'] as const;
	const misfit = readChoice(context, MISFIT_PARAMETER, 'fail', 'If It Does Not Fit', choices);
	if (misfit !== 'askAgain') return { misfit, most: 1 };
	const { usual, ...range } = PAID_TRIES_RANGE;
	const rule = { label: 'Max Paid Tries', integer: true, ...range };
	return { misfit, most: readNumber(context, MAX_TRIES_PARAMETER, usual, rule) };
}

/** Refuses settings of the check that cannot be, before anything is sent. */
export function rejectBadCheckSettings(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
): void {
	if (requestedSchema(options.body) !== undefined) readCheckSettings(this);
}

interface TrySender {
	send: SendRequest;
	run: ItemRun;
	tries: PaidTry[];
}

/** One paid answer. What fails names those that were paid for before. */
async function makeTry(
	context: IExecuteSingleFunctions,
	request: IHttpRequestOptions,
	{ send, run, tries }: TrySender,
): Promise<PaidTry> {
	const make = async (): Promise<PaidTry> => {
		const answer = await send(request, {
			readBody: createCompletionReader(run.silenceMs),
		});
		const completion = checkedCompletion(answer, answer.body as Json);
		const { namePrefix, attestation, headers } = answer;
		const cost = await run.cost(answer, simplifiedCompletion(completion, namePrefix));
		return { completion, namePrefix, attestation, cost, requestId: requestIdOf(headers) };
	};
	const what = hashOf(['answer', tries.length, request.body]);
	const made = await run.savedAnswers.once(what, make).catch(failureOrRethrow);
	if (!(made instanceof ServiceFailure)) return made;
	throw tries.length === 0 ? made : failureAfterPaidTries(made, tries);
}

function failureAfterPaidTries(failure: ServiceFailure, tries: PaidTry[]): ServiceFailure {
	const [{ completion, namePrefix }] = tries.slice(-1) as [PaidTry];
	const paidBefore = {
		tries: tries.length,
		cost: sumOfCosts(tries.map(({ cost }) => cost)),
		answer: simplifiedCompletion(completion, namePrefix).text,
	};
	const message = `${failure.message}, after ${paidAnswersText(tries)} that did not follow the JSON Schema`;
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

async function itemOfTries(
	context: IExecuteSingleFunctions,
	tries: PaidTry[],
	{ text, isCall, answer }: CheckedTry,
	marksProblems: boolean,
) {
	const last = tries.at(-1) as PaidTry;
	const { data, repaired, problems } = answer;
	const isValid = problems.length === 0;
	if (isReadLive(context)) await showAsMessage(context, async (show) => await show(text));
	const checked = {
		data,
		...numberFacts(answer),
		...(repaired.length > 0 && { repaired }),
		...(marksProblems && { valid: isValid, ...(isValid ? {} : { problems }) }),
	};
	const ownCost = last.completion.cost;
	const keepsOwn =
		tries.length === 1 && !wantsSimplified(context) && reportedCost(ownCost) !== null;
	const cost = keepsOwn ? ownCost : sumOfCosts(tries.map((one) => one.cost));
	const more = { ...(tries.length > 1 && { tries: tries.length }), cost };
	return completionItem(context, last, () => ({
		...(isCall ? { data: null } : checked),
		...more,
	}));
}

/** The failure of an item none of whose answers follows the schema; they are kept. */
function misfitFailure(
	tries: PaidTry[],
	{ text, isWhole, answer }: CheckedTry,
	{ savedAnswers }: ItemRun,
): ServiceFailure {
	const [last] = tries.slice(-1);
	const [problem = '', ...others] = answer.problems;
	const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
	const isCut = !isWhole && firstFinishReason(last) === 'length';
	const keptHint = savedAnswers.keepsAnswers
		? ' A retry reads it again and pays for nothing: set If It Does Not Fit under Options > Check Answer to Mark to use it, or to Ask Again.'
		: '';
	const headers = last?.requestId === undefined ? {} : { 'x-request-id': last.requestId };
	const cost = sumOfCosts(tries.map((one) => one.cost));
	return unusableAnswerFailure(
		{ headers },
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

function firstFinishReason(made: PaidTry | undefined): string {
	const choices = made?.completion.choices;
	const [first] = Array.isArray(choices) ? choices.filter(isRecord) : [];
	return finishReasonOf(first?.finish_reason);
}

function paidAnswersText(tries: PaidTry[]): string {
	const cost = sumOfCosts(tries.map((one) => one.cost));
	const parts = cost === null ? [] : amountsByCurrency(cost);
	const sum = parts.map(({ amount, currency }) => `${new Big(amount).toFixed()} ${currency}`);
	const words = tries.length === 1 ? 'the answer' : `${tries.length} answers`;
	return sum.length === 0 ? words : `${words} for ${sum.join(' and ')}`;
}
