/** A moment with its offset from UTC (ISO 8601): without one, each machine would read another moment. */
const MOMENT = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/** The timestamp of a usage entry in Unix milliseconds; NaN where it is none, or its day is not in the calendar. */
export function timestampMs(value: unknown): number {
	const [text, day = ''] = (typeof value === 'string' && MOMENT.exec(value)) || [];
	if (text === undefined) return NaN;
	const midnight = Date.parse(`${day}T00:00:00Z`);
	const isInCalendar = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
	return isInCalendar ? Date.parse(text) : NaN;
}
