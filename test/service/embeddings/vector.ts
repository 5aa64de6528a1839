import { createHash } from 'node:crypto';

/** A unit vector of words and their beginnings, so that similar texts lie near each other. */
export function vectorOf(text: string, dimensions: number, salt: string): number[] {
	const vector = Array.from({ length: dimensions }, () => 0);
	const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	for (const word of words) {
		add(vector, `${salt} ${word}`, 1);
		add(vector, `${salt} ${word.slice(0, 4)}…`, 0.5);
	}
	if (!vector.some((value) => value !== 0)) vector[0] = 1;
	const length = Math.hypot(...vector);
	return vector.map((value) => Math.fround(value / length));
}

/** Little-endian 32-bit floats, as base64. */
export function packed(vector: readonly number[]): string {
	const bytes = Buffer.alloc(vector.length * 4);
	for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
	return bytes.toString('base64');
}

function add(vector: number[], feature: string, weight: number): void {
	const hash = createHash('sha256').update(feature).digest();
	const index = hash.readUInt32LE(0) % vector.length;
	const sign = hash.readUInt8(4) & 1 ? 1 : -1;
	vector[index] = (vector[index] ?? 0) + sign * weight;
}
