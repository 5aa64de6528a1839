import type { Json } from './record';

/** Half of a character that takes two UTF-16 units, which services refuse. */
const ANY_LONE_SURROGATE = /\p{Surrogate}/gu;

/** A value with the replacement character for each half of a character, in all its texts; the same value where there is none. */
export function replaceLoneSurrogates<T>(value: T): T {
	return withoutLoneSurrogates(value) as T;
}

function withoutLoneSurrogates(value: unknown): unknown {
	if (typeof value === 'string') return value.replace(ANY_LONE_SURROGATE, '\uFFFD');
	if (typeof value !== 'object' || value === null) return value;
	const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
	if (!isPlain) return value;
	let copy: Json | undefined;
	for (const [key, inner] of Object.entries(value)) {
		const clean = withoutLoneSurrogates(inner);
		if (clean === inner) continue;
		copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Json;
		copy[key] = clean;
	}
	return copy ?? value;
}
