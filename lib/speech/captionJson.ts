import { badInput } from '../core/failure';
import { isRecord } from '../core/record';
import { spokenSegmentsOf } from './cues';
import type { Timestamps } from './transcript';

type Json = Record<string, unknown>;

/** How an entry of a list is written, for the cures. */
export const JSON_CUE_EXAMPLE =
	'{ "start": 1.5, "end": 4, "text": "Hello", "speaker": "Ada" }; the speaker is optional';

/** What other services write, by a field that theirs alone has. */
const OTHER_SERVICES: Array<[path: string[], name: string]> = [
	[['results', 'channels'], 'Deepgram'],
	[['results', 'transcripts'], 'Amazon Transcribe'],
	[['audio_url'], 'AssemblyAI'],
	[['monologues'], 'Rev'],
	[['recognizedPhrases'], 'Azure'],
	[['results'], 'Google Speech-to-Text'],
	[['result'], 'Vosk'],
];

/**
 * The entries of JSON, each with its start, its end and its text: of a list, of the captions of video sites (json3), and of what Whisper, its
 * relatives and *Recording > Transcribe* write. Throws a ServiceFailure that names what another service wrote.
 */
export function entriesOfJson(value: unknown): unknown[] {
	if (Array.isArray(value)) {
		const [only] = value as unknown[];
		const isWrapped = value.length === 1 && isRecord(only) && only.start === undefined;
		return isWrapped ? entriesOfJson(only) : untilNext(value as unknown[]);
	}
	const json = isRecord(value) ? value : {};
	const { events, transcription } = json;
	if (Array.isArray(events)) return entriesOfEvents(recordsIn(events));
	if (Array.isArray(transcription))
		return recordsIn(transcription).map(entryOfOffsets).filter(hasText);
	const [segment, word] = [listOf(json.segments), listOf(json.words)];
	if (segment.length > 0) return segment.filter(hasText);
	const isTimed = word.length > 0 && word.every((one) => typeof one.word === 'string');
	const timestamps = isTimed ? { word } : json.timestamps;
	if (isRecord(timestamps))
		return spokenSegmentsOf({
			text: String(json.text ?? ''),
			timestamps: timestamps as Timestamps,
		});
	throw unknownJsonFailure(json);
}

const recordsIn = (values: unknown[]): Json[] => values.filter((one) => isRecord(one));
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? recordsIn(value) : []);
const hasText = ({ text }: Json) => typeof text !== 'string' || text.trim() !== '';

/** Captions of video sites. */
function entriesOfEvents(events: Json[]): unknown[] {
	const spoken = events.flatMap(({ segs, tStartMs, dDurationMs }) => {
		const text = listOf(segs)
			.map(({ utf8 = '' }) => String(utf8))
			.join('');
		const [start, duration] = [Number(tStartMs ?? 0) / 1000, Number(dDurationMs ?? 0) / 1000];
		return text.trim() === '' ? [] : [{ start, duration, text }];
	});
	return untilNext(spoken);
}

/** Entries of captions that say how long they are shown: a line lasts until it has scrolled away, and is spoken until the next one. */
function untilNext(entries: unknown[]): unknown[] {
	return entries.map((entry, index) => {
		if (!isRecord(entry) || entry.end !== undefined) return entry;
		const { start, duration } = entry;
		if (typeof start !== 'number' || typeof duration !== 'number') return entry;
		const following = entries[index + 1];
		const next = isRecord(following) ? Number(following.start) : Infinity;
		return { ...entry, end: next > start ? Math.min(start + duration, next) : start + duration };
	});
}

/** Of whisper.cpp: in milliseconds, and as clock times. */
function entryOfOffsets({ offsets, timestamps, text }: Json): Json {
	const { from, to } = isRecord(offsets) ? offsets : {};
	if (typeof from === 'number' && typeof to === 'number')
		return { start: from / 1000, end: to / 1000, text };
	const clock = isRecord(timestamps) ? timestamps : {};
	return { start: clock.from, end: clock.to, text };
}

function unknownJsonFailure(json: Json) {
	const service = OTHER_SERVICES.find(([path]) => {
		let inside: unknown = json;
		for (const name of path) inside = isRecord(inside) ? inside[name] : undefined;
		return inside !== undefined;
	})?.[1];
	const fields = Object.keys(json)
		.slice(0, 5)
		.map((name) => `"${name.slice(0, 40)}"`);
	const what =
		service === undefined
			? fields.length === 0
				? 'it is empty'
				: `this has the fields ${fields.join(', ')}`
			: `this is that of ${service}`;
	return badInput(
		`Subtitles as JSON must be a list of cues, json3 or the JSON of Whisper, but ${what}`,
		`Save them as SRT or WebVTT, or as a list of cues such as ${JSON_CUE_EXAMPLE}.`,
	);
}
