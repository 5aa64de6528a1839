/** All that an object holds, as text: errors with their hidden properties and causes included. */
export function everything(value: unknown, seen = new Set<unknown>()): string {
	if (typeof value !== 'object' || value === null) return String(value);
	if (seen.has(value)) return '';
	seen.add(value);
	if (Buffer.isBuffer(value)) return value.toString('latin1');
	return Object.getOwnPropertyNames(value)
		.map((name) => `${name}=${everything(Reflect.get(value, name), seen)}`)
		.join('\n');
}
