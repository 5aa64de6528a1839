import { DateTime } from 'luxon';

import { startOfCalendarUnit } from '../../core/localTime';
import { ZERO, type Amount } from '../amount';
import type { TimeSpan } from '../period';

export const WEEK = 7;
/** From how many days the usual spend of a weekday is read. */
const USUAL_DAYS = 4 * WEEK;

/** The days that a forecast rests on: four weeks before now, and the days of last month that are like those to come. */
export function forecastBasis(now: number, zone: string): TimeSpan {
	const today = startOfCalendarUnit(DateTime.fromMillis(now, { zone }), 'day');
	const firstDays = [today.minus({ days: USUAL_DAYS }), ...likeDaysOfLastMonth(today)];
	const starts = firstDays.map((day) => day && startOfCalendarUnit(day, 'day').toMillis());
	const start = Math.min(...starts.filter((one) => one !== undefined));
	return { start, end: today.toMillis() };
}

/** The day of the month before that has the same number, and the one that is as far from the end of its month; undefined where there is none. */
function likeDaysOfLastMonth(day: DateTime): [DateTime | undefined, DateTime | undefined] {
	const before = day.minus({ months: 1 });
	const sameDistance = Number(before.daysInMonth) - (Number(day.daysInMonth) - day.day);
	return [
		before.day === day.day ? before : undefined,
		sameDistance < 1 ? undefined : before.set({ day: sameDistance }),
	];
}

/** What the days before today came to, from the first charge on. Days are counted from today, which is 0. */
export class PastSpend {
	readonly today: DateTime;

	/** Full days, the last one yesterday. */
	readonly days: number[];

	/** The median of each weekday, today's first. */
	private readonly usual: number[];

	constructor(
		private readonly hours: ReadonlyMap<string, Amount>,
		readonly now: number,
		zone: string,
	) {
		this.today = startOfCalendarUnit(DateTime.fromMillis(now, { zone }), 'day');
		const sums = new Map<string, Amount>();
		for (const [hour, net] of hours) {
			const day = hour.slice(0, 10);
			sums.set(day, (sums.get(day) ?? ZERO).plus(net));
		}
		const [first] = [...sums.keys()].sort();
		const names: string[] = [];
		for (let day = this.today.minus({ days: 1 }); first !== undefined;) {
			const name = day.toISODate() ?? '';
			if (name < first) break;
			names.push(name);
			day = day.minus({ days: 1 });
		}
		this.days = names.reverse().map((name) => Number(sums.get(name) ?? ZERO));
		const recent = this.days.slice(-USUAL_DAYS);
		this.usual = Array.from({ length: WEEK }, (_, weekday) =>
			medianOf(recent.filter((_, index) => weekdayOf(index - recent.length) === weekday)),
		);
	}

	usualOf(day: number): number {
		return this.usual[weekdayOf(day)] ?? 0;
	}

	/**
	 * What the days of last month that are like those to come, with `parts` of them left, cost above usual: those of the same numbers, or those
	 * as far from the end of the month, whichever cost more.
	 */
	extraOfLastMonth(parts: readonly number[]): number {
		const sums = [0, 0];
		for (const [index, part] of parts.entries()) {
			for (const [way, like] of likeDaysOfLastMonth(this.today.plus({ days: index })).entries()) {
				const day = like === undefined ? 0 : Math.round(like.diff(this.today, 'days').days);
				const spend = day < 0 ? this.days.at(day) : undefined;
				if (spend === undefined) continue;
				sums[way] = (sums[way] ?? 0) + part * Math.max(0, spend - this.usualOf(day));
			}
		}
		return Math.max(...sums);
	}

	/** The part of a day's spend that comes after the time of day that it is now, as the last weeks had it. */
	get shareAfterNow(): number {
		const time = DateTime.fromMillis(this.now, { zone: this.today.zone });
		const passed = (time.minute * 60 + time.second) / 3_600;
		const from = this.today.minus({ days: USUAL_DAYS }).toISODate() ?? '';
		const until = this.today.toISODate() ?? '';
		let [after, all] = [0, 0];
		for (const [hour, net] of this.hours) {
			if (hour < from || hour >= until) continue;
			const spend = Number(net);
			const hourOfDay = Number(hour.slice(11, 13));
			all += spend;
			if (hourOfDay > time.hour) after += spend;
			else if (hourOfDay === time.hour) after += spend * (1 - passed);
		}
		return all > 0 ? Math.min(1, Math.max(0, after / all)) : 1 - (time.hour + passed) / 24;
	}
}

export const weekdayOf = (day: number) => ((day % WEEK) + WEEK) % WEEK;

/** Which part of each day is still to come, from today on; a day with a change of the clocks counts as a day. */
export function daysToCome(past: PastSpend, { start, end }: TimeSpan): number[] {
	const { today, now } = past;
	if (end <= now) return [];
	const at = (moment: number) =>
		DateTime.fromMillis(moment, { zone: today.zone }).diff(today, 'days').days;
	const [from, to] = [at(Math.max(now, start)), at(end)];
	return Array.from({ length: Math.ceil(to) }, (_, day) =>
		day === 0 && start <= now && to >= 1
			? past.shareAfterNow
			: Math.max(0, Math.min(to, day + 1) - Math.max(from, day)),
	);
}

function medianOf(values: number[]): number {
	const sorted = values.toSorted((one, other) => one - other);
	const middle = sorted.length / 2;
	return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}
