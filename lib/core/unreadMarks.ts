/** A value that was made of another one, with the marks of what could not be read in that. */
export function withMarks(made: unknown, of: unknown): unknown {
	if (!isContainer(of) || !isContainer(made) || made === of) return made;
	lost.set(made, lostNumbers(of));
	damaged.set(made, damagedTexts(of));
	return made;
}

/** What stands for bytes that are no UTF-8 (Unicode, 3.9). */
const REPLACEMENT = '\ufffd';

/** Notes which texts of a value are not what was sent, as the bytes of the body are no UTF-8. */
export function markDamage(bytes: Buffer, text: string, said: unknown): void {
	if (text.includes(REPLACEMENT) && !isUtf8(bytes)) markTexts(said);
}

/** Notes which texts of a value have a place where bytes were no UTF-8. */
export function markTexts(said: unknown): void {
	if (isContainer(said)) damaged.set(said, [...damagedIn(said, '')].slice(0, MOST_NAMES));
}

/** Whether bytes are UTF-8. */
export function isUtf8(bytes: Buffer): boolean {
	try {
		new TextDecoder('utf-8', { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
}

function* damagedIn(value: Record<string, unknown>, place: string): Generator<string> {
	for (const key of Object.keys(value)) {
		const [inner, name] = [value[key], place === '' ? key : `${place}.${key}`];
		if (isContainer(inner)) yield* damagedIn(inner, name);
		else if (`${key}${typeof inner === 'string' ? inner : ''}`.includes(REPLACEMENT)) yield name;
	}
}

/** Digits of a number that no double may hold, such as 1e999. */
const HUGE = /\d[eE]\+?\d{3}|\d{300}/;

/** As many as a person reads. */
const MOST_NAMES = 20;

const lost = new WeakMap<object, string[]>();
const damaged = new WeakMap<object, string[]>();

/** The names of the numbers of a decoded body that are null because no double holds them; empty for almost all. */
export function lostNumbers(body: unknown): string[] {
	return (isContainer(body) && lost.get(body)) || [];
}

/** The names of those numbers for the output, and of the texts whose bytes were no UTF-8, where there are any. */
export function unreadMark(...bodies: unknown[]): {
	unreadNumbers?: string[];
	unreadTexts?: string[];
} {
	const named = (found: (body: unknown) => string[]) =>
		[...new Set(bodies.flatMap(found))].slice(0, MOST_NAMES);
	const [unreadNumbers, unreadTexts] = [named(lostNumbers), named(damagedTexts)];
	return {
		...(unreadNumbers.length > 0 && { unreadNumbers }),
		...(unreadTexts.length > 0 && { unreadTexts }),
	};
}

/** The names of the texts of a decoded body whose bytes were no UTF-8; empty for almost all. */
export function damagedTexts(body: unknown): string[] {
	return (isContainer(body) && damaged.get(body)) || [];
}

/** The value with null for each number that no double holds. */
export function finite(text: string, value: unknown): unknown {
	if (value === Infinity || value === -Infinity) return null;
	if (!HUGE.test(text) || !isContainer(value)) return value;
	const names = infiniteIn(value, '');
	if (names.length > 0) lost.set(value, names.slice(0, MOST_NAMES));
	return value;
}

function infiniteIn(value: Record<string, unknown>, place: string): string[] {
	return Object.keys(value).flatMap((key) => {
		const [inner, name] = [value[key], place === '' ? key : `${place}.${key}`];
		if (isContainer(inner)) return infiniteIn(inner, name);
		if (inner !== Infinity && inner !== -Infinity) return [];
		value[key] = null;
		return [name];
	});
}

function isContainer(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null;
}
