import { boxAt, uint64At, uint32At } from './sound/containers/mp4Boxes';

/** Where a data URL of bytes ends and they start (RFC 2397). */
const DATA_URL_START = /^data:[^,]*;base64,/i;

/** How long the MP4 or MOV file in a data URL plays by its own header, in seconds; undefined for anything else. */
export function readDataUrlSeconds(url: unknown): number | undefined {
	const [start] = typeof url === 'string' ? (DATA_URL_START.exec(url.slice(0, 200)) ?? []) : [];
	if (start === undefined) return undefined;
	return readVideoSeconds(Buffer.from(String(url).slice(start.length), 'base64'));
}

/** The same of its bytes (ISO/IEC 14496-12, 8.2). */
export function readVideoSeconds(bytes: Buffer): number | undefined {
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
