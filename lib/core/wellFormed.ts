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
	const entries = Object.entries(value).map(
		([key, inner]) => [key, inner, withoutLoneSurrogates(inner)] as const,
	);
	if (entries.every(([, before, after]) => before === after)) return value;
	const copy = entries.map(([key, , after]) => [key, after] as const);
	return Array.isArray(value) ? copy.map(([, after]) => after) : Object.fromEntries(copy);
}
