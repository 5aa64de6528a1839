import { header, type Answer } from '../core/answer';
import type { Cost } from '../core/cost';
import { cut } from '../core/cut';
import type { Json } from '../core/record';
import { defaultRecord, recordOfCall } from '../models/defaultRecord';
import { loadModelsOnce, type ModelReader } from '../models/fetchModel';
import { bodyValuesAndFiles } from '../wire/body';
import type { RunMemory } from '../wire/send';
import { expectedUsage, promptSizeOf } from './expectedUsage';
import type { PricedCall, PriceRule } from './operationPrices';
import { seenChargesOf, type SeenCharges } from './seenCharges';

export interface PricesInput {
	context: ModelReader;
	price: PriceRule | undefined;
	/** Remembers the model list for all items of the run. */
	run: RunMemory;
	/** The account that pays, once it is known. */
	account: () => { id: string; rehearses?: boolean };
	/** Whether its chats are encrypted, so that the service adds nothing to them. */
	encrypted: boolean;
	quote: PricedCall['quote'];
	/** Why its calls may be charged otherwise than the panel says. */
	doubt?: () => string | undefined;
}

/** What a call asks for: the values and files of its body. */
export type RequestedCall = Pick<PricedCall, 'request' | 'files'>;

const MAX_MODEL_NAME_CHARACTERS = 200;

/** In the place of an answer that is still to come. */
const NO_ANSWER_YET: Answer = { body: undefined, headers: {}, namePrefix: '' };

/** What the calls of an item cost, before and after their answers. */
export class CallPrices {
	/** Why the last price that was asked for is not known. */
	unknownReason: string | undefined;

	constructor(private readonly input: PricesInput) {}

	/** Why the price of its calls is not certain; undefined where it is. */
	get doubt(): string | undefined {
		return this.input.price?.ignoresBody === true ? undefined : this.input.doubt?.();
	}

	/** What is known of the charges of such calls; undefined for those whose price does not depend on the answer. */
	seenOf(asked: RequestedCall): SeenCharges | undefined {
		const { price, account } = this.input;
		const basis = price?.basis?.(asked.request, asked.files);
		if (basis?.from !== 'modelPrice' || basis.accuracy !== 'estimate') return undefined;
		const addsOwn = this.promptSizeOf(asked).own > 0;
		const model = requestedModelName(asked);
		return seenChargesOf(JSON.stringify([account().id, price?.modelType, model, addsOwn]));
	}

	promptSizeOf({ request }: RequestedCall) {
		return promptSizeOf(request, this.input.encrypted);
	}

	/** What a call will probably cost, and what that takes for granted; null when nothing says. With the usage behind it. Never throws. */
	async estimate(
		body: unknown,
	): Promise<{ cost: Cost | null; assumptions: string[]; usage: unknown }> {
		return await this.estimateCall(bodyValuesAndFiles(body));
	}

	async estimateCall(asked: RequestedCall) {
		const { request, files } = asked;
		const seen = this.seenOf(asked);
		const { facts, assumptions } = expectedUsage(
			...([request, files, this.promptSizeOf(asked)] as const),
			(size) => seen?.promptTokens(size) ?? size.text + size.files + size.own,
		);
		const cost = await this.priceOf(asked, NO_ANSWER_YET, facts, async (type) => {
			const known = await this.specOf(type, NO_ANSWER_YET, asked);
			if (known !== undefined || requestedModel(asked) !== undefined) return known;
			// The service chooses; its choice shows in the first answer.
			const { records } = await loadModelsOnce(this.input.context, this.input.run, type);
			return defaultRecord(records)?.spec;
		});
		return { cost, assumptions: seen === undefined ? [] : assumptions, usage: facts.usage };
	}

	/** Without `spec`, only what the answer itself says. */
	async priceOf(
		asked: RequestedCall,
		answer: Answer,
		firstItem: Json,
		spec?: PricedCall['spec'],
	): Promise<Cost | null> {
		const { price, quote } = this.input;
		const paid: PricedCall = {
			...{ ...asked, answer, firstItem, isAhead: answer === NO_ANSWER_YET },
			spec: spec ?? (async () => undefined),
			quote: async (asked) => (spec === undefined ? undefined : await quote(asked)),
		};
		try {
			const cost = (await price?.(paid)) ?? null;
			// What the service reports is whole; a price of the model list knows only the fields of the panel.
			const isWhole = this.doubt === undefined || cost?.estimated !== true;
			return cost === null || isWhole ? cost : { ...cost, atLeast: true };
		} catch (error) {
			// What cannot be priced was delivered all the same.
			this.unknownReason = error instanceof Error ? error.message : String(error);
			return null;
		}
	}

	async specOf(type: string, answer: Answer, asked: RequestedCall): Promise<Json | undefined> {
		const { context, run } = this.input;
		const { records, problem } = await loadModelsOnce(context, run, type);
		this.unknownReason = problem;
		return recordOfCall(records, header(answer, 'x-service-model-id'), requestedModel(asked))?.spec;
	}
}

function requestedModel({ request }: RequestedCall): unknown {
	return request.model ?? request.modelId;
}

export function shortModelName(model: unknown): string | undefined {
	return typeof model === 'string' && model !== ''
		? cut(model, MAX_MODEL_NAME_CHARACTERS).text
		: undefined;
}

/** The name a call has in a table of calls; null where the service chooses. */
export function requestedModelName(asked: RequestedCall): string | null {
	return shortModelName(requestedModel(asked)) ?? null;
}
