import { type Answer } from '../core/answer';
import { costFromUsd, type Cost } from '../core/cost';
import { type Json } from '../core/record';

export interface PricedCall {
	/** The values of the body, whether JSON or a form. */
	request: Json;
	files: File[];
	answer: Answer;
	/** Whether it is still to be sent, so that the answer says nothing. */
	isAhead?: boolean;
	/** The JSON of the first item, as `read` made it of the answer; before the call, the usage that is expected; empty when no item came of it. */
	firstItem: Json;
	/** `model_spec` of the model that ran, from the list of its type; undefined when it cannot be had. */
	spec(type: string): Promise<Json | undefined>;
	/** The price in USD that the service quotes for a video; undefined when it quotes none. */
	quote(request: Json): Promise<number | undefined>;
}

/** Where a price that is known before the call comes from, and how near it is to the charge. */
export interface PriceBasis {
	from: 'modelPrice' | 'quote' | 'usualPrice';
	accuracy: 'exact' | 'estimate' | 'upperBound';
}

/** What a paid call was charged; null when nothing says. Never throws for a price that is not known. */
export type PriceRule = ((paid: PricedCall) => Promise<Cost | null>) & {
	/** Of what is known before the call; left out where nothing is. */
	basis?(request: Json, files: File[]): PriceBasis;
	/** Whether nothing that a body holds changes it. */
	ignoresBody?: boolean;
	/** The type of the models that it is for; left out where a call goes to no model of the list. */
	modelType?: string;
};

export function priceFromRecord(
	type: string,
	price: (spec: Json, paid: PricedCall) => number | undefined,
	accuracy: (request: Json, files: File[]) => PriceBasis['accuracy'] = () => 'exact',
): PriceRule {
	const fromSpec = async (paid: PricedCall) => {
		const spec = await paid.spec(type);
		return costFromUsd(spec && price(spec, paid), paid.answer, true);
	};
	return priceWithBasis(fromSpec, 'modelPrice', accuracy, type);
}

export function priceWithBasis(
	price: (paid: PricedCall) => Promise<Cost | null>,
	from: PriceBasis['from'],
	accuracy: (request: Json, files: File[]) => PriceBasis['accuracy'],
	modelType?: string,
): PriceRule {
	const basis: PriceRule['basis'] = (request, files) => ({
		from,
		accuracy: accuracy(request, files),
	});
	return Object.assign(async (paid: PricedCall) => await price(paid), { basis, modelType });
}

export const alwaysEstimate = () => 'estimate' as const;

/** For what costs the same whatever is asked for. */
export function flatPrice(
	usd: number,
	accuracy: () => PriceBasis['accuracy'] = () => 'exact',
): PriceRule {
	const price = async ({ answer }: PricedCall) => costFromUsd(usd, answer, true);
	return Object.assign(priceWithBasis(price, 'usualPrice', accuracy), { ignoresBody: true });
}
