import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { requestId } from '../../lib/core/answer';
import { moniesOf, reportedCost, sumOfCosts, type Cost } from '../../lib/core/cost';
import { Big } from '../../lib/core/decimal';
import { caught, ServiceFailure } from '../../lib/core/failure';
import { hashOf, isRecord, type Json } from '../../lib/core/record';
import { readChoice, readNumber } from '../../lib/fields/readParameter';
import { runSettings } from '../../lib/run/runSettings';
import { wantsSimple } from '../../lib/wire/simplify';
import type { Run, Send, SendAll } from '../../lib/wire/send';
import { checkAnswer, type CheckedAnswer } from '../../lib/chat/checkAnswer';
import { completionOf, readWhole, unusable } from '../../lib/chat/completion';
import { finishOf, reasonOf } from '../../lib/chat/finish';
import { asMessage, isLive } from '../../lib/chat/live';
import { schemaOfRequest } from '../../lib/chat/responseFormat';
import { simplified } from '../../lib/chat/simplifyCompletion';
import { MAX_TRIES, MISFIT, TRIES } from './fields/checkOptions';
import { askOnce, completionItem, numberMarks, type Completed } from './readCompletion';

/** An answer that was paid for, as a retry finds it again. */
interface Try extends Completed {
	cost: Cost | null;
	requestId?: string;
}

/** An answer, and how it stands to its schema; unchecked where it is a call of a tool. */
interface Checked {
	text: string;
	isCall: boolean;
	/** Whether the model said that nothing more comes. */
	isWhole: boolean;
	answer: CheckedAnswer;
}

/** Answers a chat. An answer that must follow a JSON Schema is checked, and asked for again where the user wants that. */
export const answerChat: SendAll = async function (options, send, run) {
	const schema = schemaOfRequest(options.body);
	if (schema === undefined) return [await askOnce(this, options, send)];
	const { misfit, most } = checkSettings(this);
	const tries: Try[] = [];
	for (let request = options; ;) {
		const made = await tryOnce(this, request, { send, run, tries });
		tries.push(made);
		const checked = checkedBy(made, schema);
		const { isCall, isWhole, answer } = checked;
		if (isCall || answer.problems.length === 0 || misfit === 'mark') {
			return [await itemOf(this, tries, checked, misfit === 'mark')];
		}
		// With the same limit it would be cut off again.
		if (tries.length >= most || !isWhole) throw misfitOf(tries, checked, run);
		request = corrected(request, checked);
	}
};

/** What the user wants for an answer that does not follow its schema, and how many may be paid for. Throws a ServiceFailure. */
function checkSettings(context: IExecuteSingleFunctions) {
	const choices = ['fail', 'askAgain', 'mark'] as const;
	const misfit = readChoice(context, MISFIT, 'fail', 'If It Does Not Fit', choices);
	if (misfit !== 'askAgain') return { misfit, most: 1 };
	const { usual, ...range } = TRIES;
	const rule = { label: 'Max Paid Tries', integer: true, ...range };
	return { misfit, most: readNumber(context, MAX_TRIES, usual, rule) };
}

/** Refuses settings of the check that cannot be, before anything is sent. */
export function requireCheck(this: IExecuteSingleFunctions, options: IHttpRequestOptions): void {
	if (schemaOfRequest(options.body) !== undefined) checkSettings(this);
}

interface Sender {
	send: Send;
	run: Run;
	tries: Try[];
}

/** One paid answer. What fails names those that were paid for before. */
async function tryOnce(
	context: IExecuteSingleFunctions,
	request: IHttpRequestOptions,
	{ send, run, tries }: Sender,
): Promise<Try> {
	const make = async (): Promise<Try> => {
		const answer = await send(request, { readBody: readWhole(runSettings(context).silenceMs) });
		const completion = completionOf(answer, answer.body as Json);
		const { namePrefix, attestation, headers } = answer;
		const cost = await run.cost(answer, simplified(completion, namePrefix));
		return { completion, namePrefix, attestation, cost, requestId: requestId(headers) };
	};
	const what = hashOf(['answer', tries.length, request.body]);
	const made = await run.savedAnswers.once(what, make).catch(caught);
	if (!(made instanceof ServiceFailure)) return made;
	throw tries.length === 0 ? made : failedLater(made, tries);
}

