import type { ByteReader } from './byteReader';
import { Unreadable } from './unreadable';
import { tagBytes } from './tags';
import { flacRecording } from './flacRecording';
import { aacRecording, mp3Recording } from './frameRecording';
import { mp4Recording } from './mp4';
import { opusRecording } from './opusRecording';
import type { Recording } from './recording';
import { vorbisRecording } from './vorbisRecording';
import { WAV_START, wavRecording } from './wavRecording';

type Open = (reader: ByteReader) => Promise<Recording>;

/** By how a file begins; the first that fits is taken. */
const FORMATS: Array<[start: RegExp, open: Open]> = [
	[/^fLaC/, flacRecording],
	[/^OggS[^]{24}OpusHead/, opusRecording],
	[/^OggS[^]{24}[^]vorbis/, vorbisRecording],
	[/^[^]{4}ftyp/, mp4Recording],
	[WAV_START, wavRecording],
	[/^\xff[\xf0\xf1\xf8\xf9]/, aacRecording],
	[/^\xff[\xe2-\xff]/, mp3Recording],
];

/** Formats that are known and cannot be split, for the sentence. */
const OTHERS: Array<[start: RegExp, name: string]> = [
	[/^[^]E\xdf\xa3/, 'is a WebM file, which'],
	[/^OggS/, 'is an Ogg file, which'],
];

/** The recording that a stream holds; throws an Unreadable when it cannot be split. */
export async function openRecording(reader: ByteReader): Promise<Recording> {
	let tag = tagBytes(await reader.peek(10));
	for (; tag > 0; tag = tagBytes(await reader.peek(10))) await reader.skip(tag);
	const head = (await reader.peek(64)).toString('latin1');
	const open = FORMATS.find(([start]) => start.test(head))?.[1];
	if (open === undefined) {
		const [, name = 'is in a format that'] = OTHERS.find(([start]) => start.test(head)) ?? [];
		throw new Unreadable(`${name} cannot be split without re-encoding it`);
	}
	return await open(reader);
}
