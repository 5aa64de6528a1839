import { Big } from '../core/decimal';
import { ServiceFailure } from '../core/failure';
import { cut } from '../core/cut';

/** A sum of money in exact decimal arithmetic. */
export type Amount = Big;

export const ZERO: Amount = new Big(0);

/** Room for a sum of doubles with every digit; texts without a bound would make sums as slow as their writer likes. */
const MAX_AMOUNT_LENGTH = 1000;
const [LOWEST_EXPONENT, HIGHEST_EXPONENT] = [-324, 330];
const MAX_QUOTE_LENGTH = 100;

/**
 * The amount that a number of the wire stands for: its shortest decimal text, so that 0.1 is one tenth and 1e-7 a ten-millionth.
 * Throws a ServiceFailure when it is not a number of a size that doubles have, since a sum without it would be wrong.
 */
export function amountOf(value: unknown, name: string): Amount {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
	if (text.length <= MAX_AMOUNT_LENGTH && /^-?\d+(\.\d+)?(e[+-]?\d{1,4})?$/i.test(text)) {
		const amount = new Big(text);
		if (amount.e >= LOWEST_EXPONENT && amount.e <= HIGHEST_EXPONENT) return amount;
	}
	const problem =
		value === undefined
			? `without ${name}`
			: `whose ${name} is not a number: ${quotedValue(value)}`;
	throw unreadableEntryFailure(problem);
}

/** The failure of a usage entry without which a sum would be wrong; `problem` goes on the sentence. */
export function unreadableEntryFailure(problem: string): ServiceFailure {
	const facts = { kind: 'malformed', status: 200 } as const;
	return new ServiceFailure(`The service sent a usage entry ${problem}`, facts);
}

/** The beginning of a value of the wire, for an error message. */
export function quotedValue(value: unknown): string {
	const text = JSON.stringify(value) ?? String(value);
	return text.length > MAX_QUOTE_LENGTH ? `${cut(text, MAX_QUOTE_LENGTH).text}…` : text;
}

/** Every digit of the amount, without an exponent. */
export function exactText(amount: Amount): string {
	return amount.eq(0) ? '0' : amount.toFixed();
}

/** `part` as a percentage of `whole`, half away from zero; null when `whole` is zero. */
export function percentOf(part: Amount, whole: Amount, places: 1 | 2 = 2): number | null {
	if (whole.eq(0)) return null;
	// A quotient is cut at 20 places, which could turn a half into less: the rounding is done on whole numbers.
	const scaled = part.times(10 ** (places + 2));
	const size = whole.abs();
	const doubled = scaled.abs().times(2).plus(size);
	const steps = doubled.minus(doubled.mod(size.times(2))).div(size.times(2));
	const signedSteps = scaled.lt(0) === whole.lt(0) ? steps : steps.times(-1);
	return Number(signedSteps.div(10 ** places).toFixed(places)) + 0;
}

/** The currencies that usage is charged in (docs/maintainers/service.md#usage-history). */
export const KNOWN_CURRENCIES = ['USD', 'DIEM', 'BUNDLED_CREDITS'];

/** The currency of an entry: one of those above whatever its letter case, else as it is written. */
export function normalizedCurrency(text: string): string {
	const name = text.trim().toUpperCase();
	return KNOWN_CURRENCIES.find((known) => known === name) ?? text;
}

export function groupedDigits(text: string): string {
	return text.replace(
		/^(-?\d{1,3})((?:\d{3})*)(?!\d)/,
		(_, first: string, rest: string) => first + rest.replace(/\d{3}/g, ',$&'),
	);
}

/**
 * Amounts, rounded so that they add up to their rounded sum, or to the `whole` that it is shown as: all are rounded
 * down, and the steps that are missing go to those that lost most (the method of the largest remainder). Equal ones are served in order.
 */
export function roundedParts(parts: Amount[], places: number, whole?: Amount): Amount[] {
	const step = new Big(10).pow(-places);
	const floors = parts.map((part) => {
		const shorter = part.round(places, Big.roundDown);
		return shorter.gt(part) ? shorter.minus(step) : shorter;
	});
	const lost = parts.map((part, index) => part.minus(floors[index] ?? ZERO));
	const sum = whole ?? parts.reduce((all, part) => all.plus(part), ZERO).round(places);
	const missing = sum.minus(floors.reduce((all, part) => all.plus(part), ZERO)).div(step);
	const order = [...parts.keys()].sort((a, b) => (lost[b] ?? ZERO).cmp(lost[a] ?? ZERO));
	const raised = new Set(order.slice(0, Math.max(0, Number(missing))));
	return floors.map((floor, index) => (raised.has(index) ? floor.plus(step) : floor));
}

/** The cells of a column of amounts, whose sum is written below them or is known to the reader; a chart writes them in the same way. */
export function columnTexts(exact: Amount[], places: number, whole?: Amount): string[] {
	return roundedParts(exact, places, whole).map((one, index) =>
		roundedText(one, exact[index] ?? ZERO, places),
	);
}

/** A rounded amount with all its places; one that rounding made zero, though it is not, has more of them. */
export function roundedText(rounded: Amount, exact: Amount, places: number): string {
	return rounded.eq(0) && !exact.eq(0) ? tinyText(exact) : groupedDigits(rounded.toFixed(places));
}

/** An amount that would be rounded to nothing, in two digits that say something. */
export function tinyText(amount: Amount): string {
	if (amount.e < -15) return amount.toExponential(0);
	return amount.toFixed(1 - amount.e).replace(/0$/, '');
}
