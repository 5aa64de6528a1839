/** A value that was made of another one, with the marks of what could not be read in that. */
export function withUnreadMarksOf(derivedValue: unknown, source: unknown): unknown {
	if (derivedValue === source || !hasUnreadMarks(source) || !isContainer(derivedValue))
		return derivedValue;
	lostNumberNames.set(derivedValue, lostNumbers(source));
	damagedTextNames.set(derivedValue, damagedTexts(source));
	return derivedValue;
}

/** What stands for bytes that are not valid UTF-8 (Unicode, 3.9). */
const REPLACEMENT = '\ufffd';

/** Notes which texts of a value are not what was sent, as the bytes of the body are not valid UTF-8. */
export function markTextsUnlessUtf8(bytes: Buffer, text: string, value: unknown): void {
	if (text.includes(REPLACEMENT) && !isUtf8(bytes)) markDamagedTexts(value);
}

/** Notes which texts of a value have a place where bytes were not valid UTF-8. */
export function markDamagedTexts(value: unknown): void {
	if (isContainer(value))
		damagedTextNames.set(value, [...damagedTextPaths(value, '')].slice(0, MAX_LISTED_NAMES));
}

export function isUtf8(bytes: Buffer): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
}

function* damagedTextPaths(value: Record<string, unknown>, path: string): Generator<string> {
	for (const key of Object.keys(value)) {
		const [inner, name] = [value[key], path === '' ? key : `${path}.${key}`];
		if (isContainer(inner)) yield* damagedTextPaths(inner, name);
		else if (`${key}${typeof inner === 'string' ? inner : ''}`.includes(REPLACEMENT)) yield name;
	}
}

/** As many as a person reads. */
export const MAX_LISTED_NAMES = 20;

const lostNumberNames = new WeakMap<object, string[]>();
const damagedTextNames = new WeakMap<object, string[]>();

/** Whether something of a decoded body could not be read; false for almost all. */
export function hasUnreadMarks(body: unknown): boolean {
	return isContainer(body) && (lostNumberNames.has(body) || damagedTextNames.has(body));
}

/** The names of the numbers of a decoded body that are null because no double holds them; empty for almost all. */
export function lostNumbers(body: unknown): string[] {
	return (isContainer(body) && lostNumberNames.get(body)) || [];
}

/** The names of those numbers for the output, and of the texts whose bytes were not valid UTF-8, where there are any. */
export function unreadMarksOf(...bodies: unknown[]): {
	unreadNumbers?: string[];
	unreadTexts?: string[];
} {
	if (!bodies.some(hasUnreadMarks)) return {};
	const namesFrom = (namesIn: (body: unknown) => string[]) =>
		[...new Set(bodies.flatMap(namesIn))].slice(0, MAX_LISTED_NAMES);
	const [unreadNumbers, unreadTexts] = [namesFrom(lostNumbers), namesFrom(damagedTexts)];
	return {
		...(unreadNumbers.length > 0 && { unreadNumbers }),
		...(unreadTexts.length > 0 && { unreadTexts }),
	};
}

/** The names of the texts of a decoded body whose bytes were not valid UTF-8; empty for almost all. */
export function damagedTexts(body: unknown): string[] {
	return (isContainer(body) && damagedTextNames.get(body)) || [];
}

/** The value with null for each number that no double holds, where a container may have one. */
export function nullForInfinity(value: unknown, mayHaveOne: boolean): unknown {
	if (value === Infinity || value === -Infinity) return null;
	if (!mayHaveOne || !isContainer(value)) return value;
	const names = nullInfiniteNumbers(value, '');
	if (names.length > 0) lostNumberNames.set(value, names.slice(0, MAX_LISTED_NAMES));
	return value;
}

function nullInfiniteNumbers(value: Record<string, unknown>, path: string): string[] {
	return Object.keys(value).flatMap((key) => {
		const [inner, name] = [value[key], path === '' ? key : `${path}.${key}`];
		if (isContainer(inner)) return nullInfiniteNumbers(inner, name);
		if (inner !== Infinity && inner !== -Infinity) return [];
		value[key] = null;
		return [name];
	});
}

export function isContainer(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
