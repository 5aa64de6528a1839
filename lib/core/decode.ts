/**
 * Bytes as text; throws a TypeError for bytes that are no text in that encoding. In one piece, Node.js 20 reads Windows-1252 as Latin-1,
 * so it is never asked to.
 */
export function textOfBytes(bytes: Uint8Array, encoding: string): string {
	const decoder = new TextDecoder(encoding, { fatal: true });
	return decoder.decode(bytes, { stream: true }) + decoder.decode();
}

/** The byte order marks of UTF-16 (Unicode, 23.8). */
const UTF_16_OF_BYTE_ORDER_MARK: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' };

/** Whether bytes are UTF-8, or marked UTF-16, without control characters; the last character may be cut. */
export function looksLikeText(bytes: Buffer): boolean {
	const encoding = UTF_16_OF_BYTE_ORDER_MARK[bytes.toString('hex', 0, 2)] ?? 'utf-8';
	try {
		const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
		return !/(?!\s)\p{Cc}/u.test(text);
	} catch {
		return false;
	}
}
