import {
	AAC_SAMPLES_PER_FRAME,
	toAdtsFrame,
	adtsRecording,
	type AacConfig,
	readAacConfig,
} from './aac';
import type { ByteReader } from './byteReader';
import type { FrameUnit } from './frameStream';
import {
	PlaybackTimeline,
	UnreadableSoundError,
	type Recording,
	SeveralRecordingsError,
} from './recording';
import {
	boxAt,
	boxesIn,
	NO_CONTENT,
	soundTracks,
	unsplittableMp4,
	uint32At,
	timeScaleAndDuration,
	UNKNOWN_DURATION,
} from './mp4Boxes';
import {
	readEdits,
	type Edit,
	framePlacesInTables,
	readSampleTables,
	type FramePlace,
} from './mp4Tables';
import { framePlacesInFragments, type Fragment } from './mp4Fragments';
import { startsRecording } from './nextRecording';
import { peekTag } from './tags';

/** AAC in MP4, of M4A files and films: its frames with ADTS headers of their own (ISO/IEC 14496-12). Throws an UnreadableSoundError. */
export async function readMp4Recording(reader: ByteReader): Promise<Recording> {
	const sound = await readMp4Sound(reader);
	const timeline = new PlaybackTimeline();
	return adtsRecording(readMp4Units(reader, sound, timeline), timeline);
}

async function* readMp4Units(
	reader: ByteReader,
	{ config, places, edits, length, breaksOff }: Mp4Sound,
	timeline: PlaybackTimeline,
): AsyncGenerator<FrameUnit> {
	const seconds = AAC_SAMPLES_PER_FRAME / config.rate;
	let index = 0;
	let isAfterLoss = false;
	for (const { offset, bytes: size, start, isAfterGap, isLost } of places()) {
		if (!isLost && offset < reader.position)
			throw new UnreadableSoundError('stores its sound out of order');
		// The frame that says so may be cut away by an edit.
		isAfterLoss ||= isAfterGap === true;
		while ((edits[index]?.until ?? Infinity) <= start) index++;
		const edit = edits[index];
		// What was cut away is not heard, but for the frame that the first one of a stretch fades in from.
		if (edit === undefined || start + 2 * seconds <= edit.from) continue;
		if (isAfterLoss && start + edit.shiftSeconds > timeline.at)
			timeline.addGapUntil(start + edit.shiftSeconds);
		isAfterLoss = false;
		timeline.at = start + edit.shiftSeconds;
		if (isLost) timeline.addGapUntil(timeline.at + seconds);
		if (isLost) continue;
		await reader.skip(offset - reader.position);
		const frame = await reader.take(size);
		// The rest of a file that was cut off.
		if (frame.length < size) break;
		if (size === 0) continue;
		// No frame is made of zeros: this is what a broken transfer or disk leaves.
		const isEmpty = frame.every((byte) => byte === 0);
		if (isEmpty) timeline.addGapUntil(timeline.at + seconds);
		else {
			const unit = {
				level: size,
				sound: 'AAC',
				borrowed: 0,
				room: 0,
				samples: AAC_SAMPLES_PER_FRAME,
			};
			yield { bytes: toAdtsFrame(config, frame), ...unit, ...timeline.advance(seconds) };
		}
	}
	const last = edits.findLast(({ from }) => from < length);
	const end = last === undefined ? 0 : Math.min(last.until, length) + last.shiftSeconds;
	if (end - timeline.at > CUT_TOLERANCE_SECONDS) timeline.addGapUntil(end);
	if (breaksOff) timeline.addGapUntil(null);
}

/** The last frame may be counted in part. */
const CUT_TOLERANCE_SECONDS = 0.1;

/** The sound of an MP4 file: how it is coded, where its frames are, and when they play, in seconds. */
interface Mp4Sound {
	config: AacConfig;
	/** What is played of it, in the order in which it is stored. */
	edits: Edit[];
	/** Where each frame lies in the file, in their order, and when it plays before anything is cut away. */
	places(): Generator<FramePlace>;
	/** How long it is before anything is cut away. */
	length: number;
	/** Whether the file ends in the middle of what it holds, and does not say how much is missing. */
	breaksOff: boolean;
}

