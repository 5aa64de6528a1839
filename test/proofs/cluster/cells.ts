import type { Outcome, Scenario } from './simulation';

const CALLS: Record<number, number> = { 20: 300, 60: 900, 500: 4_000 };
const PROCESSES = [1, 2, 4, 8, 16, 32];
const CALM = { apartMs: 0, stranger: false, skewMs: 0, failing: 0, outageMs: 0 };
export const STRANGER = 'A caller that ignores the limit';
const KINDS: Record<string, Partial<Scenario>> = {
	'All start at once': {},
	'One after another, 5 s apart': { apartMs: 5_000 },
	[STRANGER]: { stranger: true },
	'Clocks 5 s apart': { skewMs: 5_000 },
	'20 % of answers fail': { failing: 0.2 },
	'60 s without connection': { outageMs: 60_000 },
};

/** One cell of the table: a scenario without its seed. */
export interface Cell {
	kind: string;
	stated: boolean;
	limit: number;
	processes: number;
	scenario: Omit<Scenario, 'seed'>;
}

export interface Spread {
	median: number;
	worst: number;
}

/** What came of a cell with all seeds. */
export type Row = Omit<Cell, 'scenario'> & { [Key in keyof Outcome]: Spread };

/** All cells of the table. One process alone has nothing to state. */
export function cells(): Cell[] {
	return [false, true].flatMap((stated) =>
		Object.entries(KINDS).flatMap(([kind, change]) =>
			Object.entries(CALLS).flatMap(([perMinute, calls]) =>
				PROCESSES.filter((processes) => processes > 1 || !stated).map((processes) => {
					const limit = Number(perMinute);
					const scenario = { ...CALM, ...change, processes, limit, calls, stated };
					return { kind, stated, limit, processes, scenario };
				}),
			),
		),
	);
}

/** The median and the worst of a cell's outcomes. */
export function rowOf({ kind, stated, limit, processes }: Cell, outcomes: Outcome[]): Row {
	const spread = (key: keyof Outcome): Spread => {
		const sorted = outcomes.map((outcome) => rounded(outcome[key])).sort((a, b) => a - b);
		const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
		const isBetterHigh = key === 'leastShare' || key === 'served';
		return { median, worst: sorted.at(isBetterHigh ? 0 : -1) ?? 0 };
	};
	return {
		...{ kind, stated, limit, processes },
		...{ served: spread('served'), refused: spread('refused') },
		...{ refusedLater: spread('refusedLater'), blocked: spread('blocked') },
		...{ givenUp: spread('givenUp'), unlucky: spread('unlucky') },
		...{ ratio: spread('ratio'), leastShare: spread('leastShare') },
	};
}

function rounded(value: number): number {
	return Math.round(value * 100) / 100;
}
