export interface Spread {
	median: number;
	least: number;
	most: number;
}

/** The middle value and both ends, rounded to three digits that count. */
export function spread(values: number[]): Spread {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	const median = ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
	return {
		median: round(median),
		least: round(sorted[0] ?? 0),
		most: round(sorted.at(-1) ?? 0),
	};
}

export function round(value: number): number {
	return Number(value.toPrecision(3));
}
