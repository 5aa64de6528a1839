import { Big } from '../../core/decimal';
import { roundedText } from '../amount';

const NICE_STEPS = [1, 2, 5, 10];

/** A step of 1, 2 or 5 times a power of ten that divides a span into at most `maxParts` parts. */
function niceStep(span: number, maxParts: number): number {
	const power = 10 ** Math.floor(Math.log10(span / maxParts));
	const smallestStep = (span / maxParts) * (1 - 1e-9);
	return (NICE_STEPS.find((step) => step * power >= smallestStep) ?? 10) * power;
}

/** Round values from at or below the least to at or above the greatest, always with zero; 0 and 1 when all is zero. */
export function niceTicks(least: number, greatest: number, maxParts: number): number[] {
	const [low, high] = [Math.min(0, least), Math.max(0, greatest)];
	if (high === low) return [0, 1];
	const step = niceStep(high - low, maxParts);
	const first = Math.floor(low / step + 1e-9);
	const last = Math.ceil(high / step - 1e-9);
	return Array.from({ length: last - first + 1 }, (_, index) =>
		Number(((first + index) * step).toPrecision(12)),
	);
}

function formattedNumber(value: number, options: Intl.NumberFormatOptions): string {
	return new Intl.NumberFormat('en', options).format(value).replace('-', '−');
}

function exponentialText(value: number): string {
	const [digits = '', power = ''] = value.toExponential(2).split('e');
	return `${Number(digits)}e${Number(power)}`.replace(/^-/, '−');
}

/** The ticks' labels: all with the decimals that the step between them needs; from 10,000 on with K, M, B or T. */
export function tickLabels(ticks: number[]): string[] {
	const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0));
	const greatest = Math.max(...ticks.map(Math.abs));
	const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
	return ticks.map((tick) => {
		if (tick === 0) return '0';
		if (decimals > 6 || greatest >= 1e15) return exponentialText(tick);
		return greatest >= 10_000
			? formattedNumber(tick, { notation: 'compact', maximumSignificantDigits: 4 })
			: formattedNumber(tick, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
	});
}

/** A single amount with so many places, or in three digits that count. */
export function amountLabel(value: number, places?: number): string {
	if (places !== undefined) return textWithPlaces(value, places);
	const size = Math.abs(value);
	if (size !== 0 && (size < 1e-6 || size >= 1e15)) return exponentialText(value);
	return formattedNumber(value, {
		notation: size >= 10_000 ? 'compact' : 'standard',
		maximumSignificantDigits: size >= 1000 && size < 10_000 ? 4 : 3,
	});
}

function textWithPlaces(value: number, places: number): string {
	const exact = new Big(value);
	return roundedText(exact.round(places), exact, places);
}

/** Where the bars stand, in pixels, and the values at its lower and upper edge. */
export interface PlotArea {
	left: number;
	right: number;
	top: number;
	bottom: number;
	low: number;
	high: number;
}

/** The pixel of a value: whole, so that edges are sharp and a pile has no gaps. */
export function yOf(value: number, { top, bottom, low, high }: PlotArea): number {
	return Math.round(bottom - ((value - low) / (high - low)) * (bottom - top));
}
