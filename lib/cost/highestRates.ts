import type { Json } from '../core/record';
import { priceListEntry, priceAt } from './recordPrices';

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
