import { Big } from 'big.js';

import { type ForecastInput, forecastSpend } from '../../../lib/billing/report/outlook';
import { forecastBasis } from '../../../lib/billing/report/pastSpend';
import { Random } from './random';

const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** Two months before the one that is forecast, and that one. */
export const HISTORY_START = Date.parse('2026-02-01T00:00:00Z');
const LENGTHS = [28, 31, 30] as const;
export const MONTH = {
	start: Date.parse('2026-04-01T00:00:00Z'),
	end: Date.parse('2026-05-01T00:00:00Z'),
};
export const BEFORE = LENGTHS[0] + LENGTHS[1];
export const zone = 'UTC';

/** Of a normal distribution, from twelve uniform numbers. */
const normal = (random: Random) =>
	Array.from({ length: 12 }, () => random.next()).reduce((sum, value) => sum + value, -6);

export const sumOf = (days: readonly number[]) => days.reduce((sum, day) => sum + day, 0);

/** When a day's spend comes: all of it at one hour, or a quarter every six hours. */
type Rhythm = number | 'even';

interface Moment {
	hour?: number;
	rhythm?: Rhythm;
}

/** What is known at an hour of a day of April, where the days since the first of February came to this. */
export function knownAt(
	day: number,
	days: readonly number[],
	{ hour = 0, rhythm = 'even' }: Moment,
): ForecastInput {
	const now = MONTH.start + (day - 1) * DAY + hour * HOUR;
	const basis = forecastBasis(now, zone);
	const hours = new Map<string, Big>();
	let used = 0;
	days.forEach((spend, index) => {
		const times = rhythm === 'even' ? [0, 6, 12, 18] : [rhythm];
		for (const at of times) {
			const moment = HISTORY_START + index * DAY + at * HOUR;
			const part = spend / times.length;
			if (moment >= MONTH.start && moment < now) used += part;
			if (part > 0 && moment >= basis.start && moment < basis.end)
				hours.set(`${new Date(moment).toISOString().slice(0, 16)}+00:00`, new Big(part.toFixed(8)));
		}
	});
	return { used: new Big(used.toFixed(6)), span: MONTH, zone, now, hours, currency: 'USD' };
}

export function forecastAt(
	day: number,
	days: readonly number[],
	{ budget, ...moment }: Moment & { budget?: number } = {},
) {
	const known = knownAt(day, days, moment);
	return forecastSpend(budget === undefined ? known : { ...known, budget: new Big(budget) });
}

interface Place {
	/** From the first of February on. */
	day: number;
	month: number;
	dayOfMonth: number;
	/** 0 on the last day of a month. */
	fromEnd: number;
}

/** The days of a history, by what a day at a place costs. */
export function historyOf(spendAt: (place: Place) => number): number[] {
	let day = 0;
	return LENGTHS.flatMap((length, month) =>
		Array.from({ length }, (_, index) =>
			Math.max(
				0,
				spendAt({ day: day++, month, dayOfMonth: index + 1, fromEnd: length - index - 1 }),
			),
		),
	);
}

interface Shape {
	noise: number;
	rhythm?: Rhythm;
	/** Makes one history's spend of a day, as a multiple of 100. */
	make: (random: Random) => (place: Place) => number;
	/** The first day of the history from which on what comes can be known. */
	knownFrom?: number;
}

export const SHAPES: Record<string, Shape> = {
	steady: { noise: 0.15, make: () => () => 1 },
	growing: {
		noise: 0.1,
		make: (random) => {
			const rate = 1 + random.next() * 0.025;
			return ({ day }) => rate ** day;
		},
	},
	'high at the end of the month': {
		noise: 0.1,
		make:
			() =>
			({ fromEnd }) =>
				fromEnd < 3 ? 5 : 1,
	},
	'with a spike last month': {
		noise: 0.1,
		make: (random) => {
			const spike = random.from(2, 28);
			return ({ month, dayOfMonth }) => (month === 1 && dayOfMonth === spike ? 8 : 1);
		},
	},
	'of one job at noon': { noise: 0.05, rhythm: 12, make: () => () => 1 },
	'quiet at weekends': {
		noise: 0.15,
		make:
			() =>
			({ day }) =>
				day % 7 >= 5 ? 0.1 : 1,
	},
	'over since a day of the month': {
		noise: 0.1,
		make:
			() =>
			({ day }) =>
				day < BEFORE + 6 ? 1 : 0,
		knownFrom: BEFORE + 9,
	},
	'started in mid-month': {
		noise: 0.15,
		make: (random) => {
			const start = random.from(38, 46);
			return ({ day }) => (day < start ? 0 : 1);
		},
	},
};

export const MORNINGS = [8, 12, 15, 18, 22, 26];
export const HOUR_OF_CHECK = 8;

/** What the forecasts of months of a shape came to, on six mornings of each. */
export interface ForecastFigures {
	forecasts: number;
	/** Forecasts whose range held the end of the month. */
	held: number;
	/** Budgets that the month passed, and how many of them were called within. */
	passed: number;
	wronglyWithin: number;
	/** Budgets with three tenths more room on the 15th, and how many of them were called within. */
	roomy: number;
	rightlyWithin: number;
}

/** Forecasts so many random months of a shape. */
export function forecastMonths(shape: Shape, count: number, seed: number): ForecastFigures {
	const { noise, rhythm, make, knownFrom = 0 } = shape;
	const random = new Random(seed);
	const figures = {
		...{ forecasts: 0, held: 0, passed: 0, wronglyWithin: 0 },
		...{ roomy: 0, rightlyWithin: 0 },
	};
	for (let month = 0; month < count; month++) {
		const spendAt = make(random);
		const days = historyOf((place) => 100 * spendAt(place) * (1 + noise * normal(random)));
		const actual = sumOf(days.slice(BEFORE));
		for (const day of MORNINGS) {
			if (BEFORE + day - 1 < knownFrom) continue;
			const known = knownAt(day, days, { hour: HOUR_OF_CHECK, rhythm });
			const isWithin = (share: number) =>
				forecastSpend({ ...known, budget: new Big(actual * share) }).status === 'within';
			const { low, high } = forecastSpend(known);
			if (low === null || high === null) continue;
			figures.forecasts++;
			if (actual + 1e-5 >= low && actual - 1e-5 <= high) figures.held++;
			for (const share of [0.75, 0.9, 0.97]) {
				figures.passed++;
				if (isWithin(share)) figures.wronglyWithin++;
			}
			if (day !== 15) continue;
			figures.roomy++;
			if (isWithin(1.3)) figures.rightlyWithin++;
		}
	}
	return figures;
}
