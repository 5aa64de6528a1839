import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { listModels, type ModelReader } from '../models/fetchModel';
import { isRecord } from '../record';
import { header, type Answer } from '../transport/http/answer';
import type { Gate } from '../transport/run/gate';
import { sumOfCosts, type Cost } from './cost';
import { requestOf, type Paid, type Price } from './price';
import { addToTotal } from './runningTotal';

export interface ChargesInput {
	context: ModelReader;
	price: Price | undefined;
	/** Remembers the model list for all items of the run. */
	run: Pick<Gate, 'remember'>;
	/** Whether prices are looked up and totals kept. */
	tracks: boolean;
	quote: Paid['quote'];
}

/** The paid calls of one item, priced as soon as their answers are read. */
export class Charges {
	private open: Array<{ body: unknown; answer: Answer }> = [];

	constructor(private readonly input: ChargesInput) {}

	/** Notes a call that was paid for. */
	note(body: unknown, answer: Answer): void {
		if (this.input.price !== undefined) this.open.push({ body, answer });
	}

	/**
	 * Prices what was noted since the last time, and adds it to the totals of the execution; null when nothing says the price.
	 * `looksUp` is false for an item that failed, for which only what its answers say is counted. Never throws.
	 */
	async settle(json: IDataObject = {}, looksUp = true): Promise<Cost | null> {
		const { context, tracks } = this.input;
		const noted = this.open.splice(0);
		const costs = await Promise.all(
			noted.map(async ({ body, answer }) => {
				const cost = await this.priced(body, answer, json, looksUp && tracks);
				if (tracks) addToTotal(context, cost);
				return cost;
			}),
		);
		return sumOfCosts(costs);
	}

	/** The items with what their calls were charged: the first bears it all, so that a sum over the items is right. */
	async onto(items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		if (this.open.length === 0) return items;
		const cost = await this.settle(items[0]?.json);
		return items.map((item, index) => {
			if (item.error !== undefined || isRecord(item.json.cost)) return item;
			const own = index === 0 || cost === null ? cost : { amount: 0, currency: cost.currency };
			return { ...item, json: { ...item.json, cost: own as IDataObject | null } };
		});
	}

	private async priced(
		body: unknown,
		answer: Answer,
		json: IDataObject,
		looksUp: boolean,
	): Promise<Cost | null> {
		const { price, quote } = this.input;
		const { request, files } = requestOf(body);
		const spec = async (type: string) =>
			looksUp ? await this.specOf(type, answer, request.model ?? request.modelId) : undefined;
		const paid: Paid = {
			...{ request, files, answer, json, spec },
			quote: async (asked) => (looksUp ? await quote(asked) : undefined),
		};
		try {
			return (await price?.(paid)) ?? null;
		} catch {
			// What cannot be priced was delivered all the same.
			return null;
		}
	}

	/** The record of the model that the answer names or the request asked for; else the only one, or the default one, of its type. */
	private async specOf(
		type: string,
		answer: Answer,
		asked: unknown,
	): Promise<Paid['json'] | undefined> {
		const { context, run } = this.input;
		const { records } = await listModels(context, run, type);
		const names = [header(answer, 'x-service-model-id'), asked];
		const named = records.find(({ id }) => names.includes(id));
		if (named !== undefined) return named.spec;
		if (names.some((name) => typeof name === 'string')) return undefined;
		const usual = records.find(
			({ spec: { traits } }) => Array.isArray(traits) && traits.includes('default'),
		);
		return (records.length === 1 ? records[0] : usual)?.spec;
	}
}
