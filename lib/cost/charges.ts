import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { nextTurn, within } from '../core/clock';
import { header, type Answer } from '../core/answer';
import { reportedCost, sumOfCosts, usdWorthOf, type Cost } from '../core/cost';
import { failureOf } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { AnswerBody, isStream } from '../core/streams';
import { loadModelsOnce } from '../models/fetchModel';
import { bodyValuesAndFiles } from '../wire/body';
import type { CallPrice } from './callPrice';
import {
	CallPrices,
	requestedModelName,
	shortModelName,
	type PricesInput,
	type RequestedCall,
} from './callPrices';
import type { CostHold } from './capQueue';
import { itemsWithCosts } from './itemCosts';
import {
	doubtfulPriceFailure,
	unknownPriceFailure,
	waitForMoney,
	type MoneyWait,
} from './moneyWait';
import { spendingOf, type RunSpending } from './runSpending';
import { addToTotal, REHEARSAL_KEYS, asRefund, type OpenCall } from './runTotals';

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
	/** Writes to the log of n8n. */
	log: (sentence: string) => void;
	/** How many of its calls may be in flight at once. */
	places: number;
	/** How many items its node has; undefined where it has none. */
	items?: number;
}

/** A call that was sent; `cost` is undefined until something says it. */
interface PaidCall {
	asked: RequestedCall;
	answer: Answer;
	spending: RunSpending;
	hold: CostHold;
	isCapped: boolean;
	row: OpenCall;
	price: CallPrice | undefined;
	isNoted: boolean;
	known: { cost?: Cost | null };
}

/** What is sent under a cap: the body with the limit that holds its answer within it. */
interface Admitted extends Pick<PaidCall, 'hold' | 'isCapped' | 'price'> {
	body: unknown;
	isBounded: boolean;
}

/** How long an answer that is paid for waits for what says its price. */
const MAX_PRICE_WAIT_MS = 1_000;

/** Accounts, by type of model, whose last answers named no cost: the list of prices is loaded beside their calls. */
const accountsWithoutCosts = new Set<string>();

export class Charges {
	private unpricedCalls: PaidCall[] = [];

	/** What its calls were charged, as far as it is known by now. */
	private readonly knownCosts: Array<PaidCall['known']> = [];

	/** Whether one of these was not known in time. */
	private isLate = false;

	/** Its share of a call that it made together with other items. */
	private sharedCost: Cost | null | undefined;

	readonly prices: CallPrices;

	constructor(private readonly input: ChargesInput) {
		this.prices = new CallPrices(input);
	}

	/** The account that pays, and for which type of model. */
	private get payerKey(): string {
		return `${this.input.price?.modelType} ${this.input.payer.account.id}`;
	}

	get whyPriceUnknown(): string {
		if (this.knownCosts.some(({ cost }) => cost === undefined))
			return 'The price list did not arrive in time';
		const { tracks } = this.input;
		return (
			this.prices.unknownReason ??
			(tracks ? 'No price is known for this call' : 'Track Cost is off')
		);
	}

	/** Sends a paid call once what the execution may spend is enough for it, and notes its answer. Throws a ServiceFailure where it never is. */
	async send(
		body: unknown,
		call: (body: unknown) => Promise<Answer>,
		wait: Pick<MoneyWait, 'signal' | 'maxWaitMs'> = { maxWaitMs: 0 },
	): Promise<Answer> {
		const { context, run, node, tool, price, tracks, label: costLabel = null } = this.input;
		const asked = bodyValuesAndFiles(body);
		const spending = spendingOf(context);
		const admitted = await this.admit(asked, body, spending, wait);
		const { hold, isCapped } = admitted;
		const type = price?.modelType;
		// The call itself goes out first, once it has a connection.
		if (tracks && type !== undefined && accountsWithoutCosts.has(this.payerKey))
			void nextTurn()
				.then(nextTurn)
				.then(async () => await loadModelsOnce(context, run, type));
		const model = requestedModelName(asked);
		const rehearsal = this.input.payer.account.rehearses || undefined;
		const row = spending.table.openCall({ node, tool, model, costLabel, rehearsal });
		const answer = await call(admitted.body).catch((error: unknown) => {
			const { charge = 'none' } = failureOf(error, 'input').facts;
			if (charge === 'none') row.withdraw();
			if (charge === 'none') hold.release();
			else if (isCapped) hold.settle(null);
			throw error;
		});
		if (admitted.isBounded) answer.lengthBound = 'maxCostPerRun';
		if (price === undefined) return answer;
		const sent = admitted.isBounded ? bodyValuesAndFiles(admitted.body) : asked;
		const paid: PaidCall = {
			...{ asked: sent, answer, spending, hold, isCapped, row, price: admitted.price },
			...{ isNoted: false, known: {} },
		};
		this.unpricedCalls.push(paid);
		this.knownCosts.push(paid.known);
		await this.settleAtAnswer(paid);
		return answer;
	}

