/** Where the frames of an MP3 or AAC file begin, after its ID3v2 tags (ID3v2.4, section 3.1). */
export function afterTags(bytes: Buffer): number {
	let at = 0;
	for (let size = tagBytes(bytes); size > 0; size = tagBytes(bytes.subarray(at))) at += size;
	return at;
}

/** How long the ID3v2 tag is that begins here; 0 when none does. */
export function tagBytes(bytes: Buffer): number {
	if (bytes.length < 10 || bytes.toString('latin1', 0, 3) !== 'ID3') return 0;
	const footer = ((bytes[5] ?? 0) & 0x10) === 0 ? 0 : 10;
	return 10 + syncsafe(bytes, 6) + footer;
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
