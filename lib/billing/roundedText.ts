import { Big } from '../core/decimal';
import { ZERO, type Amount } from './amount';

export function groupedDigits(text: string): string {
	return text.replace(
		/^(-?\d{1,3})((?:\d{3})*)(?!\d)/,
		(_, first: string, rest: string) => first + rest.replace(/\d{3}/g, ',$&'),
	);
}

/**
 * Amounts that are not negative, rounded so that they add up to their rounded sum, or to the `whole` that it is shown as: all are rounded
 * down, and the steps that are missing go to those that lost most (the method of the largest remainder). Equal ones are served in order.
 */
export function roundedParts(parts: Amount[], places: number, whole?: Amount): Amount[] {
	const step = new Big(10).pow(-places);
	const floors = parts.map((part) => part.round(places, Big.roundDown));
	const lost = parts.map((part, index) => part.minus(floors[index] ?? ZERO));
	const sum = whole ?? parts.reduce((all, part) => all.plus(part), ZERO).round(places);
	const missing = sum.minus(floors.reduce((all, part) => all.plus(part), ZERO)).div(step);
	const order = [...parts.keys()].sort((a, b) => (lost[b] ?? ZERO).cmp(lost[a] ?? ZERO));
	const raised = new Set(order.slice(0, Number(missing)));
	return floors.map((floor, index) => (raised.has(index) ? floor.plus(step) : floor));
}

/** The cells of a column of amounts, whose sum is written below them or is known to the reader; a chart writes them in the same way. */
export function columnTexts(exact: Amount[], places: number, whole?: Amount): string[] {
	return roundedParts(exact, places, whole).map((one, index) =>
		roundedText(one, exact[index] ?? ZERO, places),
	);
}

/** A rounded amount with all its places; one that rounding made zero, though it is not, reads `<0.01`. */
export function roundedText(rounded: Amount, exact: Amount, places: number): string {
	if (!rounded.eq(0) || exact.eq(0)) return groupedDigits(rounded.toFixed(places));
	return `${exact.lt(0) ? '-' : ''}<${new Big(10).pow(-places).toFixed(places)}`;
}
