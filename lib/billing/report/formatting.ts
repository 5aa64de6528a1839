import { cut } from '../../core/cut';
import { amountOf, type Amount } from '../amount';
import { groupedDigits } from '../roundedText';

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

/** An exact amount as it is read: two places from one on, two digits that say something below, thousands apart. */
export function readableAmount(exact: string): string {
	const amount = amountOf(exact, 'amount');
	if (!amount.eq(0) && amount.abs().lt('1e-8')) return `${amount.lt(0) ? '-' : ''}<0.00000001`;
	const text = groupedDigits(amount.toFixed(readablePlaces(amount)));
	return text.replace(/(\.\d\d\d{0,6}?)0{1,8}$/, '$1');
}

export function readablePlaces(amount: Amount): number {
	return amount.eq(0) || amount.abs().gte(1) ? 2 : Math.min(8, Math.max(2, 1 - amount.e));
}

export function readableMoney(exact: string, currency: string): string {
	return `${readableAmount(exact)} ${readableCurrency(currency)}`;
}

/** Exact amounts that are compared, with their currency: with every digit where they would look alike although they differ. */
export function distinguishableMoney(exact: string[], currency: string): string[] {
	const texts = exact.map((one) => readableMoney(one, currency));
	const alike = new Set(texts).size < new Set(exact).size;
	return alike ? exact.map((one) => `${one} ${readableCurrency(currency)}`) : texts;
}

export function readableCount(count: number): string {
	return groupedDigits(String(count));
}

const MAX_PLACES = 12;

/** Decimal places for amounts that stand together with a total: two from ten on; below, enough for four digits that say something. */
export function placesForTotal(total: Amount): number {
	if (total.eq(0) || total.abs().gte(10)) return 2;
	return Math.min(MAX_PLACES, Math.max(4, 3 - total.e));
}
