import type { Json } from '../../core/record';

/** A model of the list under Fallback Models. */
export interface FallbackModel {
	id: string;
	/** For speech: the voice that it speaks with. */
	voice?: string;
}

/** What the user chose under Fallback Models. */
export interface FallbackChoices {
	/** In the order in which they are tried. */
	models: FallbackModel[];
	/** The limits on their prices that are set, by parameter. */
	maxPrices: Record<string, number>;
}

/** A request made to fit another model, with what was changed, as sentences. */
export interface FittedRequest {
	body: Json;
	changes: string[];
}

/** A limit on the price of a fallback model. */
export interface PriceLimit {
	/** Its parameter under Fallback Models, and its label. */
	name: string;
	label: string;
	/** What the model costs at most by its record, in the unit of the label; undefined when the record does not say. */
	price(spec: Json, body: Json): number | undefined;
}

/** How the requests of an operation go to another model. */
export interface FallbackRule {
	/** The type of its models in the model list. */
	type: 'decision' | 'image' | 'text' | 'tts';
	/** Whether each model has a rate limit of its own, so that another one may still have room. */
	hasOwnLimits: boolean;
	prices: PriceLimit[];
	/** Makes a request fit a model; `spec` is undefined where the model list lacks it. Throws a ServiceFailure with the reason when it cannot. */
	fit(body: Json, model: FallbackModel, spec: Json | undefined): FittedRequest;
}
