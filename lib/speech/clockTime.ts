/** Hours, minutes and seconds of a time in seconds, such as 01:02:03. */
export function clockText(time: number): string {
	const seconds = Math.max(0, time);
	const units = [
		Math.floor(seconds / 3600),
		Math.floor(seconds / 60) % 60,
		Math.floor(seconds) % 60,
	];
	return units.map((unit) => String(unit).padStart(2, '0')).join(':');
}

export function roundToMilliseconds(seconds: number): number {
	return Math.round(seconds * 1000) / 1000;
}
