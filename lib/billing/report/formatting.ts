import { cut } from '../../core/cut';
import { Big } from '../../core/decimal';
import {
	exactText,
	groupedDigits,
	percentOf,
	roundedText,
	tinyText,
	ZERO,
	type Amount,
} from '../amount';

const CURRENCY_DISPLAY_NAMES = new Map([['BUNDLED_CREDITS', 'bundled credits']]);
const MAX_CURRENCY_LENGTH = 40;

/** The currency as it is read: `USD`, `DIEM`, `bundled credits`. An unknown one becomes one short line. */
export function readableCurrency(currency: string): string {
	const known = CURRENCY_DISPLAY_NAMES.get(currency);
	return known ?? (oneLine(currency, MAX_CURRENCY_LENGTH) || '(no name)');
}

/** A text of the service on one line, cut with an ellipsis to at most `most` UTF-16 units. */
export function oneLine(text: string, most: number): string {
	const line = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
	return line.length > most ? `${cut(line, most - 1).text}…` : line;
}

/** Longer names of the service are cut. */
export const MAX_NAME_LENGTH = 120;

export function readableName(name: string): string {
	return oneLine(name, MAX_NAME_LENGTH) || '(no name)';
}

/** How every amount of a report is written. */
export function amountText(amount: Amount, places: number): string {
	return roundedText(amount.round(places), amount, places);
}

/** A rounded change with its sign: `+0.02`. */
export function changeText(shown: Amount, exact: Amount, places: number): string {
	// Rounded amounts can differ the other way round than the exact ones do.
	const rounded = shown.times(exact).lt(0) ? ZERO : shown;
	return `${exact.lt(0) ? '' : '+'}${roundedText(rounded, exact, places)}`;
}

/** An amount that stands alone: two places from one on, two digits that say something below, thousands apart. */
export function readableAmount(amount: Amount): string {
	if (!amount.eq(0) && amount.abs().lt('1e-8')) return tinyText(amount);
	const places = amount.eq(0) || amount.abs().gte(1) ? 2 : Math.max(2, 1 - amount.e);
	return withoutIdleZeros(groupedDigits(amount.toFixed(Math.min(8, places))));
}

/** A price, or a number of units, in so many digits that a change of it is seen. */
export function readableRate(amount: Amount): string {
	const places = amount.eq(0) || amount.abs().gte(1) ? 2 : Math.min(MAX_PLACES, 3 - amount.e);
	return withoutIdleZeros(amountText(amount, places));
}

const withoutIdleZeros = (text: string) => text.replace(/(\.\d\d\d{0,10}?)0{1,10}$/, '$1');

export function readableMoney(amount: Amount, currency: string): string {
	return `${readableAmount(amount)} ${readableCurrency(currency)}`;
}

/** Amounts that are compared, with their currency: with every digit where they would look alike although they differ. */
export function distinguishableMoney(amounts: Amount[], currency: string): string[] {
	const texts = amounts.map((one) => readableMoney(one, currency));
	const alike = new Set(texts).size < new Set(amounts.map(exactText)).size;
	return alike ? amounts.map((one) => `${exactText(one)} ${readableCurrency(currency)}`) : texts;
}

export function readableCount(count: number): string {
	return groupedDigits(String(count));
}

/** A share of a whole with one place; empty where there is no whole. */
export function readablePercent(part: Amount, whole: Amount): string {
	const percent = percentOf(part, whole, 1);
	if (percent === null) return '';
	const exact = part.times(100).div(whole);
	return `${roundedText(new Big(percent), exact, 1)}%`;
}

const MAX_PLACES = 12;

/** Decimal places for all amounts that stand together with a total: two from ten on; below, enough for four digits that say something. */
export function placesForTotal(total: Amount): number {
	if (total.eq(0) || total.abs().gte(10)) return 2;
	return Math.min(MAX_PLACES, Math.max(4, 3 - total.e));
}