/** The index of a film of many hours takes less. */
const MAX_INDEX_BYTES = 64_000_000;
/** Names of formats that people know. */
const CODEC_DISPLAY_NAMES: Record<string, string> = {
	alac: 'Apple Lossless',
	enca: 'encrypted',
	samr: 'AMR',
	'ac-3': 'Dolby Digital',
	'ec-3': 'Dolby Digital Plus',
};

/** The sound in the index of the file, which is read to its end and then from its start again. Throws an UnreadableSoundError when there is none, or it is not AAC. */
async function readMp4Sound(reader: ByteReader): Promise<Mp4Sound> {
	const file = await new BoxWalk(reader).readBoxes();
	await reader.restart();
	const { index } = file;
	const tracks = soundTracks(index);
	if (tracks.length === 0) throw new UnreadableSoundError('has no sound');
	let failure: unknown;
	for (const track of tracks) {
		try {
			return readTrackSound(file, track);
		} catch (error) {
			failure ??= error;
		}
	}
	throw failure;
}

function readTrackSound({ index, fragments, breaksOff }: Mp4Boxes, track: Buffer): Mp4Sound {
	const table = boxAt(track, 'mdia', 'minf', 'stbl');
	if (table === undefined) throw new UnreadableSoundError('has no sound');
	const entries = boxAt(table, 'stsd') ?? NO_CONTENT;
	const [coded, other] = boxesIn(entries.subarray(8));
	if (coded?.name !== 'mp4a' || other !== undefined) {
		const name = other?.name ?? coded?.name ?? 'unknown';
		throw unsplittableMp4(
			other === undefined ? `${CODEC_DISPLAY_NAMES[name] ?? name} sound` : 'sound that changes',
		);
	}
	const [scale, duration] = timeScaleAndDuration(boxAt(track, 'mdia', 'mdhd'));
	const config = readAacConfig(coded.content);
	const edits = readEdits(index, track, scale);
	const tables = readSampleTables(table, scale);
	const id = uint32At(boxAt(track, 'tkhd') ?? NO_CONTENT, trackIdOffset(track)) ?? 0;
	const fragmented = { id, scale, start: tables.end * scale };
	function* places() {
		yield* framePlacesInTables(tables);
		yield* framePlacesInFragments(index, fragments, fragmented);
	}
	let length = Math.max(tables.end, duration === UNKNOWN_DURATION ? 0 : duration / scale);
	const measured = framePlacesInFragments(index, fragments, fragmented);
	let next = measured.next();
	for (; next.done !== true; next = measured.next()) {
		length = Math.max(length, next.value.start + (next.value.seconds ?? 0));
	}
	return { config, edits, length, places, breaksOff: breaksOff || next.value };
}

/** Behind the times of the header, which are longer in version 1 (8.3.2). */
function trackIdOffset(track: Buffer): number {
	return boxAt(track, 'tkhd')?.[0] === 1 ? 20 : 12;
}

interface Mp4Boxes {
	index: Buffer;
	fragments: Fragment[];
	breaksOff: boolean;
}

/** What stands beside one another in a file with fragments. */
const TOP_LEVEL_BOXES = new Set(
	'ftyp styp moov moof mdat free skip sidx ssix mfra prft emsg uuid meta udta wide pdin'.split(' '),
);
/** Boxes that a whole file does not end in. */
const INCOMPLETE_END_BOXES = new Set(['moof', 'mdat']);
const SEARCH_STEP_BYTES = 65_536;

/** Reads a file to its end: its one box `moov`, which may be before or after the sound, and its fragments. */
class BoxWalk {
	private index: Buffer | undefined;
	private readonly fragments: Fragment[] = [];
	private indexBytes = 0;

	/** Whether something since the last fragment cannot be read. */
	private isDamaged = false;

	constructor(private readonly reader: ByteReader) {}

