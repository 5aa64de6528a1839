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

export function unsplittableMp4(what: string): UnreadableSoundError {
	return new UnreadableSoundError(
		`is an MP4 file with ${what}, which cannot be split without re-encoding it`,
	);
}
