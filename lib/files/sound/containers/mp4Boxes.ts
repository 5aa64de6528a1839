import { UnreadableSoundError } from './recording';

export const NO_CONTENT = Buffer.alloc(0);

interface Mp4Box {
	name: string;
	content: Buffer;
}

/** The boxes that follow one another in these bytes, up to one that is not whole (ISO/IEC 14496-12, 4.2). */
export function boxesIn(bytes: Buffer): Mp4Box[] {
	const boxes: Mp4Box[] = [];
	for (let at = 0; at + 8 <= bytes.length;) {
		const size = bytes.readUInt32BE(at) || bytes.length - at;
		if (size < 8 || at + size > bytes.length) break;
		const name = bytes.toString('latin1', at + 4, at + 8);
		boxes.push({ name, content: bytes.subarray(at + 8, at + size) });
		at += size;
	}
	return boxes;
}

/** The content of the box at the end of a path of names; undefined when there is none. */
export function boxAt(bytes: Buffer, ...path: string[]): Buffer | undefined {
	let found: Buffer | undefined = bytes;
	for (const wanted of path) {
		if (found === undefined) return undefined;
		found = boxesIn(found).find(({ name }) => name === wanted)?.content;
	}
	return found;
}

/** The number of four bytes at a place; undefined beyond the end. */
export function uint32At(bytes: Buffer, at: number): number | undefined {
	return at + 4 <= bytes.length ? bytes.readUInt32BE(at) : undefined;
}

export function uint64At(bytes: Buffer, at: number): number | undefined {
	return at + 8 <= bytes.length ? Number(bytes.readBigUInt64BE(at)) : undefined;
}

/** What a header says of a duration that it does not know. */
export const UNKNOWN_DURATION = 0xffff_ffff;

/** The time scale and the duration in a header (ISO/IEC 14496-12, 8.2.2 and 8.4.2). */
export function timeScaleAndDuration(header: Buffer | undefined): [scale: number, length: number] {
	const isLong = header?.[0] === 1;
	const at = isLong ? 20 : 12;
	const scale = uint32At(header ?? NO_CONTENT, at) ?? 0;
	if (header === undefined || scale === 0)
		throw new UnreadableSoundError('does not say its time scale');
	const length = (isLong ? uint64At(header, at + 4) : uint32At(header, at + 4)) ?? 0;
	return [scale, length];
}

const TRACK_ENABLED_FLAG = 1;

/**
 * The tracks of sound, those that are played first. One that is not enabled is as good as absent (ISO/IEC 14496-12, 8.3.2), unless the writer
 * enabled none, or it is the same in another codec: memos and films of phones have AAC beside sound of their own.
 */
export function soundTracks(index: Buffer): Buffer[] {
	const tracks = boxesIn(index).flatMap(({ name, content }) => (name === 'trak' ? [content] : []));
	const isEnabled = (track: Buffer) =>
		((boxAt(track, 'tkhd')?.[3] ?? TRACK_ENABLED_FLAG) & TRACK_ENABLED_FLAG) !== 0;
	const isSound = (track: Buffer) =>
		boxAt(track, 'mdia', 'hdlr')?.toString('latin1', 8, 12) === 'soun';
	const enabled = tracks.filter(isEnabled);
	if (enabled.length === 0) return tracks.filter(isSound);
	const played = enabled.filter(isSound);
	const others = tracks.filter((track) => !enabled.includes(track) && isSound(track));
	return [
		...played,
		...others.filter((track) => played.some((one) => languageOf(one) === languageOf(track))),
	];
}

/** Behind the times of the header (8.4.2). */
function languageOf(track: Buffer): number | undefined {
	const header = boxAt(track, 'mdia', 'mdhd');
	const at = header?.[0] === 1 ? 32 : 20;
	return header !== undefined && at + 2 <= header.length ? header.readUInt16BE(at) : undefined;
}

export function unsplittableMp4(what: string): UnreadableSoundError {
	return new UnreadableSoundError(
		`is an MP4 file with ${what}, which cannot be split without re-encoding it`,
	);
}

/** Where a data URL of bytes ends and they start (RFC 2397). */
const DATA_URL_START = /^data:[^,]*;base64,/i;

/** How long the MP4 or MOV file in a data URL plays by its own header, in seconds; undefined for anything else. */
export function readDataUrlSeconds(url: unknown): number | undefined {
	const [start] = typeof url === 'string' ? (DATA_URL_START.exec(url.slice(0, 200)) ?? []) : [];
	if (start === undefined) return undefined;
	return readVideoSeconds(Buffer.from(String(url).slice(start.length), 'base64'));
}

/** The same of its bytes (ISO/IEC 14496-12, 8.2). */
function readVideoSeconds(bytes: Buffer): number | undefined {
	for (let at = 0; at + 8 <= bytes.length;) {
		const short = bytes.readUInt32BE(at);
		const [head, size] =
			short === 1 ? [16, uint64At(bytes, at + 8) ?? 0] : [8, short || bytes.length - at];
		if (size < head) return undefined;
		const name = bytes.toString('latin1', at + 4, at + 8);
		if (name === 'moov') return readMovieSeconds(bytes.subarray(at + head, at + size));
		at += size;
	}
	return undefined;
}

function readMovieSeconds(index: Buffer): number | undefined {
	const header = boxAt(index, 'mvhd');
	if (header === undefined) return undefined;
	const isLong = header[0] === 1;
	const scale = uint32At(header, isLong ? 20 : 12) ?? 0;
	const length = durationAt(header, isLong ? 24 : 16, isLong) || fragmentedDuration(index);
	return scale > 0 && length > 0 ? length / scale : undefined;
}

/** A fragmented file says its length beside its header, if at all. */
function fragmentedDuration(index: Buffer): number {
	const header = boxAt(index, 'mvex', 'mehd');
	return header === undefined ? 0 : durationAt(header, 4, header[0] === 1);
}

/** 0 for a time that is left open, all of its bits set. */
function durationAt(header: Buffer, at: number, isLong: boolean): number {
	const time = (isLong ? uint64At(header, at) : uint32At(header, at)) ?? 0;
	return time >= (isLong ? 2 ** 53 : 0xffff_ffff) ? 0 : time;
}
