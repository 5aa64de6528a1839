/**
 * Bytes as text; throws a TypeError for bytes that are no text in that encoding. In one piece, Node.js 20 reads Windows-1252 as Latin-1,
 * so it is never asked to.
 */
export function textOfBytes(bytes: Uint8Array, encoding: string): string {
	const decoder = new TextDecoder(encoding, { fatal: true });
	return decoder.decode(bytes, { stream: true }) + decoder.decode();
}