/** The failure of a call after others that were paid for. */
function failedLater(failure: ServiceFailure, tries: Try[]): ServiceFailure {
	const [{ completion, namePrefix }] = tries.slice(-1) as [Try];
	const paidBefore = {
		tries: tries.length,
		cost: sumOfCosts(tries.map(({ cost }) => cost)),
		answer: simplified(completion, namePrefix).text,
	};
	const message = `${failure.message}, after ${paidFor(tries)} that did not follow the JSON Schema`;
	return failure.as(message, { details: { ...failure.facts.details, paidBefore } });
}

function checkedBy({ completion, namePrefix }: Try, schema: Json): Checked {
	const { text, toolCalls } = simplified(completion, namePrefix);
	const [first] = Array.isArray(completion.choices) ? completion.choices.filter(isRecord) : [];
	const reason = reasonOf(first?.finish_reason);
	const isWhole =
		finishOf(first ?? {}) === 'known' && !['length', 'content_filter'].includes(reason);
	const said = String(text);
	const answer = checkAnswer(said, schema, isWhole);
	return { text: said, isCall: toolCalls !== undefined && said === '', isWhole, answer };
}

/** The request with the answer and what is wrong with it as its last messages. */
function corrected(
	request: IHttpRequestOptions,
	{ text, answer: { problems } }: Checked,
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

async function itemOf(
	context: IExecuteSingleFunctions,
	tries: Try[],
	{ text, isCall, answer }: Checked,
	marks: boolean,
) {
	const last = tries.at(-1) as Try;
	const { data, repaired, problems } = answer;
	const isValid = problems.length === 0;
	if (isLive(context)) await asMessage(context, async (show) => await show(text));
	const checked = {
		data,
		...numberMarks(answer),
		...(repaired.length > 0 && { repaired }),
		...(marks && { valid: isValid, ...(isValid ? {} : { problems }) }),
	};
	const own = last.completion.cost;
	const keepsOwn = tries.length === 1 && !wantsSimple(context) && reportedCost(own) !== null;
	const cost = keepsOwn ? own : sumOfCosts(tries.map((one) => one.cost));
	const more = { ...(tries.length > 1 && { tries: tries.length }), cost };
	return completionItem(context, last, { ...(isCall ? { data: null } : checked), ...more });
}

/** The failure of an item none of whose answers follows the schema; they are kept. */
function misfitOf(
	tries: Try[],
	{ text, isWhole, answer }: Checked,
	{ savedAnswers }: Run,
): ServiceFailure {
	const [last] = tries.slice(-1);
	const [problem = '', ...others] = answer.problems;
	const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
	const isCut = !isWhole && reasonOfFirst(last) === 'length';
	const kept = savedAnswers.isKept
		? ' A retry reads it again and pays for nothing: set If It Does Not Fit under Options > Check Answer to Mark to use it, or to Ask Again.'
		: '';
	const headers = last?.requestId === undefined ? {} : { 'x-request-id': last.requestId };
	const cost = sumOfCosts(tries.map((one) => one.cost));
	return unusable(
		{ headers },
		`The JSON Schema is not followed by ${paidFor(tries)}: ${problem}${more}`,
		last?.completion ?? {},
		{
			charge: 'certain',
			isKept: savedAnswers.isKept,
			cure: `${isCut ? 'The answer was cut off: raise Max Answer Length (Tokens). ' : ''}The answer is in the error details.${kept}`,
		},
		{ answer: text, problems: answer.problems, tries: tries.length, cost },
	);
}

function reasonOfFirst(made: Try | undefined): string {
	const choices = made?.completion.choices;
	const [first] = Array.isArray(choices) ? choices.filter(isRecord) : [];
	return reasonOf(first?.finish_reason);
}

/** The answers and what they cost, in words. */
function paidFor(tries: Try[]): string {
	const cost = sumOfCosts(tries.map((one) => one.cost));
	const parts = cost === null ? [] : moniesOf(cost);
	const sum = parts.map(({ amount, currency }) => `${new Big(amount).toFixed()} ${currency}`);
	const words = tries.length === 1 ? 'the answer' : `${tries.length} answers`;
	return sum.length === 0 ? words : `${words} for ${sum.join(' and ')}`;
}
