export interface M4aOptions {
	/** Whether the index is before the sound, as files for the web have it. */
	indexFirst?: boolean;
	/** Whether offsets have eight bytes. */
	isLong?: boolean;
	/** Of pictures, between two chunks of sound. */
	gap?: Buffer;
	/** The sample entry, without its name, and its name. */
	entry?: Buffer;
	codec?: string;
	/** Samples a second. */
	rate?: number;
	/** Whether the sound is in fragments, which the index does not know. The first one starts at this time, in samples. */
	isFragmented?: boolean;
	startsAt?: number;
	/** Whether a fragment says where in the file it lies. */
	isAbsolute?: boolean;
	/** Stretches that are played: how long, in samples, and from which sample on; -1 for nothing. */
	edits?: Array<[length: number, from: number]>;
	/** Whether a player takes the own track, and in which language it is. */
	isEnabled?: boolean;
	language?: number;
	/** What sets a track of sound apart that is before the own one. */
	trackBefore?: { isEnabled?: boolean; codec?: string };
}

const FRAMES_PER_CHUNK = 7;
const SAMPLES_PER_FRAME = 1024;

/** Frames of AAC-LC in an MP4 file: mono, 24 kHz unless the options say otherwise (ISO/IEC 14496-12). */
export function m4aOf(frames: readonly Buffer[], options: M4aOptions = {}): Buffer {
	const { indexFirst = false, gap = Buffer.alloc(0) } = options;
	const known = options.isFragmented === true ? [] : frames;
	const chunks: Buffer[][] = [];
	for (let at = 0; at < known.length; at += FRAMES_PER_CHUNK) {
		chunks.push(known.slice(at, at + FRAMES_PER_CHUNK));
	}
	const type = box('ftyp', Buffer.from('M4A \0\0\0\0M4A mp42', 'latin1'));
	const size = movie(chunks, chunks.map(Number), options).length;
	const offsets: number[] = [];
	let at = type.length + 8 + (indexFirst ? size : 0);
	for (const chunk of chunks) {
		offsets.push(at);
		at += Buffer.concat(chunk).length + gap.length;
	}
	const index = movie(chunks, offsets, options);
	if (options.isFragmented === true) {
		return Buffer.concat([
			type,
			index,
			...fragmentsOf(
				frames,
				gap,
				options.startsAt,
				(options.isAbsolute ?? false) && type.length + index.length,
			),
		]);
	}
	const sound = box('mdat', ...chunks.flatMap((chunk) => [...chunk, gap]));
	return Buffer.concat(indexFirst ? [type, index, sound] : [type, sound, index]);
}

const TRACK = 2;
const PICTURES = 1;
const FRAMES_PER_FRAGMENT = 50;

/** What holds for the fragments of the sound: how long a frame is (8.8.3). */
function defaults(): Buffer {
	return box('trex', words(0, TRACK, 1, SAMPLES_PER_FRAME, 0, 0));
}

/** Fragments of sound behind pictures, each of them counted from its header or, after so many `bytesBefore`, from the start of the file (8.8.4, 8.8.7). */
export function fragmentsOf(
	frames: readonly Buffer[],
	gap: Buffer,
	startsAt = 0,
	bytesBefore: number | false = false,
): Buffer[] {
	const made: Buffer[] = [];
	for (let at = 0; at < frames.length; at += FRAMES_PER_FRAGMENT) {
		const some = frames.slice(at, at + FRAMES_PER_FRAGMENT);
		const base = Number(bytesBefore) + Buffer.concat(made).length;
		const place = (track: number) =>
			bytesBefore === false ? words(0x2_0000, track) : words(1, track, 0, base);
		const header = (shift: number) => {
			const pictures = box(
				'traf',
				box('tfhd', place(PICTURES)),
				box('trun', words(0x201, 1, shift, gap.length)),
			);
			const sizes = some.map(({ length }) => length);
			const sound = box(
				'traf',
				box('tfhd', place(TRACK)),
				box('tfdt', words(0, startsAt + at * SAMPLES_PER_FRAME)),
				box('trun', words(0x201, some.length, shift + gap.length, ...sizes)),
			);
			return box('moof', box('mfhd', words(0, made.length / 2 + 1)), pictures, sound);
		};
		made.push(header(header(0).length + 8), box('mdat', gap, ...some));
	}
	return made;
}

