import { aacFrame, aacRecording } from './containers/aac';
import type { ByteReader } from './containers/byteReader';
import { flacRecording } from './containers/flac';
import { frameRunIn } from './containers/frames';
import { matroskaRecording } from './containers/matroska';
import { mp3Frame, mp3Recording } from './containers/mp3';
import { mp4Recording } from './containers/mp4';
import { opusRecording } from './containers/opus';
import { Unreadable, type Recording } from './containers/recording';
import { vorbisRecording } from './containers/vorbis';
import { pcmRecording, WAV_START, wavRecording } from './containers/wav';
import { id3Bytes, id3Slack } from './containers/tags';

type Open = (reader: ByteReader) => Promise<Recording>;

/** By how a file starts; the first that fits is taken. */
const FORMATS: Array<[start: RegExp, open: Open]> = [
	[/^fLaC/, flacRecording],
	[/^OggS[^]{24}OpusHead/, opusRecording],
	[/^OggS[^]{24}[^]vorbis/, vorbisRecording],
	[/^[^]E\xdf\xa3/, matroskaRecording],
	[/^[^]{4}ftyp/, mp4Recording],
	[WAV_START, wavRecording],
	[/^\xff[\xf0\xf1\xf8\xf9]/, aacRecording],
	[/^\xff[\xe2-\xff]/, mp3Recording],
];

/** Formats that are frames in a row. */
const FRAME_FORMATS = [
	[aacFrame, aacRecording],
	[mp3Frame, mp3Recording],
] as const;

/** Of a file whose start is missing, how far frames are searched for, and how many zeros may be before them. */
const SEARCHED_BYTES = 65_536;
const LONGEST_FILLER = 1_000_000;

/** Formats that are known and cannot be split, for the sentence. */
const UNSPLITTABLE: Array<[start: RegExp, name: string]> = [[/^OggS/, 'is an Ogg file, which']];

/** Those that can be joined, by the extension of the file. */
export const JOINABLE = new Map<string, Open>([
	['aac', aacRecording],
	['flac', flacRecording],
	['mp3', mp3Recording],
	['ogg', opusRecording],
	['opus', opusRecording],
	['pcm', pcmRecording],
	['wav', wavRecording],
]);

/** The recording that a stream holds; throws an Unreadable when it cannot be split. */
export async function openRecording(reader: ByteReader): Promise<Recording> {
	let slack = 0;
	for (let tag = await reader.peek(10); id3Bytes(tag) > 0; tag = await reader.peek(10)) {
		slack = id3Slack(tag);
		await reader.skip(id3Bytes(tag));
	}
	const head = (await reader.peek(64)).toString('latin1');
	const open = FORMATS.find(([start]) => start.test(head))?.[1];
	if (open !== undefined) return await open(reader);
	const found = await framesAfter(reader, slack);
	if (found !== undefined) return found;
	const [, name = 'is in a format that'] = UNSPLITTABLE.find(([start]) => start.test(head)) ?? [];
	throw new Unreadable(`${name} cannot be split without re-encoding it`);
}

/** Frames that begin after the rest of a tag, after zeros, or where the start of a file is missing. */
async function framesAfter(reader: ByteReader, slack: number): Promise<Recording | undefined> {
	const ahead = await reader.peek(Math.max(slack, LONGEST_FILLER) + SEARCHED_BYTES);
	const filled = Math.max(
		0,
		ahead.findIndex((byte) => byte !== 0),
	);
	const bytes = ahead.subarray(0, Math.max(slack, filled) + SEARCHED_BYTES);
	const starts = FRAME_FORMATS.map(([frameAt, open]) => ({ at: frameRunIn(bytes, frameAt), open }));
	const [first] = starts
		.filter(({ at }) => at !== undefined)
		.sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
	if (first?.at === undefined) return undefined;
	if (first.at <= slack) await reader.skip(first.at);
	return await first.open(reader);
}

/** How many seconds of sound a file holds, by all of its bytes: a header may lie. Throws an Unreadable. */
export async function recordingSeconds(reader: ByteReader): Promise<number | undefined> {
	const { units } = await openRecording(reader);
	let sum = 0;
	for await (const { seconds } of units) sum += seconds;
	return sum > 0 ? sum : undefined;
}
