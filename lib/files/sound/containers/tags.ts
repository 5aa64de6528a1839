import type { ByteReader } from './byteReader';

export const TAG_START = /^(ID3|TAG|APETAGEX|LYRICSBEGIN)/;
/** How a container starts, by more than chance brings about, so that it is known where it follows another recording in the same file. */
const CONTAINER_START =
	/fLaC[\0\x80]\0\0"|OggS\0\cB\0{8}|(?:RIFF|RF64|BW64)[^]{4}WAVE(?:fmt |JUNK|bext|ds64|LIST)|\cZE\xdf\xa3[^]{4,48}(?:webm|matroska)|\0\0\0[^]ftyp[\w ]{4}/;
/** As many bytes as tell that start. */
export const CONTAINER_START_BYTES = 64;

/** Where a container starts in these bytes; -1 where none does. */
export function findContainerStart(bytes: Buffer): number {
	return bytes.toString('latin1').search(CONTAINER_START);
}

export function startsContainer(bytes: Buffer): boolean {
	return findContainerStart(bytes.subarray(0, CONTAINER_START_BYTES)) === 0;
}

const APE_HEADER_BYTES = 32;

/** The tag that starts here: ID3v2.4, section 3.1; ID3v1; APE, where only the end of a tag may be marked. `before` bytes of it were passed. */
export async function peekTag(
	reader: ByteReader,
): Promise<{ bytes: number; before: number } | undefined> {
	const head = await reader.peek(APE_HEADER_BYTES);
	const [name] = TAG_START.exec(head.toString('latin1')) ?? [];
	if (name === 'ID3') {
		const bytes = id3TagBytes(head);
		return bytes === 0 ? undefined : { bytes, before: 0 };
	}
	// An extended tag is before the plain one.
	if (name === 'TAG') return { bytes: head[3] === 0x2b ? 227 : 128, before: 0 };
	if (name === 'APETAGEX' && head.length === APE_HEADER_BYTES) {
		const size = head.readUInt32LE(12);
		const isHeader = (head.readUInt32LE(20) & 0x2000_0000) !== 0;
		return isHeader
			? { bytes: size + APE_HEADER_BYTES, before: 0 }
			: { bytes: APE_HEADER_BYTES, before: size - APE_HEADER_BYTES };
	}
	return undefined;
}

/** How long the ID3v2 tag is that starts here; 0 when none does. */
export function id3TagBytes(bytes: Buffer): number {
	if (bytes.length < 10 || bytes.toString('latin1', 0, 3) !== 'ID3') return 0;
	const footer = ((bytes[5] ?? 0) & 0x10) === 0 ? 0 : 10;
	const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((bytes[at] ?? 0) & 127), 0);
	return 10 + size + footer;
}

/** How many bytes after that tag can still belong to it: writers forget what they filled up, or write the size as a plain number. */
export function maxPaddingAfterTag(bytes: Buffer): number {
	const plain = bytes.readUInt32BE(6) + 10;
	return Math.max(MIN_PADDING_BYTES, plain > MAX_TAG_BYTES ? 0 : plain - id3TagBytes(bytes));
}

const MIN_PADDING_BYTES = 4096;
const MAX_TAG_BYTES = 16_000_000;
