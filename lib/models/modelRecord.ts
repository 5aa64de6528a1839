import { isRecord, type Json } from '../core/record';
import { modelRecords } from './fetchModel';
import { camelKeys, camelRecord } from '../wire/simplifiedItems';

/** Facts that say how an answer is made and are of no use to a workflow that chooses a model. */
const LIMIT_FIELDS = [
	'availableContextTokens',
	'maxCompletionTokens',
	'embeddingDimensions',
	'maxInputTokens',
	'maxInputImages',
	'durationOptions',
	'minDuration',
	'maxDuration',
	'promptCharacterLimit',
	'supportedFormats',
];

/** What a workflow mostly needs of a model: what it is, what it can do, its limits, its prices and whether it will be withdrawn. */
export function simplifiedModel(record: Json): Json {
	const [model] = modelRecords({ data: [record] });
	if (model === undefined) return record;
	const spec = camelRecord(model.spec);
	const { capabilities, constraints, deprecation } = spec;
	const limits = LIMIT_FIELDS.flatMap((name) =>
		spec[name] === undefined ? [] : [[name, spec[name]]],
	);
	return {
		id: model.id,
		name: typeof spec.name === 'string' ? spec.name : model.id,
		type: model.type,
		description: typeof spec.description === 'string' ? spec.description : null,
		traits: textList(spec.traits),
		capabilities: abilities({ ...spec, ...(isRecord(capabilities) ? capabilities : {}) }),
		limits: { ...Object.fromEntries(limits), ...(isRecord(constraints) ? constraints : {}) },
		voices: textList(spec.voices),
		pricing: pricesInUsd(model.spec.pricing),
		discountToUser: typeof record.discount_to_user === 'number' ? record.discount_to_user : null,
		uncensored: typeof spec.uncensored === 'boolean' ? spec.uncensored : null,
		available: spec.offline !== true,
		...(isRecord(deprecation)
			? {
					deprecation: {
						date: deprecation.date ?? null,
						replacement: deprecation.replacementModelId ?? null,
					},
				}
			: {}),
	};
}

/** What is no text in a list of texts is written as JSON. */
function textList(value: unknown): string[] {
	const entries: unknown[] = Array.isArray(value) ? value : [];
	const known = entries.filter((entry) => entry !== null && entry !== undefined);
	return known.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
}

/** The names of what the model supports, such as `vision` for `supportsVision`. */
function abilities(flags: Json): string[] {
	return Object.entries(flags).flatMap(([name, value]) => {
		const [, ability] = /^supports([A-Z].*)$/.exec(name) ?? [];
		if (ability === undefined || value !== true) return [];
		return [`${ability.charAt(0).toLowerCase()}${ability.slice(1)}`];
	});
}

/** What makes a price one of several, which it then names. */
const TIER_FIELDS = ['min_seconds', 'max_seconds'];

/** Prices in USD: each `{ usd, diem }` becomes its number, as both are the same. */
function pricesInUsd(value: unknown): unknown {
	if (!isRecord(value)) return camelKeys(value ?? null);
	const { usd } = value;
	const others = Object.fromEntries(
		Object.entries(value).filter(([name]) => name !== 'usd' && name !== 'diem'),
	);
	if (typeof usd === 'number' && !TIER_FIELDS.some((name) => name in others)) return usd;
	const inner = typeof usd === 'number' ? { usd, ...others } : others;
	return Object.fromEntries(
		Object.entries(inner).map(([name, one]) => [camelName(name), pricesInUsd(one)]),
	);
}

function camelName(name: string): string {
	return Object.keys(camelRecord({ [name]: 0 }))[0] ?? name;
}
