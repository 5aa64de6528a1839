import { header, type Answer } from '../core/answer';
import { reportedCost, usdWorthOf, type Cost } from '../core/cost';
import { cut } from '../core/cut';
import type { Json } from '../core/record';
import { defaultRecord, recordOfCall } from '../models/defaultRecord';
import { loadModelsOnce, type ModelReader } from '../models/fetchModel';
import type { RunMemory } from '../wire/send';
import { CallPrice } from './callPrice';
import { callSizeOf, type CallSize } from './callSize';
import type { PricedCall, PriceRule } from './operationPrices';
import { seenChargesOf, type SeenCharges } from './seenCharges';
import { chargedTokens, usageIn } from './tokens';

export interface PricesInput {
	context: ModelReader;
	price: PriceRule | undefined;
	/** Remembers the model list for all items of the run. */
	run: RunMemory;
	/** Whose account pays, once it is known. */
	payer: { readonly account: { id: string; keyId: string; rehearses?: boolean } };
	/** The node of a workflow by whose answers such calls are estimated. */
	nodeKey: string;
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

	private readonly sizes = new WeakMap<object, CallSize>();

	constructor(private readonly input: PricesInput) {}

	/** Why the price of its calls is not certain; undefined where it is. */
	get doubt(): string | undefined {
		return this.input.price?.ignoresBody === true ? undefined : this.input.doubt?.();
	}

	/** What a call costs that is not answered yet. Never throws. */
	async of(asked: RequestedCall): Promise<CallPrice> {
		const { price } = this.input;
		const { request, files } = asked;
		const size = this.sizeOf(asked);
		const basis = price?.basis?.(request, files);
		const seen = this.seenOf(asked);
		if (price?.ofTokens === undefined || price.modelType === undefined || seen === undefined) {
			const duration = size.recording && { duration: size.recording.seconds };
			const record = async (type: string) => await this.specAhead(type, asked);
			const fixed = await this.priceOf(asked, NO_ANSWER_YET, { ...duration }, record);
			return new CallPrice(size, fixed, basis);
		}
		const spec = await this.specAhead(price.modelType, asked);
		const tokens = spec && { spec, priceOf: price.ofTokens, seen, node: this.input.nodeKey };
		return new CallPrice(size, null, basis, tokens);
	}

	/** Counting takes a while for a long prompt. */
	private sizeOf({ request, files }: RequestedCall): CallSize {
		const known = this.sizes.get(request) ?? callSizeOf(request, files, this.input.encrypted);
		this.sizes.set(request, known);
		return known;
	}

	/** What answers have shown of the charges of such calls; undefined for those that are not charged by tokens. */
	private seenOf(asked: RequestedCall): SeenCharges | undefined {
		const { price, payer } = this.input;
		if (price?.ofTokens === undefined) return undefined;
		const { prompt, unbounded } = this.sizeOf(asked);
		const kind = [price.modelType, requestedModelName(asked), prompt.own > 0, unbounded];
		return seenChargesOf(JSON.stringify([payer.account.keyId, ...kind]));
	}

	/** Notes what an answer shows of the charges of calls like it, if it does: its usage, and what it says that it was charged. */
	noteAnswer(asked: RequestedCall, json: Json): boolean {
		const { payer, nodeKey } = this.input;
		const seen = this.doubt === undefined ? this.seenOf(asked) : undefined;
		const usage = usageIn(json);
		const tokens = chargedTokens(usage);
		const { rehearses } = payer.account;
		if (seen === undefined || tokens === undefined || rehearses === true) return false;
		const { prompt: size, answers, isChat } = this.sizeOf(asked);
		const reported = reportedCost(json.cost);
		const isWhole = reported !== null && reported.atLeast !== true && reported.estimated !== true;
		seen.note(nodeKey, {
			...{ size, prompt: tokens.prompt, usage },
			answer: Math.ceil(tokens.answer / Math.max(1, answers.count)),
			...(isWhole && { usd: usdWorthOf(reported) }),
			...(isChat && { limit: answers.limit }),
		});
		return true;
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

	/** The service chooses where the request names no model; its choice shows in the first answer. */
	private async specAhead(type: string, asked: RequestedCall): Promise<Json | undefined> {
		const known = await this.specOf(type, NO_ANSWER_YET, asked);
		if (known !== undefined || requestedModel(asked) !== undefined) return known;
		const { records } = await loadModelsOnce(this.input.context, this.input.run, type);
		return defaultRecord(records)?.spec;
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
