import { DateTime, IANAZone } from 'luxon';

import { startOf } from '../core/localTime';

const HOUR = 3_600_000;
const MINUTE = 60_000;

export type SlotUnit = 'day' | 'hour';

/**
 * Names the day (`2026-03-29`) or the hour (`2026-03-29T03:00+02:00`) of the IANA zone that a moment (Unix ms) lies in. The offset keeps
 * the two hours apart that have one name when summer time ends.
 */
export function slotNames(zone: string, unit: SlotUnit): (at: number) => string {
	const { offset } = offsets(zone);
	let known = { from: 0, to: 0, name: '' };
	return (at) => {
		if (at >= known.from && at < known.to) return known.name;
		const ahead = offset(at);
		const local = at + ahead;
		const hour = local - (((local % HOUR) + HOUR) % HOUR);
		const text = new Date(hour).toISOString();
		const name = unit === 'day' ? text.slice(0, 10) : text.slice(0, 16) + offsetText(ahead);
		const [from, to] = [hour - ahead, hour - ahead + HOUR];
		// An hour in which the clocks change is resolved for each moment.
		if (offset(from) === ahead && offset(to - 1) === ahead) known = { from, to, name };
		return name;
	};
}

/** The names of all slots that a span touches, in order, so that those without usage are there too. */
export function slotsWithin({ start, end }: Span, zone: string, unit: SlotUnit): string[] {
	const nameOf = slotNames(zone, unit);
	const names = new Set<string>();
	let at = start;
	while (at < end) {
		names.add(nameOf(at));
		// All clocks change at a full quarter of an hour.
		at = unit === 'hour' ? at - (at % (HOUR / 4)) + HOUR / 4 : nextDay(at, zone);
	}
	return [...names];
}

/** A moment as ISO 8601 with the offset of the zone. */
export function localTime(at: number, zone: string): string {
	const { offset } = offsets(zone);
	const ahead = offset(at);
	return new Date(at + ahead).toISOString().slice(0, 23) + offsetText(ahead);
}

function nextDay(at: number, zone: string): number {
	const today = startOf(DateTime.fromMillis(at, { zone }), 'day');
	return startOf(today.plus({ days: 1 }), 'day').toMillis();
}

function offsets(zone: string): { offset(at: number): number } {
	const rules = IANAZone.create(zone);
	return { offset: (at) => rules.offset(at) * MINUTE };
}

function offsetText(ahead: number): string {
	const minutes = Math.abs(ahead) / MINUTE;
	const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
	return `${ahead < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** A stretch of time in Unix milliseconds; its start belongs to it, its end does not. */
export interface Span {
	start: number;
	end: number;
}
