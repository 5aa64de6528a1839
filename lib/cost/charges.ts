import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { within } from '../core/clock';
import { header, type Answer } from '../core/answer';
import { withCostSecond, reportedCost, sumOfCosts, usdWorthOf, type Cost } from '../core/cost';
import { badInput, failureOf } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { loadModelsOnce } from '../models/fetchModel';
import { bodyValuesAndFiles } from '../wire/body';
import {
	CallPrices,
	requestedModelName,
	shortModelName,
	type PricesInput,
	type RequestedCall,
} from './callPrices';
import { spendingOf, type CostHold, type RunSpending } from './runSpending';
import { addToTotal, REHEARSAL_KEYS, asRefund, type OpenCall } from './runTotals';
import type { SeenCharges } from './seenCharges';
import { tokenFields } from './tokens';

interface ChargesInput extends PricesInput {
	node: string;
	tool: boolean;
	/** Whether prices are looked up and totals kept. */
	tracks: boolean;
	label?: string;
	/** What the execution may spend with that account, in USD; 0 for no limit. */
	maxCost: () => number;
	/** The same as the owner of the credential allows it. */
	maxCostOfOwner: () => number;
}

interface UnpricedCall {
	asked: RequestedCall;
	answer: Answer;
	spending: RunSpending;
	hold?: CostHold;
	call: OpenCall;
	/** What it may teach, unless it did. */
	seen?: SeenCharges;
}

/** How long an answer that is paid for waits for what says its price. */
const MAX_PRICE_WAIT_MS = 1_000;

/** Accounts, by type of model, whose last answers named no cost: the list of prices is loaded beside their calls. */
const accountsWithoutCosts = new Set<string>();

export class Charges {
	private unpricedCalls: UnpricedCall[] = [];

	/** Its share of a call that it made together with other items. */
	private sharedCost: Cost | null | undefined;

	readonly prices: CallPrices;

	constructor(private readonly input: ChargesInput) {
		this.prices = new CallPrices(input);
	}

	/** The account that pays, and for which type of model. */
	private get payer(): string {
		return `${this.input.price?.modelType} ${this.input.account().id}`;
	}

	get whyPriceUnknown(): string {
		const { tracks } = this.input;
		return (
			this.prices.unknownReason ??
			(tracks ? 'No price is known for this call' : 'Track Cost is off')
		);
	}

	/** Sends a paid call, if what the execution may spend is enough for it, and notes its answer. Throws a ServiceFailure otherwise. */
	async send(body: unknown, call: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
		const asked = bodyValuesAndFiles(body);
		const seen = this.prices.seenOf(asked);
		// Nothing but an answer shows how far the estimates are wrong.
		const letNextGo = this.input.maxCost() > 0 ? await seen?.waitForFirst(signal) : undefined;
		try {
			return await this.sendNext(asked, call, seen);
		} finally {
			letNextGo?.();
		}
	}

	private async sendNext(
		asked: RequestedCall,
		call: () => Promise<Answer>,
		seen: SeenCharges | undefined,
	): Promise<Answer> {
		const spending = spendingOf(this.input.context);
		const hold = await this.holdCost(asked, spending);
		const { context, run, node, tool, price, tracks, label: costLabel = null } = this.input;
		const type = price?.modelType;
		if (tracks && type !== undefined && accountsWithoutCosts.has(this.payer))
			void loadModelsOnce(context, run, type);
		const model = requestedModelName(asked);
		const rehearsal = this.input.account().rehearses || undefined;
		const openCall = spending.table.openCall({ node, tool, model, costLabel, rehearsal });
		const answer = await call().catch((error: unknown) => {
			const { charge = 'none' } = failureOf(error, 'input').facts;
			if (charge === 'none') openCall.withdraw();
			if (charge === 'none') hold?.release();
			else hold?.settle(null);
			throw error;
		});
		if (price === undefined) return answer;
		const unpriced: UnpricedCall = { asked, answer, spending, hold, call: openCall, seen };
		this.unpricedCalls.push(unpriced);
		if (isRecord(answer.body)) await this.learnFrom(unpriced, answer.body);
		return answer;
	}

	/** Notes what an answer shows of the charges of calls like it, once; a stream shows it at its end. */
	private async learnFrom(unpriced: UnpricedCall, json: Json): Promise<void> {
		const { asked, answer, hold, seen } = unpriced;
		if (seen === undefined) return;
		seen.noteAnswer();
		const charged = 'inputTokens' in json ? json.inputTokens : tokenFields(json.usage).inputTokens;
		seen.notePrompt(this.prices.promptSizeOf(asked), charged);
		if (hold === undefined) return;
		const record = async (type: string) => await this.prices.specOf(type, answer, asked);
		const cost = await this.prices.priceOf(asked, answer, json, record);
		if (cost === null || cost.atLeast === true) return;
		unpriced.seen = undefined;
		hold.correct(usdWorthOf(cost));
		const estimate = (await this.prices.estimateCall(asked)).cost;
		if (estimate !== null) seen.noteCharge(usdWorthOf(cost), usdWorthOf(estimate));
	}

