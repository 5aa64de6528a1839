/** The value with every snake_case key of its objects in camelCase, at any depth; the values themselves stay. */
export function camelKeys(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(camelKeys);
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, inner]) => [camelKey(key), camelKeys(inner)]),
	);
}

/** The record with its keys in camelCase. */
export function camelRecord(record: Record<string, unknown>): Record<string, unknown> {
	return camelKeys(record) as Record<string, unknown>;
}

function camelKey(key: string): string {
	return key.replace(/(?<=[a-z0-9])_+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase());
}
