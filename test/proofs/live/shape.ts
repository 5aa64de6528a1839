import { isRecord } from '../../../lib/core/record';

const EVENT = /^data: *(.+)$/gm;

/** The JSON of an answer, or of each event of a stream; nothing of a file. */
export function parsedJson(text: string): unknown[] {
	const whole = parsed(text);
	if (whole !== undefined) return [whole];
	return [...text.matchAll(EVENT)]
		.map(([, event = '']) => parsed(event))
		.filter((event) => event !== undefined);
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return undefined;
	}
}

/** Keys that are names of their own, such as those of models: what is below them counts once. */
const isName = (key: string) => !/^[A-Za-z_$][A-Za-z0-9_$]{0,40}$/.test(key);

/** The places of a value, as `data[].id: string`. No value is in them. */
export function placesOf(value: unknown, place = ''): Set<string> {
	if (Array.isArray(value))
		return new Set(value.flatMap((one) => [...placesOf(one, `${place}[]`)]));
	if (!isRecord(value)) return new Set([`${place}: ${value === null ? 'null' : typeof value}`]);
	return new Set(
		Object.entries(value).flatMap(([key, one]) => [
			...placesOf(one, [place, isName(key) ? '*' : key].filter(Boolean).join('.')),
		]),
	);
}