	/**
	 * Prices what was noted since the last time, of one `answer` or of all, and adds it to the totals of the execution; null when
	 * nothing says the price within a second: the totals have it later. `looksUp` is false for an item that failed, for which only what its
	 * answers say is counted. Never throws.
	 */
	async setCost(
		firstItem: IDataObject = {},
		{ looksUp = true, answer: only }: { looksUp?: boolean; answer?: Answer } = {},
	): Promise<Cost | null> {
		const { context, tracks, label } = this.input;
		const { rehearses = false } = this.input.account();
		const noted = this.unpricedCalls.filter(({ answer }) => only === undefined || answer === only);
		if (noted.length === 0) return null;
		this.unpricedCalls = this.unpricedCalls.filter((entry) => !noted.includes(entry));
		const costs = await Promise.all(
			noted.map(async (unpriced) => {
				const { asked, answer, spending, hold, call } = unpriced;
				const asks = looksUp && (tracks || hold !== undefined);
				const record = async (type: string) => {
					accountsWithoutCosts.add(this.payer);
					return await this.prices.specOf(type, answer, asked);
				};
				const settle = async (cost: Cost | null) => {
					if (cost !== null && cost.estimated !== true) accountsWithoutCosts.delete(this.payer);
					if (asks) await this.learnFrom(unpriced, firstItem);
					if (tracks) addToTotal(context, cost, label, rehearses ? REHEARSAL_KEYS : undefined);
					if (cost !== null) spending.addCost(cost);
					hold?.settle(cost);
					call.settle(cost, shortModelName(header(answer, 'x-service-model-id')));
					return cost;
				};
				// A placeholder says nothing of the price.
				const price = rehearses
					? this.prices.estimateCall(asked).then((estimate) => (asks ? estimate.cost : null))
					: this.prices.priceOf(asked, answer, firstItem, asks ? record : undefined);
				const cost = await within(price.then(settle), MAX_PRICE_WAIT_MS);
				if (cost !== undefined) return cost;
				this.prices.unknownReason = 'nothing said its price within a second';
				return null;
			}),
		);
		return sumOfCosts(costs);
	}

	/** Takes what was charged for work of a model, and given back, out of what the execution has spent; silent where it was not known. */
	refund(cost: Cost | null, model: string): void {
		if (cost === null) return;
		const { context, node, tool, label: costLabel = null, tracks } = this.input;
		const spending = spendingOf(context);
		if (tracks) addToTotal(context, asRefund(cost));
		spending.addCost(asRefund(cost));
		spending.table.refund({ node, tool, model: shortModelName(model) ?? null, costLabel }, cost);
	}

	bearShare(share: Cost | null): void {
		this.sharedCost = share;
	}

	/** The items with what their calls were charged, or why that is not known: the first bears it all, so that a sum over the items is right. Never throws. */
	async withCosts(items: INodeExecutionData[]): Promise<INodeExecutionData[]> {
		const isOpen = this.unpricedCalls.length > 0 || this.sharedCost !== undefined;
		const cost =
			this.sharedCost === undefined ? await this.setCost(items[0]?.json) : this.sharedCost;
		const priced = items.map((item, index) => {
			const isUnknown = item.json.cost === null;
			if (item.error !== undefined || !(isOpen || isUnknown)) return item;
			const reported = reportedCost(item.json.cost);
			if (reported !== null && reported.atLeast !== true) return item;
			const own = index === 0 || cost === null ? cost : { amount: 0, currency: cost.currency };
			const costUnknown = own === null ? { costUnknown: this.whyPriceUnknown } : {};
			return { ...item, json: { ...item.json, cost: own as IDataObject | null, ...costUnknown } };
		});
		return priced.map((item) => ({ ...item, json: withCostSecond(item.json) }));
	}

	private async holdCost(
		asked: RequestedCall,
		spending: RunSpending,
	): Promise<CostHold | undefined> {
		const { price } = this.input;
		const maxCost = this.input.maxCost();
		if (price === undefined || !(maxCost > 0)) return undefined;
		const { doubt } = this.prices;
		const ofOwner = this.input.maxCostOfOwner();
		if (doubt !== undefined && ofOwner > 0) {
			throw badInput(
				`Not sent: Max Cost per Run of the credential is ${ofOwner} USD, and ${doubt}`,
				'Remove them, or ask the owner of the credential to set its Max Cost per Run to 0: Extra Fields Are Free counts for the limit of the node only.',
			);
		}
		if (doubt !== undefined) {
			throw badInput(
				`Not sent: Max Cost per Run is ${maxCost} USD, and ${doubt}`,
				'If they cost nothing, turn on Extra Fields Are Free under Options > Other Fields. Otherwise limit the run with Max Calls per Run, and clear Max Cost per Run under Options > Cost.',
			);
		}
		const { cost } = await this.prices.estimateCall(asked);
		const { excessUsd = 0, lastUsd } = this.prices.seenOf(asked) ?? {};
		if (cost !== null) return spending.holdCost(usdWorthOf(cost) + excessUsd, maxCost, lastUsd);
		throw badInput(
			`Not sent: Max Cost per Run is ${maxCost} USD, and the price of this call is not known (${this.prices.unknownReason ?? 'the service lists none'})`,
			'Limit the run with Max Calls per Run instead, and clear Max Cost per Run under Options > Cost and in the credential.',
		);
	}
}
