/** Where the frames of an MP3 or AAC file begin, after its ID3v2 tags (ID3v2.4, section 3.1). */
export function afterTags(bytes: Buffer): number {
	let at = 0;
	while (bytes.toString('latin1', at, at + 3) === 'ID3' && at + 10 <= bytes.length) {
		const footer = ((bytes[at + 5] ?? 0) & 0x10) === 0 ? 0 : 10;
		at += 10 + syncsafe(bytes, at + 6) + footer;
	}
	return at;
}

/** Whether what follows the last frame is a known tag, or nothing but zeros: ID3v1, APE, Lyrics3. */
export function isTrailer(bytes: Buffer): boolean {
	return (
		/^(TAG|APETAGEX|LYRICSBEGIN)/.test(bytes.toString('latin1', 0, 11)) ||
		bytes.every((byte) => byte === 0)
	);
}

/** Four bytes of seven bits each. */
function syncsafe(bytes: Buffer, at: number): number {
	return [0, 1, 2, 3].reduce((sum, step) => (sum << 7) | ((bytes[at + step] ?? 0) & 0x7f), 0);
}
