const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something takes, as a person says it: "0.5 seconds" (or "0.5 s"), "5 minutes", "about an hour", "about 2 days". */
export function inWords(ms: number, isShort = false): string {
	if (ms < 2 * MINUTE) {
		const seconds = Math.round(ms / 100) / 10;
		return isShort ? `${seconds} s` : counted(seconds, 'second');
	}
	if (ms < 0.9 * HOUR) return rounded(ms, MINUTE, 'minute');
	if (ms < DAY) return rounded(ms, HOUR, 'hour');
	return rounded(ms, DAY, 'day');
}

function counted(number: number, unit: string): string {
	return `${number} ${unit}${number === 1 ? '' : 's'}`;
}

/** A whole number of units; "about" where it is not exactly that. */
function rounded(ms: number, unitMs: number, unit: string): string {
	const units = Math.round(ms / unitMs);
	const about = ms === units * unitMs ? '' : 'about ';
	if (units === 1) return `${about}${unit === 'hour' ? 'an' : 'a'} ${unit}`;
	return `${about}${counted(units, unit)}`;
}
