import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import type { Answer } from '../../lib/core/answer';
import { sumOfCosts, type Cost } from '../../lib/core/cost';
import { rowsIn, type ItemContext } from '../../lib/core/execution';
import { failureOrRethrow, isCancelled, ServiceFailure } from '../../lib/core/failure';
import { hashOf, isRecord } from '../../lib/core/record';
import { wireText } from '../../lib/core/wireText';
import { questionsOf, readDecisions } from '../../lib/chat/decisions';
import { tokenFields } from '../../lib/cost/tokens';
import { mayTryModelAfter } from '../../lib/run/fallback/mayTryNextModel';
import { requestForNextModel } from '../../lib/run/fallback/nextModel';
import type { Item } from '../../lib/run/item';
import { DECISION_FALLBACK } from './decisionFallback';

export const DEFAULT_MIN_CONFIDENCE = 0.8;

/** What a model decided, as a retry finds it again. */
interface DecisionTry {
	body: unknown;
	model: string | null;
	cost: Cost | null;
}

/** What is kept of the answers of an item: the last of them, and what is said of the others. */
interface KeptDecisions {
	decisions: unknown;
	facts: object;
}

/** The item of decisions that were paid for before, as the user wants them now. */
export async function remakeDecisions(
	{ context }: Item,
	raw: unknown,
): Promise<INodeExecutionData[]> {
	const { decisions, facts } = raw as KeptDecisions;
	const json = { ...decisionsJson(context, { body: decisions }), ...facts };
	return await Promise.resolve([{ json: json as IDataObject }]);
}

/**
 * The decisions of the first model that is sure, else of the last one that answered: what was paid for is returned also where the model behind
 * it cannot be asked.
 */
export async function decideUntilSure(item: Item): Promise<INodeExecutionData[]> {
	const { context } = item;
	const tries = [await makeTry(item, item.request)];
	let failed: ServiceFailure | undefined;
	const passed: string[] = [];
	let skipped: string[] = [];
	for (let isOver = !asksNextModel(context); !isOver;) {
		const [last] = tries.slice(-1);
		if (last === undefined || decisionsJson(context, last).unsure !== true) break;
		const asked = [...tries.map(({ model }) => model ?? ''), ...passed];
		const { model, request, notTried } = await requestForNextModel(item, item.request, asked);
		skipped = notTried;
		if (model === undefined || request === undefined) break;
		passed.push(model);
		const made = await makeTry(item, request).catch(failureOrRethrow);
		failed = made instanceof ServiceFailure ? made : undefined;
		if (isCancelled(failed)) throw failed;
		if (!(made instanceof ServiceFailure)) tries.push(made);
		isOver = failed !== undefined && !mayTryModelAfter(failed.facts, DECISION_FALLBACK);
	}
	const last = tries.at(-1) as DecisionTry;
	const modelsTried = tries.map(({ model, cost }) => ({ model, cost }));
	const isLost = (failed?.facts.charge ?? 'none') !== 'none';
	const costs = [...tries.map(({ cost }) => cost), ...(isLost ? [null] : [])];
	const isUnsure = decisionsJson(context, last).unsure === true;
	const failures = failed === undefined ? [] : [failureText(String(passed.at(-1)), failed)];
	const reasons = isUnsure ? [...failures, ...skipped] : [];
	const facts = {
		...(tries.length > 1 && { modelsTried }),
		...(reasons.length > 0 && { nextModelError: reasons.join('; ') }),
	};
	item.raw = { decisions: last.body, facts } satisfies KeptDecisions;
	return [
		{ json: { ...decisionsJson(context, last), ...facts, cost: sumOfCosts(costs) } as IDataObject },
	];
}

function failureText(model: string, { message, facts }: ServiceFailure): string {
	const isLost = (facts.charge ?? 'none') !== 'none';
	return `${model}: ${message}${isLost ? '. It may have been charged' : ''}`;
}

async function makeTry(item: Item, request: IHttpRequestOptions): Promise<DecisionTry> {
	const keepsModel = request !== item.request;
	return await item.savedAnswers.once(hashOf(['decisions', request.body]), async () => {
		const answer = await item.send(request, { keepsModel });
		const cost = await item.cost(answer, decisionsJson(item.context, answer));
		const { model } = isRecord(request.body) ? request.body : {};
		return { body: answer.body, model: answer.fallback?.model ?? wireText(model), cost };
	});
}

/** The output of an answer: its decisions, and the tokens that they took. */
export function decisionsJson(context: ItemContext, answer: Pick<Answer, 'body'>): IDataObject {
	const { usage, ...decisions } = readDecisions(
		{ headers: {}, namePrefix: '', ...answer },
		readQuestions(context),
		readMinConfidence(context),
	);
	return { ...decisions, ...tokenFields(usage) } as IDataObject;
}

export function asksNextModel({ parameters: { options } }: ItemContext): boolean {
	return options.ifUnsure === 'askNextModel';
}

export function readQuestions(context: ItemContext) {
	return questionsOf(rowsIn(context.parameters.questions, 'question'));
}

function readMinConfidence(context: ItemContext): number {
	return Number(context.parameters.options.minConfidence ?? DEFAULT_MIN_CONFIDENCE);
}