	private async admit(
		asked: RequestedCall,
		body: unknown,
		spending: RunSpending,
		wait: Pick<MoneyWait, 'signal' | 'maxWaitMs'>,
	): Promise<Admitted> {
		const maxUsd = this.input.maxCost();
		const { price: rule, context, log, places, items } = this.input;
		const unbounded = { body, isBounded: false };
		if (rule === undefined || !(maxUsd > 0))
			return { ...unbounded, hold: spending.queue.openHold(), isCapped: false, price: undefined };
		const { doubt } = this.prices;
		if (doubt !== undefined) throw doubtfulPriceFailure(doubt, maxUsd, this.input.maxCostOfOwner());
		const price = await this.prices.of(asked);
		if (price.probable === null) throw unknownPriceFailure(maxUsd, this.prices.unknownReason);
		const isRehearsed = this.input.payer.account.rehearses === true;
		const unit = items === undefined ? 'call' : 'item';
		const { hold, tokens } = await waitForMoney(
			...([spending.queue, price, { maxUsd, places, isRehearsed, unit }] as const),
			{
				...wait,
				onWait: (sentence) => spending.sayOfWait(log, sentence),
				onWaited: (ms) => spending.noteWait(context, ms, items),
			},
		);
		if (tokens === undefined || !isRecord(body))
			return { ...unbounded, hold, isCapped: true, price };
		const sent = { ...body, max_completion_tokens: tokens };
		return { body: sent, isBounded: true, hold, isCapped: true, price };
	}

	/** No call waits for the money of one that is over: its charge counts as soon as its answer says it, and at its most once its stream has ended without. */
	private async settleAtAnswer(paid: PaidCall): Promise<void> {
		const { answer, hold, isCapped } = paid;
		const { body } = answer;
		const json = isRecord(body) && !isStream(body) ? body : {};
		if (!isStream(body)) this.note(paid, json);
		if (!isCapped) return;
		const cost = await this.costOf(paid, json);
		if (cost !== null) return settleHold(hold, cost);
		if (!(body instanceof AnswerBody)) return hold.settle(null);
		void body.closed.then(async () => {
			// Whoever reads it says what it cost, unless its reader has left.
			await within(new Promise(() => undefined), MAX_PRICE_WAIT_MS);
			hold.settle(null);
		});
	}

	private async costOf(paid: PaidCall, json: Json, looksUp = true): Promise<Cost | null> {
		const { asked, answer } = paid;
		if (this.input.payer.account.rehearses === true) {
			paid.price ??= await this.prices.of(asked);
			const { probable } = paid.price;
			if (!looksUp || probable === null) return null;
			return this.prices.doubt === undefined ? probable : { ...probable, atLeast: true };
		}
		const record = async (type: string) => {
			accountsWithoutCosts.add(this.payerKey);
			return await this.prices.specOf(type, answer, asked);
		};
		return await this.prices.priceOf(asked, answer, json, looksUp ? record : undefined);
	}

	/** Notes once what an answer shows of calls like it. */
	private note(paid: PaidCall, json: Json): void {
		if (paid.isNoted) return;
		paid.isNoted = this.prices.noteAnswer(paid.asked, json);
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
		const { rehearses = false } = this.input.payer.account;
		const noted = this.unpricedCalls.filter(({ answer }) => only === undefined || answer === only);
		if (noted.length === 0) return null;
		this.unpricedCalls = this.unpricedCalls.filter((entry) => !noted.includes(entry));
		const costs = await Promise.all(
			noted.map(async (paid) => {
				const { answer, row, known, isCapped, hold } = paid;
				const asks = looksUp && (tracks || isCapped);
				this.note(paid, firstItem);
				const settle = async (cost: Cost | null) => {
					known.cost = cost;
					if (cost !== null && cost.estimated !== true) accountsWithoutCosts.delete(this.payerKey);
					if (tracks) addToTotal(context, cost, label, rehearses ? REHEARSAL_KEYS : undefined);
					if (cost !== null) settleHold(hold, cost);
					else if (isCapped) hold.settle(null);
					row.settle(cost, modelOf(answer), rehearses ? paid.price : undefined);
					return cost;
				};
				const cost = this.costOf(paid, firstItem, asks).then(settle);
				const inTime = await within(cost, MAX_PRICE_WAIT_MS);
				this.isLate ||= inTime === undefined;
				return inTime ?? null;
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
		const made =
			this.sharedCost === undefined ? await this.setCost(items[0]?.json) : this.sharedCost;
		const cost = made ?? (this.isLate ? this.lateCost(items) : null);
		// What is kept is no placeholder, and needs no account.
		const isRehearsed =
			this.sharedCost === undefined && this.input.payer.account.rehearses === true;
		const whyUnknown = () => this.whyPriceUnknown;
		return itemsWithCosts(items, cost, { isOpen, isRehearsed, whyUnknown });
	}

	/** What of the cost came after its items were made: all that is known now, without what they have. */
	private lateCost(items: INodeExecutionData[]): Cost | null {
		const sum = sumOfCosts(this.knownCosts.map(({ cost }) => cost ?? null));
		const given = items.map(({ json }) => reportedCost(json.cost)).filter((one) => one !== null);
		const rest = sum === null ? null : sumOfCosts([sum, ...given.map(asRefund)]);
		return rest === null || usdWorthOf(rest) < 0 ? null : rest;
	}
}

const modelOf = (answer: Answer) => shortModelName(header(answer, 'x-service-model-id'));

function settleHold(hold: CostHold, cost: Cost): void {
	hold.settle(usdWorthOf(cost), cost.atLeast === true);
}
