import { aacFrameAt, readAacRecording } from './containers/aac';
import type { ByteReader } from './containers/byteReader';
import { readFlacRecording } from './containers/flac';
import { findFrameRun } from './containers/frameStream';
import { readMatroskaRecording } from './containers/matroska';
import { mp3FrameAt, readMp3Recording } from './containers/mp3';
import { readMp4Recording } from './containers/mp4';
import { readOpusRecording } from './containers/opus';
import { startsRecording } from './containers/nextRecording';
import {
	SeveralRecordingsError,
	UnreadableSoundError,
	unreadableOrThrow,
	type Gap,
	type Recording,
	type RecordingFormat,
	type SoundUnit,
} from './containers/recording';
import { readVorbisRecording } from './containers/vorbis';
import { readPcmRecording, WAV_START, readWavRecording } from './containers/wav';
import { id3TagBytes, maxPaddingAfterTag } from './containers/tags';

type OpenRecording = (reader: ByteReader) => Promise<Recording>;

/** By how a file starts; the first that fits is taken. */
const OPENERS_BY_START: Array<[start: RegExp, open: OpenRecording]> = [
	[/^fLaC/, readFlacRecording],
	[/^OggS[^]{24}OpusHead/, readOpusRecording],
	[/^OggS[^]{24}[^]vorbis/, readVorbisRecording],
	[/^[^]E\xdf\xa3/, readMatroskaRecording],
	[/^[^]{4}ftyp/, readMp4Recording],
	[WAV_START, readWavRecording],
	[/^\xff[\xf0\xf1\xf8\xf9]/, readAacRecording],
	[/^\xff[\xe2-\xff]/, readMp3Recording],
];

const FRAME_FORMATS = [
	[aacFrameAt, readAacRecording],
	[mp3FrameAt, readMp3Recording],
] as const;

/** Of a file whose start is missing, how far frames are searched for, and how many zeros may be before them. */
const SEARCHED_BYTES = 65_536;
const MAX_ZERO_BYTES = 1_000_000;

/** Formats that are known and cannot be split, for the sentence. */
const UNSPLITTABLE: Array<[start: RegExp, name: string]> = [[/^OggS/, 'is an Ogg file, which']];

/** Those that can be joined, by the extension of the file. */
export const JOINABLE_FORMATS = new Map<string, OpenRecording>([
	['aac', readAacRecording],
	['flac', readFlacRecording],
	['mp3', readMp3Recording],
	['ogg', readOpusRecording],
	['opus', readOpusRecording],
	['pcm', readPcmRecording],
	['wav', readWavRecording],
]);

/** Those whose index is read before, so that they cannot stand beside others. */
const OPENERS_BY_INDEX: OpenRecording[] = [readMatroskaRecording, readMp4Recording];

/**
 * The recording that a stream holds, or several that follow one another in it, such as songs of a radio stream and voice notes that were put
 * together, as one. Throws an UnreadableSoundError when it cannot be split.
 */
export async function openRecording(reader: ByteReader): Promise<Recording> {
	const { open, recording: first } = await openNext(reader);
	if (OPENERS_BY_INDEX.includes(open)) return first;
	const gaps: Gap[] = [];
	let hasOthers = false;
	async function* units() {
		let [recording, format, offset] = [first, undefined as RecordingFormat | undefined, 0];
		for (;;) {
			let end = offset;
			for await (const unit of recording.units) {
				if (offset > 0) unit.start += offset;
				if (format !== undefined) unit.format = format;
				end = unit.start + unit.seconds;
				yield unit;
			}
			for (const gap of recording.gaps) {
				const shifted = { ...gap, start: gap.start + offset, end: gap.end && gap.end + offset };
				end = Math.max(end, shifted.end ?? 0);
				gaps.push(shifted);
			}
			if (!(await startsRecording(reader))) return;
			[offset, hasOthers] = [end, true];
			const next = await openNext(reader).catch(unreadableOrThrow);
			if (next instanceof UnreadableSoundError) {
				// The file breaks off in the head of the next one, as where a radio program was recorded.
				if ((await reader.peek(1)).length > 0) throw next;
				return void gaps.push({ start: end, end: null });
			}
			if (OPENERS_BY_INDEX.includes(next.open)) throw new SeveralRecordingsError('sound');
			if (!isWrittenAlike(format ?? first, next.recording)) format = next.recording;
			({ recording } = next);
		}
	}
	const hasSoundAfterEnd = () => hasOthers || first.hasSoundAfterEnd?.() === true;
	return { ...first, units: units(), gaps, hasSoundAfterEnd };
}

/** Whether units that sound alike may stand in one file: where the format says all that a decoder needs. */
function isWrittenAlike(one: RecordingFormat, other: RecordingFormat): boolean {
	return one.format !== undefined && other.format?.equals(one.format) === true;
}

interface OpenedRecording {
	open: OpenRecording;
	recording: Recording;
}

async function openNext(reader: ByteReader): Promise<OpenedRecording> {
	let paddingAfterTag = 0;
	for (let tag = await reader.peek(10); id3TagBytes(tag) > 0; tag = await reader.peek(10)) {
		paddingAfterTag = maxPaddingAfterTag(tag);
		await reader.skip(id3TagBytes(tag));
	}
	const head = (await reader.peek(64)).toString('latin1');
	const open = OPENERS_BY_START.find(([start]) => start.test(head))?.[1];
	if (open !== undefined) return { open, recording: await open(reader) };
	const found = await openFramesAfter(reader, paddingAfterTag);
	if (found !== undefined) return found;
	const [, name = 'is in a format that'] = UNSPLITTABLE.find(([start]) => start.test(head)) ?? [];
	throw new UnreadableSoundError(`${name} cannot be split without re-encoding it`);
}

/** Frames that begin after the rest of a tag, after zeros, or where the start of a file is missing. */
async function openFramesAfter(
	reader: ByteReader,
	paddingAfterTag: number,
): Promise<OpenedRecording | undefined> {
	const ahead = await reader.peek(Math.max(paddingAfterTag, MAX_ZERO_BYTES) + SEARCHED_BYTES);
	const filled = Math.max(
		0,
		ahead.findIndex((byte) => byte !== 0),
	);
	const bytes = ahead.subarray(0, Math.max(paddingAfterTag, filled) + SEARCHED_BYTES);
	const starts = FRAME_FORMATS.map(([frameAt, open]) => ({
		at: findFrameRun(bytes, frameAt),
		open,
	}));
	const [first] = starts
		.filter(({ at }) => at !== undefined)
		.sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
	if (first?.at === undefined) return undefined;
	if (first.at <= paddingAfterTag) await reader.skip(first.at);
	return { open: first.open, recording: await first.open(reader) };
}

/** How many seconds of sound a file holds, by all of its bytes: a header may lie. Throws an UnreadableSoundError. */
export async function countRecordingSeconds(reader: ByteReader): Promise<number | undefined> {
	const { units } = await openRecording(reader);
	const seconds = await sumOfSeconds(units);
	return seconds > 0 ? seconds : undefined;
}

/** To the microsecond: short units are off by what each was rounded by, and a minute would be charged, or split, as more than one. */
export async function sumOfSeconds(units: AsyncIterable<SoundUnit>): Promise<number> {
	let sum = 0;
	for await (const { seconds } of units) sum += seconds;
	return Math.round(sum * 1e6) / 1e6;
}
