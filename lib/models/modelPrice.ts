import { Big } from '../core/decimal';
import { isRecord, type Json } from '../core/record';
import { modelFact, type ModelRecord } from './fetchModel';

export interface ModelPrice {
	/** Amount with its unit, e.g. `$12 per 1M characters`. */
	text: string;
	/** USD of a usual call, to compare the models of one type by. */
	usual: number;
}

const USUAL_SECONDS = 30;
const UNIT_OF_TYPE: Record<string, string> = {
	image: 'per image',
	inpaint: 'per edit',
	music: 'per piece',
	upscale: 'per image',
};

/** The price of a model by its record (docs/maintainers/service.md#prices); undefined where the record has none, as for videos. */
export function modelPriceOf({ type, spec }: ModelRecord): ModelPrice | undefined {
	const { pricing } = spec;
	if (!isRecord(pricing)) return undefined;
	const [input, output] = [usdOf(pricing.input), usdOf(pricing.output)];
	if (input !== undefined && output !== undefined && input !== output) {
		return {
			text: `${dollarText(input)} in / ${dollarText(output)} out per 1M tokens`,
			usual: input + output,
		};
	}
	if (input !== undefined) {
		return singlePrice(input, `per 1M ${type === 'tts' ? 'characters' : 'tokens'}`);
	}
	const second = usdOf(pricing.per_audio_second) ?? usdOf(pricing.per_second);
	if (second !== undefined) {
		const minute = new Big(second).times(60).toNumber();
		return { ...singlePrice(minute, 'per minute'), usual: second * USUAL_SECONDS };
	}
	const characters = usdOf(pricing.per_thousand_characters);
	if (characters !== undefined) return singlePrice(characters, 'per 1,000 characters');
	return scheduledPrice(spec, pricing, UNIT_OF_TYPE[type] ?? 'per call');
}

/** Tiers of quality replace those of resolution, and both the single price; a price of upscaling counts only where there is no other. */
function scheduledPrice(spec: Json, pricing: Json, unit: string): ModelPrice | undefined {
	const schedules = ['quality', 'resolutions', 'durations', 'generation', 'inpaint', 'upscale'];
	const schedule = schedules.map((name) => pricing[name]).find((one) => amountsIn(one).length > 0);
	if (schedule === undefined) return undefined;
	const all = amountsIn(schedule);
	const [least, most] = [Math.min(...all), Math.max(...all)];
	if (least === most) return singlePrice(least, unit);
	const tier = tierIn(schedule, modelFact(spec, 'defaultResolution'));
	const usual = Math.min(...amountsIn(tierIn(tier, modelFact(spec, 'defaultQuality'))));
	return { text: `${dollarText(least)} to ${dollarText(most)} ${unit}`, usual };
}

/** The part of a schedule for what a request gets that does not say; all of it where there is no such tier. */
function tierIn(schedule: unknown, name: unknown): unknown {
	return isRecord(schedule) && typeof name === 'string' ? (schedule[name] ?? schedule) : schedule;
}

const singlePrice = (usd: number, unit: string): ModelPrice => ({
	text: `${dollarText(usd)} ${unit}`,
	usual: usd,
});

/** Whole dollars, or at least two places: `$12`, `$0.50`, `$0.0001`. */
function dollarText(usd: number): string {
	const text = new Big(usd).toFixed();
	return `$${text.replace(/\.\d$/, '$&0')}`;
}

/** The price in USD at one place of a price list; undefined where it is no price, or a negative one. */
export function usdOf(leaf: unknown): number | undefined {
	const usd = isRecord(leaf) ? leaf.usd : undefined;
	return typeof usd === 'number' && usd >= 0 && usd < Infinity ? usd : undefined;
}

/** Every amount in a schedule, whose tiers may have tiers. */
function amountsIn(schedule: unknown): number[] {
	if (!isRecord(schedule)) return [];
	const own = usdOf(schedule);
	return own === undefined ? Object.values(schedule).flatMap(amountsIn) : [own];
}
