import type { INodeExecutionData } from 'n8n-workflow';

import type { Answer } from '../core/answer';
import { reportedCost, type Cost } from '../core/cost';
import { Big } from '../core/decimal';
import { ServiceFailure } from '../core/failure';
import { isRecord } from '../core/record';
import { rehearsalMark } from '../core/rehearsal';
import { cancelBody, isStream } from '../core/streams';
import { readRecords } from '../wire/readAs';
import type { Item, ItemStep } from './item';
import { withAnswerFacts } from './spending';

/** An answer of JSON as it came, or what an operation has of several, and what it was charged: a retry makes the items of it again. */
export interface KeptAnswer {
	answer: Pick<Answer, 'body' | 'fallback' | 'headers' | 'namePrefix'>;
	cost: Cost | null;
}

export function isKeptAnswer(kept: unknown): kept is KeptAnswer {
	return isRecord(kept) && isRecord(kept.answer) && isRecord(kept.answer.headers);
}

/** The last step: makes the requests of the operation and its output, with what they were charged. */
export const makeRequests: ItemStep = async (_, item) => {
	const { charges, operation, request } = item;
	try {
		const { make } = operation;
		const items =
			make === undefined
				? await itemsOfAnswer(item, await item.send(request))
				: await pricedItems(item, await make(item));
		const { headers = {}, namePrefix = '', fallback, body: answered } = item.lastAnswer ?? {};
		const body = make === undefined ? answered : item.raw;
		if (isRecord(body) && !isStream(body) && !Buffer.isBuffer(body)) {
			const cost = reportedCost(items[0]?.json.cost);
			item.keptAnswer = { answer: { body, headers, namePrefix, fallback }, cost };
		}
		return items;
	} catch (error) {
		throw await withItsCost(item, error);
	} finally {
		await charges.setCost({}, { looksUp: false });
		cancelBody(item.lastAnswer?.body);
	}
};

/** An answer that came and was lost was charged: its cost counts, and the error names it. */
async function withItsCost({ charges }: Item, error: unknown): Promise<unknown> {
	if (!(error instanceof ServiceFailure) || error.facts.charge !== 'certain') return error;
	const cost = await charges.setCost();
	if (cost === null || error.facts.details?.cost !== undefined) return error;
	const amount = `${new Big(cost.amount).toFixed()} ${cost.currency}`;
	const cure = `This item was charged ${amount}. ${error.facts.cure ?? ''}`.trim();
	return error.withMessage(error.message, { cure, details: { ...error.facts.details, cost } });
}

/** The items of an answer that was paid for before, as the user wants them now; undefined where that needs another request. */
export async function itemsOfKeptAnswer(
	item: Item,
	{ answer, cost }: KeptAnswer,
): Promise<INodeExecutionData[] | undefined> {
	const { operation, charges, context } = item;
	const { read = readRecords, remake } = operation;
	const made = await (remake?.(item, answer.body) ?? read.call(context, answer));
	if (made === undefined) return undefined;
	charges.bearShare(cost);
	item.lastAnswer = answer;
	return await pricedItems(item, made);
}

async function itemsOfAnswer(item: Item, answer: Answer): Promise<INodeExecutionData[]> {
	const { read = readRecords } = item.operation;
	return await pricedItems(item, await read.call(item.context, answer));
}

async function pricedItems(item: Item, made: INodeExecutionData[]): Promise<INodeExecutionData[]> {
	const { charges, context } = item;
	return withAnswerFacts(item, await charges.withCosts(made), rehearsalMark(context));
}
