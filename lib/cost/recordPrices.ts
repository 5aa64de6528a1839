import { isRecord, type Json } from '../core/record';
import { usdOf } from '../models/modelPrice';
import { wireNumber, wireText } from '../core/wireText';
import { chargedTokens } from './tokens';

/** About what the service takes for a search, a page or a document (docs/maintainers/service.md#prices). */
export const WEB_CALL_USD = 0.01;
/** What a rewritten prompt costs beside the image. */
const ENHANCED_PROMPT_USD = 0.04;
const ONE_MILLION = 1_000_000;

/** The price in USD at a place of a model's price list; undefined when it is not there or cannot be read. */
export function priceAt(spec: Json, ...path: string[]): number | undefined {
	return usdOf(priceListEntry(spec, path));
}

/** The price at the first of these places whose schedule is in the price list at all: a tier that is not in it, or cannot be read there, is unknown, and no other schedule counts for it. */
function firstPrice(spec: Json, ...places: string[][]): number | undefined {
	const place = places.find(([schedule = '']) => priceListEntry(spec, [schedule]) !== undefined);
	return place && priceAt(spec, ...place);
}

/** What stands at a place of a model's price list, or in place of the list that leads there; undefined where nothing does. */
function priceListEntry(spec: Json, path: string[]): unknown {
	let found: unknown = spec.pricing;
	for (const step of path) found = isRecord(found) ? found[step] : (found ?? undefined);
	return found ?? undefined;
}

/** Speech: by a million characters of text. */
export function speechPrice(spec: Json, text: string): number | undefined {
	return priceTimesUnits(priceAt(spec, 'input'), text.length / ONE_MILLION);
}

/** Transcription: by the second of sound. */
export function transcriptionPrice(spec: Json, seconds: number | undefined): number | undefined {
	return seconds === undefined
		? undefined
		: priceTimesUnits(priceAt(spec, 'per_audio_second'), seconds);
}

/** Chat and embeddings: by a million tokens, cached ones at their own price; long requests as a whole at the higher rate. */
export function tokenPrice(spec: Json, usage: unknown): number | undefined {
	const tokens = chargedTokens(usage);
	if (tokens === undefined) return undefined;
	const rates = ratesFor(spec, tokens.prompt);
	const input = priceAt(rates, 'input');
	const output = tokens.answer === 0 ? 0 : priceAt(rates, 'output');
	if (input === undefined || output === undefined) return undefined;
	const parts = [
		[tokens.prompt - tokens.read - tokens.written, input],
		[tokens.read, firstPrice(rates, ['cache_input'], ['input'])],
		[tokens.written, firstPrice(rates, ['cache_write'], ['input'])],
		[tokens.answer, output],
	] as const;
	return parts.reduce<number | undefined>((sum, [count, price]) => {
		if (count === 0 || sum === undefined) return sum;
		return price === undefined ? undefined : sum + (count / ONE_MILLION) * price;
	}, 0);
}

/** Whether a record lists a price for the tokens of an answer, whether or not it can be read: without one they are free. */
export function chargesOutput(spec: Json): boolean {
	return [['output'], ['extended', 'output']].some(
		(place) => priceListEntry(spec, place) !== undefined,
	);
}

function ratesFor(spec: Json, promptTokens: number): Json {
	const extended = isRecord(spec.pricing) ? spec.pricing.extended : undefined;
	if (!isRecord(extended)) return spec;
	const { context_token_threshold: threshold } = extended;
	// Without it, nothing says which rates apply.
	if (typeof threshold !== 'number') return {};
	return promptTokens > threshold ? { pricing: extended } : spec;
}

/** A new image: by its resolution and quality, or by the piece. */
export function imagePrice(spec: Json, request: Json): number | undefined {
	const { variants = 1, enable_web_search: searches } = request;
	const each = firstPrice(spec, ...imageTiersOf(spec, request), ['generation']);
	const search = searches === true ? WEB_CALL_USD : 0;
	return each === undefined ? undefined : each * Number(variants) + search;
}

/** An edit of one or several images: like a new image, and more for images beyond those that are included. */
export function editPrice(spec: Json, request: Json, images: number): number | undefined {
	const base = firstPrice(spec, ...imageTiersOf(spec, request), ['inpaint']);
	if (base === undefined) return undefined;
	const inputs = isRecord(spec.pricing) ? spec.pricing.inputImages : undefined;
	if (!isRecord(inputs)) return base;
	const { included } = inputs;
	if (typeof included !== 'number') return undefined;
	const more = Math.max(0, images - included);
	const additional = more === 0 ? 0 : priceAt(spec, 'inputImages', 'additional');
	return additional === undefined ? undefined : base + more * additional;
}

export function withEnhancement(usd: number | undefined, enhanced: boolean): number | undefined {
	return usd === undefined ? undefined : usd + (enhanced ? ENHANCED_PROMPT_USD : 0);
}

/** A larger image: by the factor. */
export function upscalePrice(spec: Json, scale: unknown): number | undefined {
	return priceAt(spec, 'upscale', `${Number(scale ?? 2)}x`);
}

/** The quality that is left out is the highest one, and is charged as such. */
function imageTiersOf(spec: Json, { resolution, quality = 'high' }: Json): string[][] {
	const constraints = isRecord(spec.constraints) ? spec.constraints : {};
	const tier = wireText(resolution ?? constraints.defaultResolution ?? '1K');
	return [
		['quality', tier, String(quality)],
		['resolutions', tier],
	];
}

/** A song, sound or narration: by the piece, its length or its text. */
export function musicPrice(spec: Json, request: Json): number | undefined {
	const seconds = wireNumber(request.duration_seconds ?? spec.default_duration);
	const units = {
		per_thousand_characters: String(request.prompt ?? '').length / 1000,
		per_second: seconds,
		generation: 1,
	};
	const found = Object.entries(units).find(([name]) => priceListEntry(spec, [name]) !== undefined);
	if (found === undefined) return durationPrice(spec, seconds);
	return priceTimesUnits(priceAt(spec, found[0]), found[1]);
}

function durationPrice({ pricing }: Json, seconds: number): number | undefined {
	const durations = isRecord(pricing) && isRecord(pricing.durations) ? pricing.durations : {};
	const tiers = Object.values(durations).filter(isRecord);
	const tier = tiers.find(
		({ min_seconds: from, max_seconds: to }) =>
			seconds >= wireNumber(from) && seconds <= wireNumber(to),
	);
	return usdOf(tier ?? (tiers.length === 1 ? tiers[0] : undefined));
}

function priceTimesUnits(price: number | undefined, units: number): number | undefined {
	return price === undefined ? undefined : price * units;
}

const INPUT_RATES = ['input', 'cache_input', 'cache_write'];

/** The most that a million tokens of a prompt can cost, cached or long ones included; undefined when the record has no such price, or one that cannot be read. */
export function highestInputRate(spec: Json): number | undefined {
	return highestRate(spec, 'input', INPUT_RATES);
}

/** The most that a million tokens of an answer can cost; undefined when the record has no such price. */
export function highestOutputRate(spec: Json): number | undefined {
	return highestRate(spec, 'output', ['output']);
}

/** A long request is charged as a whole at the extended rates. */
function highestRate(spec: Json, required: string, names: string[]): number | undefined {
	if (priceAt(spec, required) === undefined) return undefined;
	const rates = names
		.flatMap((name) => [[name], ['extended', name]])
		.filter((place) => priceListEntry(spec, place) !== undefined)
		.map((place) => priceAt(spec, ...place));
	return rates.includes(undefined) ? undefined : Math.max(...rates.map(Number));
}
