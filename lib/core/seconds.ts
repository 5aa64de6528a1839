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
