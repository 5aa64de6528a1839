/** A checksum over bytes whose polynomial has this many bits, the highest bit first, as FLAC (RFC 9639) and Ogg (RFC 3533) use them. */
export function createChecksum(
	width: 8 | 16 | 32,
	polynomial: number,
): (bytes: Uint8Array) => number {
	const table = checksumTable(width, polynomial);
	const [shift, mask] = [width - 8, width === 32 ? 0xffff_ffff : 2 ** width - 1];
	return (bytes) => {
		let sum = 0;
		for (let at = 0; at < bytes.length; at++) {
			sum = ((sum << 8) ^ (table[((sum >>> shift) ^ (bytes[at] ?? 0)) & 255] ?? 0)) & mask;
		}
		return sum >>> 0;
	};
}
function checksumTable(width: 8 | 16 | 32, polynomial: number): Int32Array {
	const top = 2 ** (width - 1);
	return Int32Array.from({ length: 256 }, (_, byte) => {
		let sum = byte << (width - 8);
		for (let bit = 0; bit < 8; bit++) {
			sum = (sum & top) === 0 ? sum << 1 : (sum << 1) ^ polynomial;
		}
		return sum;
	});
}
