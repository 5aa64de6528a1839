import { Big } from '../core/decimal';
import { amountsByCurrency, COST_DECIMAL_PLACES, type Cost, type Money } from '../core/cost';

/** A whole in parts by weight, rounded so that the parts add up to the whole. */
export function splitByWeight(whole: number, weights: number[], places: number): number[] {
	const total = weights.reduce((sum, weight) => sum + weight, 0);
	let [weighed, sumSoFar] = [0, new Big(0)];
	return weights.map((weight) => {
		weighed += weight;
		const upToHere =
			weighed === total ? new Big(whole) : new Big(whole).times(weighed).div(total).round(places);
		const share = upToHere.minus(sumSoFar);
		sumSoFar = upToHere;
		return Number(share);
	});
}

/** What a call was charged in parts by weight, which add up to it in each currency; null for each where it is not known. */
export function splitCost(cost: Cost | null, weights: number[]): Array<Cost | null> {
	if (cost === null) return weights.map(() => null);
	const shares = amountsByCurrency(cost).map(({ amount, currency }) =>
		splitByWeight(amount, weights, COST_DECIMAL_PLACES).map((share): Money => ({
			amount: share,
			currency,
		})),
	);
	const [first = [], rest] = shares;
	return first.map((money, index) => ({
		...{ ...cost, ...money },
		...(rest?.[index] && { rest: rest[index] }),
	}));
}
