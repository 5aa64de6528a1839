export function blobBytesOf(bytes: Buffer): Uint8Array<ArrayBuffer> {
	const { buffer, byteOffset, byteLength } = bytes;
	return buffer instanceof ArrayBuffer
		? new Uint8Array(buffer, byteOffset, byteLength)
		: new Uint8Array(bytes);
}
