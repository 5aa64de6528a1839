import { Big } from '../core/decimal';
import { moniesOf, PLACES, type Cost, type Money } from '../core/cost';

/** A whole in parts by weight, rounded so that the parts add up to the whole. */
export function sharesOf(whole: number, weights: number[], places: number): number[] {
	const total = weights.reduce((sum, weight) => sum + weight, 0);
	let [weighed, given] = [0, new Big(0)];
	return weights.map((weight) => {
		weighed += weight;
		const upToHere =
			weighed === total ? new Big(whole) : new Big(whole).times(weighed).div(total).round(places);
		const share = upToHere.minus(given);
		given = upToHere;
		return Number(share);
	});
}

/** What a call was charged in parts by weight, which add up to it in each currency; null for each where it is not known. */
export function sharesOfCost(cost: Cost | null, weights: number[]): Array<Cost | null> {
	if (cost === null) return weights.map(() => null);
	const shares = moniesOf(cost).map(({ amount, currency }) =>
		sharesOf(amount, weights, PLACES).map((share): Money => ({ amount: share, currency })),
	);
	const [first = [], rest] = shares;
	return first.map((money, index) => ({
		...{ ...cost, ...money },
		...(rest?.[index] && { rest: rest[index] }),
	}));
}
