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

export interface Measured {
	/** Milliseconds an item. */
	perItemMs: Record<string, Spread>;
	/** Ours by the other, round by round. */
	ratio: Record<string, Spread>;
}

export type Times = Record<string, number[]>;

export function measured(times: Times): Measured {
	const { ours: mine = [], ...others } = times;
	const by = (theirs: number[]) => spread(mine.map((ms, n) => ms / (theirs[n] ?? Number.NaN)));
	const each = <T>(all: Times, make: (values: number[]) => T) =>
		Object.fromEntries(Object.entries(all).map(([name, values]) => [name, make(values)]));
	return { perItemMs: each(times, spread), ratio: each(others, by) };
}

export function rotated<T>(list: T[], by: number): T[] {
	const first = (by + list.length) % list.length;
	return [...list.slice(first), ...list.slice(0, first)];
}
