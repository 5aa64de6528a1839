const FLOAT_BYTES = 4;

/**
 * The numbers of an embedding, whether it came as an array or as base64 of 32-bit floats, little end first (docs/service.md#embeddings).
 * Undefined when it is neither.
 */
export function vectorOf(value: unknown): number[] | undefined {
	if (Array.isArray(value) && value.length > 0 && value.every(isNumber)) return value;
	const bytes = Buffer.from(typeof value === 'string' ? value : '', 'base64');
	if (bytes.length === 0 || bytes.length % FLOAT_BYTES !== 0) return undefined;
	return Array.from({ length: bytes.length / FLOAT_BYTES }, (_, index) =>
		bytes.readFloatLE(index * FLOAT_BYTES),
	);
}

function isNumber(value: unknown): value is number {
	return typeof value === 'number';
}
