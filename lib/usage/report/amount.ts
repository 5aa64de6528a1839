import { Big } from 'big.js';

import { ServiceFailure } from '../../transport/errors/failure';

/** A sum of money in exact decimal arithmetic. */
export type Amount = Big;

export const ZERO: Amount = new Big(0);

/**
 * The amount that a number of the wire stands for: its shortest decimal text, so that 0.1 is one tenth and 1e-7 a ten-millionth.
 * Throws a ServiceFailure when it is no finite number, since a sum without it would be wrong.
 */
export function amountOf(value: unknown, name: string): Amount {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
	if (/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return new Big(text);
	throw new ServiceFailure(
		`The service sent a usage entry whose ${name} is not a number: ${JSON.stringify(value)}`,
		{ kind: 'malformed', status: 200 },
	);
}

/** Every digit of the amount, without an exponent. */
export function exactText(amount: Amount): string {
	return amount.eq(0) ? '0' : amount.toFixed();
}

/** `part` as a percentage of `whole`, to two places, half away from zero; null when `whole` is zero. */
export function percentOf(part: Amount, whole: Amount): number | null {
	if (whole.eq(0)) return null;
	// A quotient is cut at 20 places, which could turn a half into less: the rounding is done on whole numbers.
	const scaled = part.times(10_000);
	const size = whole.abs();
	const doubled = scaled.abs().times(2).plus(size);
	const steps = doubled.minus(doubled.mod(size.times(2))).div(size.times(2));
	const signed = scaled.lt(0) === whole.lt(0) ? steps : steps.times(-1);
	return Number(signed.div(100).toFixed(2)) + 0;
}