	async readBoxes(): Promise<Mp4Boxes> {
		const { reader } = this;
		for (let more = true; more;) {
			const start = reader.position;
			const head = Buffer.from(await reader.peek(16));
			if (head.length < 8) break;
			const tag = await peekTag(reader);
			if (tag !== undefined) await reader.skip(tag.bytes);
			else if (
				!TOP_LEVEL_BOXES.has(head.toString('latin1', 4, 8)) &&
				(await startsRecording(reader))
			)
				throw new SeveralRecordingsError('sound');
			else more = await this.readBox(head, start);
		}
		if (this.index === undefined) throw new UnreadableSoundError('has no index of its sound');
		return { index: this.index, fragments: this.fragments, breaksOff: this.isDamaged };
	}

	private get isFragmented(): boolean {
		return this.fragments.length > 0 || boxAt(this.index ?? NO_CONTENT, 'mvex') !== undefined;
	}

	private async readBox(head: Buffer, start: number): Promise<boolean> {
		const { reader } = this;
		const name = head.toString('latin1', 4, 8);
		const isLong = head.readUInt32BE(0) === 1 && head.length === 16;
		const headBytes = isLong ? 16 : 8;
		const size = (isLong ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0)) - headBytes;
		if (this.isFragmented && (!TOP_LEVEL_BOXES.has(name) || size < -headBytes))
			return await this.skipStrayBytes();
		const last = this.fragments.at(-1);
		if (last !== undefined && name === 'mdat')
			last.end = size < 0 ? Infinity : start + headBytes + size;
		// The last box may leave its size open; after the index, what is no box is no sound.
		if (size < 0) return false;
		if (this.index !== undefined && (name === 'moov' || name === 'ftyp'))
			throw new SeveralRecordingsError('MP4');
		await reader.skip(headBytes);
		const content =
			name === 'moov' || name === 'moof' ? await this.takeIndexBytes(size) : undefined;
		if (name === 'moov') this.index = content;
		else if (name === 'moof' && content !== undefined) this.addFragment(start, content);
		else await reader.skip(size);
		const isCut = reader.position < start + headBytes + size;
		if (this.isFragmented && isCut && INCOMPLETE_END_BOXES.has(name)) this.isDamaged = true;
		return true;
	}

	private async takeIndexBytes(size: number): Promise<Buffer> {
		this.indexBytes += size;
		if (this.indexBytes > MAX_INDEX_BYTES)
			throw new UnreadableSoundError('has an index that is too large');
		return Buffer.from(await this.reader.take(size));
	}

	private addFragment(at: number, content: Buffer): void {
		const isWhole = boxAt(content, 'mfhd') !== undefined && boxAt(content, 'traf') !== undefined;
		if (isWhole) this.fragments.push({ at, end: at, content, isAfterDamage: this.isDamaged });
		this.isDamaged = !isWhole;
	}

	/** What is no box, up to the next fragment; the sound before it is not where it should be. */
	private async skipStrayBytes(): Promise<boolean> {
		const { reader } = this;
		let isEmpty = true;
		for (;;) {
			const bytes = await reader.peek(SEARCH_STEP_BYTES);
			isEmpty &&= bytes.every((byte) => byte === 0);
			const next = [...fragmentOffsets(bytes)][0];
			await reader.skip(next ?? Math.max(1, bytes.length - FRAGMENT_START_BYTES));
			const last = this.fragments.at(-1);
			if (next !== undefined && last !== undefined) last.isDisplaced = true;
			if (next !== undefined) this.isDamaged = true;
			if (next !== undefined) return true;
			if (bytes.length < SEARCH_STEP_BYTES) break;
		}
		// Zeros after the end are no sound.
		if (!isEmpty) this.isDamaged = true;
		return false;
	}
}

/** Of a header and the header in it, which has a size of its own. */
const FRAGMENT_START_BYTES = 16;

function* fragmentOffsets(bytes: Buffer): Generator<number> {
	for (let at = bytes.indexOf('moof'); at >= 0; at = bytes.indexOf('moof', at + 1)) {
		if (at >= 4 && bytes.toString('latin1', at + 8, at + 12) === 'mfhd') yield at - 4;
	}
}
