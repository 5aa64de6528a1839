import { type Answer } from '../core/answer';
import { costFromUsd, type Cost } from '../core/cost';
import { type Json } from '../core/record';

export interface PaidCall {
	/** The values of the body, whether JSON or a form. */
	request: Json;
	files: File[];
	answer: Answer;
	/** Whether it is still to be sent, so that the answer says nothing. */
	isAhead?: boolean;
	/** The first item that came of it; empty when none did. */
	json: Json;
	/** `model_spec` of the model that ran, from the list of its type; undefined when it cannot be had. */
	spec(type: string): Promise<Json | undefined>;
	/** The price in USD that the service quotes for a video; undefined when it quotes none. */
	quote(request: Json): Promise<number | undefined>;
}

/** Where a price that is known before the call comes from, and how near it is to the charge. */
export interface Basis {
	from: 'modelPrice' | 'quote' | 'usualPrice';
	accuracy: 'exact' | 'estimate' | 'upperBound';
}

/** What a paid call was charged; null when nothing says. Never throws for a price that is not known. */
export type Price = ((paid: PaidCall) => Promise<Cost | null>) & {
	/** Of what is known before the call; left out where nothing is. */
	basis?(request: Json, files: File[]): Basis;
	/** Whether nothing that a body holds changes it. */
	ignoresBody?: boolean;
	/** The type of the models that it is for; left out where a call goes to no model of the list. */
	models?: string;
};

export function priceFromRecord(
	type: string,
	price: (spec: Json, paid: PaidCall) => number | undefined,
	accuracy: (request: Json, files: File[]) => Basis['accuracy'] = () => 'exact',
): Price {
	const fromSpec = async (paid: PaidCall) => {
		const spec = await paid.spec(type);
		return costFromUsd(spec && price(spec, paid), paid.answer, true);
	};
	return priceWithBasis(fromSpec, 'modelPrice', accuracy, type);
}

export function priceWithBasis(
	price: (paid: PaidCall) => Promise<Cost | null>,
	from: Basis['from'],
	accuracy: (request: Json, files: File[]) => Basis['accuracy'],
	models?: string,
): Price {
	const basis: Price['basis'] = (request, files) => ({ from, accuracy: accuracy(request, files) });
	return Object.assign(async (paid: PaidCall) => await price(paid), { basis, models });
}

export const asEstimate = () => 'estimate' as const;
