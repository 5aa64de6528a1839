import { type ModelLimit, limitRefusal } from '../../lib/models/checkModel';
import { notTried } from '../../lib/run/fallback/candidate';
import { isRecord, type Json } from '../../lib/core/record';
import type { FallbackRule } from '../../lib/run/fallback/types';
import { modelFact } from '../../lib/models/fetchModel';
import { imagePrice, withEnhancement } from '../../lib/cost/recordPrices';

export const EDIT_LIMITS: ModelLimit[] = sharedLimits('options');

export const GENERATE_LIMITS: ModelLimit[] = [
	...sharedLimits('options.sizeAndQuality'),
	{
		wire: 'negative_prompt',
		label: 'Negative Prompt',
		kind: 'length',
		facts: ['promptCharacterLimit'],
	},
	{ wire: 'width', label: 'Width (Pixels)', kind: 'divisor', facts: ['widthHeightDivisor'] },
	{ wire: 'height', label: 'Height (Pixels)', kind: 'divisor', facts: ['widthHeightDivisor'] },
	{ wire: 'steps', label: 'Steps', kind: 'most', facts: ['steps'] },
];

/** The limits of every kind of model; `group` is the collection of the panel that holds the values of size. */
function sharedLimits(group: string): ModelLimit[] {
	return [
		{ wire: 'prompt', label: 'Prompt', kind: 'length', facts: ['promptCharacterLimit'] },
		{ wire: 'quality', label: 'Quality', kind: 'values', facts: ['qualities'] },
		{
			wire: 'aspect_ratio',
			label: 'Aspect Ratio',
			kind: 'values',
			facts: ['aspectRatios'],
			parameter: `${group}.aspectRatio`,
		},
		{
			wire: 'resolution',
			label: 'Resolution',
			kind: 'values',
			facts: ['resolutions'],
			parameter: `${group}.resolution`,
		},
	];
}

export const IMAGE_FALLBACK: FallbackRule = {
	type: 'image',
	hasOwnLimits: false,
	prices: [{ name: 'maxImagePrice', label: 'Max Price per Image (USD)', price: pricePerImage }],
	fit(body, { id }, spec = {}) {
		rejectOtherFamily(body, id, spec);
		const changes: string[] = [];
		const fitted = { ...body };
		for (const limit of GENERATE_LIMITS) {
			const value = fitted[limit.wire];
			const refusal = value === undefined ? undefined : limitRefusal(limit, spec, value);
			if (refusal === undefined) continue;
			const nearest = nearestAllowed(limit, spec, Number(value));
			if (nearest === undefined) throw notTried(`${refusal} for the model ${id}`);
			changes.push(`${limit.label} was lowered to ${nearest} for ${id}`);
			fitted[limit.wire] = nearest;
		}
		return { body: fitted, changes };
	},
};

/** With what a search and a rewritten prompt cost beside it. */
function pricePerImage(spec: Json, body: Json): number | undefined {
	const totalPrice = withEnhancement(imagePrice(spec, body), body.enhance_prompt === true);
	return totalPrice === undefined ? undefined : totalPrice / Number(body.variants ?? 1);
}

/** Refuses what belongs to another family of models: those that take pixels, ratios, or ratios with tiers. */
function rejectOtherFamily(body: Json, id: string, spec: Json): void {
	const takesRatios = modelFact(spec, 'aspectRatios') !== undefined;
	const takesTiers = modelFact(spec, 'resolutions') !== undefined;
	const known = isRecord(spec.constraints);
	const fieldsByFamily: Array<[wire: string, label: string, isForeign: boolean]> = [
		['width', 'Width (Pixels)', takesRatios],
		['height', 'Height (Pixels)', takesRatios],
		['aspect_ratio', 'Aspect Ratio', !takesRatios],
		['resolution', 'Resolution', !takesTiers],
		['style_references', 'Style References', spec.supportsStyleReferences === false],
	];
	for (const [wire, label, isForeign] of fieldsByFamily) {
		if (known && isForeign && body[wire] !== undefined) {
			throw notTried(`${label} cannot be set for the model ${id}`);
		}
	}
}

/** The largest number below the value that the model takes; undefined where there is none, or the value is no number. */
function nearestAllowed(
	{ kind, facts }: ModelLimit,
	spec: Json,
	value: number,
): number | undefined {
	const fact = modelFact(spec, ...facts);
	const limit = isRecord(fact) ? fact.max : fact;
	if (typeof limit !== 'number' || !(limit > 0)) return undefined;
	if (kind === 'most') return limit;
	const multiple = kind === 'divisor' ? value - (value % limit) : 0;
	return multiple > 0 ? multiple : undefined;
}
