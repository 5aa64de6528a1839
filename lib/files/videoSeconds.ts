import { boxAt, longAt, numberAt } from './sound/containers/mp4Boxes';

/** Where a data URL of bytes ends and they start (RFC 2397). */
const DATA_URL = /^data:[^,]*;base64,/i;

/** How long the MP4 or MOV file in a data URL plays by its own header, in seconds; undefined for anything else. */
export function dataUrlSeconds(url: unknown): number | undefined {
	const [start] = typeof url === 'string' ? (DATA_URL.exec(url.slice(0, 200)) ?? []) : [];
	if (start === undefined) return undefined;
	return videoSeconds(Buffer.from(String(url).slice(start.length), 'base64'));
}

/** The same of its bytes (ISO/IEC 14496-12, 8.2). */
export function videoSeconds(bytes: Buffer): number | undefined {
	for (let at = 0; at + 8 <= bytes.length;) {
		const short = bytes.readUInt32BE(at);
		const [head, size] =
			short === 1 ? [16, longAt(bytes, at + 8) ?? 0] : [8, short || bytes.length - at];
		if (size < head) return undefined;
		const name = bytes.toString('latin1', at + 4, at + 8);
		if (name === 'moov') return secondsIn(bytes.subarray(at + head, at + size));
		at += size;
	}
	return undefined;
}

function secondsIn(index: Buffer): number | undefined {
	const header = boxAt(index, 'mvhd');
	if (header === undefined) return undefined;
	const isLong = header[0] === 1;
	const scale = numberAt(header, isLong ? 20 : 12) ?? 0;
	const length = timeAt(header, isLong ? 24 : 16, isLong) || fragmentsIn(index);
	return scale > 0 && length > 0 ? length / scale : undefined;
}

/** A fragmented file says its length beside its header, if at all. */
function fragmentsIn(index: Buffer): number {
	const header = boxAt(index, 'mvex', 'mehd');
	return header === undefined ? 0 : timeAt(header, 4, header[0] === 1);
}

/** 0 for a time that is left open, all of its bits set. */
function timeAt(header: Buffer, at: number, isLong: boolean): number {
	const time = (isLong ? longAt(header, at) : numberAt(header, at)) ?? 0;
	return time >= (isLong ? 2 ** 53 : 0xffff_ffff) ? 0 : time;
}