function movie(chunks: Buffer[][], offsets: number[], options: M4aOptions): Buffer {
	const { isLong = false, entry = soundEntry(), codec = 'mp4a', rate = 24_000 } = options;
	const sizes = chunks.flat().map(({ length }) => length);
	const last = chunks.at(-1)?.length ?? 0;
	const runs = last === FRAMES_PER_CHUNK ? [] : [chunks.length, last, 1];
	const places = isLong
		? box('co64', words(0, offsets.length, ...offsets.flatMap((offset) => [0, offset])))
		: box('stco', words(0, offsets.length, ...offsets));
	const table = box(
		'stbl',
		box('stsd', words(0, 1), box(codec, entry)),
		box('stts', words(0, 1, sizes.length, SAMPLES_PER_FRAME)),
		box('stsc', words(0, 1 + runs.length / 3, 1, FRAMES_PER_CHUNK, 1, ...runs)),
		box('stsz', words(0, 0, sizes.length, ...sizes)),
		places,
	);
	const time = words(0, 0, 0, rate, sizes.length * SAMPLES_PER_FRAME);
	const media = (kind: string, ...content: Buffer[]) =>
		box(
			'mdia',
			box('mdhd', time, words((options.language ?? 0) << 16)),
			box('hdlr', words(0, 0), Buffer.from(kind), Buffer.alloc(13)),
			...content,
		);
	const pictures = box('trak', media('vide'));
	const edits = (options.edits ?? []).flatMap(([length, from]) => [length, from >>> 0, 0x1_0000]);
	const list =
		edits.length === 0 ? [] : [box('edts', box('elst', words(0, edits.length / 3, ...edits)))];
	const sound = box(
		'trak',
		box('tkhd', words(options.isEnabled === false ? 2 : 3, 0, 0, TRACK)),
		...list,
		media('soun', box('minf', table)),
	);
	const fragments = options.isFragmented === true ? [box('mvex', defaults())] : [];
	const { trackBefore } = options;
	const before = trackBefore === undefined ? [] : [otherTrack(time, trackBefore)];
	const tracks = [pictures, ...before, sound];
	return box('moov', box('mvhd', time, Buffer.alloc(80)), ...tracks, ...fragments);
}

/** A track whose sound would be that of the file's first bytes. */
function otherTrack(
	time: Buffer,
	{ isEnabled = true, codec = 'mp4a' }: NonNullable<M4aOptions['trackBefore']>,
) {
	const table = box(
		'stbl',
		box('stsd', words(0, 1), box(codec, soundEntry())),
		box('stts', words(0, 1, 1, SAMPLES_PER_FRAME)),
		box('stsc', words(0, 1, 1, 1, 1)),
		box('stsz', words(0, 0, 1, 8)),
		box('stco', words(0, 1, 4)),
	);
	const handler = box('hdlr', words(0, 0), Buffer.from('soun'), Buffer.alloc(13));
	const media = box('mdia', box('mdhd', time, words(0)), handler, box('minf', table));
	return box('trak', box('tkhd', words(isEnabled ? 3 : 2)), media);
}

/** AAC-LC, 24 kHz, mono, in the shape of MP4 or, with version 1, of QuickTime. */
export function soundEntry(config = [0x13, 0x08], version = 0, kind = 0x40): Buffer {
	const fields = Buffer.alloc(version === 1 ? 44 : 28);
	fields.writeUInt16BE(version, 8);
	const specific = Buffer.from([5, 0x80, 0x80, 0x80, config.length, ...config]);
	const decoder = Buffer.concat([Buffer.from([4, 13 + specific.length, kind]), Buffer.alloc(12)]);
	const stream = Buffer.from([3, 3 + decoder.length + specific.length, 0, 1, 0]);
	const description = box('esds', words(0), stream, decoder, specific);
	return Buffer.concat([fields, version === 1 ? box('wave', description) : description]);
}

function box(name: string, ...content: Buffer[]): Buffer {
	const body = Buffer.concat(content);
	return Buffer.concat([words(body.length + 8), Buffer.from(name, 'latin1'), body]);
}

function words(...values: number[]): Buffer {
	const bytes = Buffer.alloc(values.length * 4);
	for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
	return bytes;
}
