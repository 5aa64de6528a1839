import { KINDS, type Kind } from './limiters';
import type { Outcome, Scenario } from './simulation';

type Base = Omit<Scenario, 'seed'>;

/** What a cell changes of a calm start: 1 process, answers of 0.1 to 0.4 s, nothing used before, nothing fails. */
const CALM: Base = {
	...{ processes: 1, limiter: 'fixed', limit: 20, calls: 300, usedBefore: 0 },
	...{ answers: [0.1, 0.4], stranger: false, skewMs: 0, failing: 0, outageMs: 0 },
};

/** One line of a table: a scenario without its seed. */
export interface Cell {
	/** Its table. */
	group: 'one' | 'many' | 'busy';
	kind: string;
	scenario: Base;
}

export interface Spread {
	median: number;
	worst: number;
}

/** What came of a cell with all seeds. */
export type Row = Omit<Cell, 'scenario'> &
	Pick<Base, 'limit' | 'processes' | 'stated'> & { [Key in keyof Outcome]: Spread };

const cell = (group: Cell['group'], kind: string, change: Partial<Base>): Cell => ({
	...{ group, kind },
	scenario: { ...CALM, ...change },
});

const FEW_CALLS: Record<number, number> = { 5: 40, 20: 150, 500: 1_100 };

/** One process with every limiter: started fresh and in a used window, with quick answers, and with slow ones of which a fifth fails. */
export function one(limits = [5, 20, 500]): Cell[] {
	const starts = { fresh: 0, 'half used': 0.5, 'almost used up': 0.95 };
	const answers: Record<string, Partial<Base>> = {
		'0.1 to 0.4 s': {},
		'0.1 to 60 s, 20 % fail': { answers: [0.1, 60], failing: 0.2 },
	};
	return [...KINDS.TRUE, ...KINDS.LIES].flatMap((limiter: Kind) =>
		limits.flatMap((limit) =>
			Object.entries(starts).flatMap(([start, usedBefore]) =>
				Object.entries(answers).map(([how, change]) => {
					const kind = `${limiter} | ${start} | ${how}`;
					const calls = FEW_CALLS[limit] ?? 300;
					return cell('one', kind, { limiter, limit, usedBefore, calls, ...change });
				}),
			),
		),
	);
}

const TROUBLES: Record<string, Partial<Base>> = {
	'All start at once': {},
	'A caller that ignores the limit': { stranger: true },
	'Clocks 5 s apart': { skewMs: 5_000 },
	'Answers of 2 to 20 s': { answers: [2, 20] },
	'20 % of answers fail': { failing: 0.2 },
	'60 s without connection': { outageMs: 60_000 },
	'Sliding, reset when the oldest leaves': { limiter: 'sliding, reset when the oldest leaves' },
	'Bucket, reset at the next token': { limiter: 'bucket' },
};
const CALLS: Record<number, number> = { 20: 300, 500: 4_000 };

/** Several processes that are all busy, their number stated or not. */
export function many(processes = [2, 8, 32]): Cell[] {
	return [false, true].flatMap((isStated) =>
		Object.entries(TROUBLES).flatMap(([kind, change]) =>
			Object.entries(CALLS).flatMap(([limit, calls]) =>
				processes.map((n) => {
					const stated = isStated ? n : undefined;
					return cell('many', kind, {
						...change,
						...{ limit: Number(limit), calls, processes: n, stated },
					});
				}),
			),
		),
	);
}

/** One busy process where the credential states several. */
export function busy(): Cell[] {
	return Object.keys(CALLS)
		.map(Number)
		.flatMap((limit) =>
			[2, 8, 64].map((stated) =>
				cell('busy', 'One busy process', { limit, calls: CALLS[limit], stated }),
			),
		);
}

/** The median and the worst of a cell's outcomes. */
export function rowOf({ group, kind, scenario }: Cell, outcomes: Outcome[]): Row {
	const spread = (key: keyof Outcome): Spread => {
		const sorted = outcomes.map((outcome) => rounded(outcome[key])).sort((a, b) => a - b);
		const median = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
		const isBetterHigh = key === 'leastShare' || key === 'served';
		return { median, worst: sorted.at(isBetterHigh ? 0 : -1) ?? 0 };
	};
	const { limit, processes, stated } = scenario;
	return {
		...{ group, kind, limit, processes, stated },
		...{ served: spread('served'), refused: spread('refused') },
		...{ refusedLater: spread('refusedLater'), blocked: spread('blocked') },
		...{ givenUp: spread('givenUp'), unlucky: spread('unlucky') },
		...{ ratio: spread('ratio'), leastShare: spread('leastShare'), silence: spread('silence') },
	};
}

function rounded(value: number): number {
	return Math.round(value * 100) / 100;
}
