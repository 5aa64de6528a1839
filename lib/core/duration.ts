const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long something takes, as a person says it: "0.5 seconds" (or "0.5 s"), "5 minutes", "about an hour", "about 2 days". */
export function durationInWords(ms: number, isShort = false): string {
	if (ms < 2 * MINUTE_MS) {
		const seconds = Math.round(ms / 100) / 10;
		return isShort ? `${seconds} s` : countWithUnit(seconds, 'second');
	}
	if (ms < 0.9 * HOUR_MS) return roundedToUnit(ms, MINUTE_MS, 'minute');
	if (ms < DAY_MS) return roundedToUnit(ms, HOUR_MS, 'hour');
	return roundedToUnit(ms, DAY_MS, 'day');
}

function countWithUnit(number: number, unit: string): string {
	return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

/** A whole number of units; "about" where it is not exactly that. */
function roundedToUnit(ms: number, unitMs: number, unit: string): string {
	const units = Math.round(ms / unitMs);
	const about = ms === units * unitMs ? '' : 'about ';
	if (units === 1) return `${about}${unit === 'hour' ? 'an' : 'a'} ${unit}`;
	return `${about}${countWithUnit(units, unit)}`;
}

const CLOCK_TIME = /^(?:(\d{1,9}):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,9}))?$/;

/** Seconds, from a number or from text such as `1.5` or `00:01:02,500`; undefined for what is no time. */
export function secondsOf(value: unknown): number | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const [, hours = 0, minutes, seconds, part = ''] = CLOCK_TIME.exec(text) ?? [];
	if (minutes !== undefined) {
		return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${part}0`);
	}
	const number = typeof value === 'number' ? value : text === '' ? Number.NaN : Number(text);
	return Number.isFinite(number) && number >= 0 ? number : undefined;
}
