import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';

import { rowsIn, type ItemContext } from '../core/execution';
import { badInput, emptyInput, ServiceFailure } from '../core/failure';
import { hashOf, isRecord } from '../core/record';
import { decodeText } from '../files/decodedText';
import { readInputBytes, requiredFile } from '../files/inputFile';
import type { Item } from '../run/item';
import type { BeforeSend, Prepare } from '../wire/send';
import { findModel } from '../models/fetchModel';
import { voicesOf } from '../models/checkModel';
import { clockText } from './clockTime';
import { CUE_FILE, createDubbedItems, measureCue, type PlacedCue } from './dubbedItem';
import { unfinishedItemFailure } from './unfinishedFailure';
import type { SpokenPart } from './joinSpeech';
import { lateStart, parseSubtitles, type ParsedSubtitles, type TimedText } from './parseSubtitles';
import { readMaxTextLength } from './speechText';
import { speakText } from './speak';

/** Label, default and range of how fast a cue may be spoken so that it fits. */
export const MAX_SPEED_RULE = { label: 'Max Speed', usual: 1.5, min: 1, max: 4 };
/** Characters in a second of usual speech, until the voice has spoken. */
const ASSUMED_CHARACTERS_PER_SECOND = 14;
/** A voice does not speak each text at the same pace. */
const PACE_MARGIN = 1.05;
const MAX_SUBTITLE_FILE_BYTES = 20_000_000;
const VOICES_LABEL = 'Voices';

interface SpeakerVoiceRow {
	speaker?: string;
	voice?: string;
}

/** Refuses, before anything is sent, subtitles that cannot be read, and too many of them. */
export const checkSubtitles: Prepare = function () {
	if ((this.parameters.subtitlesSource ?? 'text') !== 'text') return;
	parseCheckedSubtitles(this, String(this.parameters.subtitles ?? ''));
};

/** Refuses a voice of a speaker that the chosen model does not have; it asks for samples, which alone can be put to a time. */
export const requestWavAndCheckVoices: BeforeSend = async function (options, run) {
	const body = isRecord(options.body) ? options.body : {};
	options.body = { ...body, response_format: 'wav' };
	const id = typeof body.model === 'string' ? body.model : undefined;
	const record = id === undefined ? undefined : await findModel(this, run, 'tts', id);
	const knownVoices = record && voicesOf(record);
	for (const { speaker, voice = '' } of readSpeakerVoices(this)) {
		if (knownVoices === undefined || knownVoices.length === 0 || knownVoices.includes(voice))
			continue;
		if (voice.startsWith('vv_')) continue;
		throw badInput(
			`The voice of "${speaker}" must be one of ${knownVoices.join(', ')}, but "${voice}" was given, for the model ${id}`,
			`Choose another voice under ${VOICES_LABEL}, or another model.`,
		);
	}
};

/** Speaks each cue at its time, and returns one file. A cue that was spoken is not paid for again. */
export async function speakSubtitles(item: Item): Promise<INodeExecutionData[]> {
	const { context, run } = item;
	const parsed = await readCues(context);
	const { cues, leftOut } = parsed;
	const fastest = Number(context.parameters.options.maxSpeed ?? MAX_SPEED_RULE.usual);
	const placed: PlacedCue[] = [];
	const paceByVoice = new Map<string, { characters: number; seconds: number }>();
	for (const [index, cue] of cues.entries()) {
		const voice = speakerVoiceOf(context, cue) ?? '';
		const room = availableSecondsFor(cues, index);
		const spokenSoFar = paceByVoice.get(voice) ?? { characters: 0, seconds: 0 };
		const pace =
			spokenSoFar.seconds > 0
				? spokenSoFar.characters / spokenSoFar.seconds
				: ASSUMED_CHARACTERS_PER_SECOND;
		const wanted = (cue.text.length / pace / room) * PACE_MARGIN;
		const speed = Math.min(fastest, Math.max(1, Math.ceil(wanted * 100) / 100));
		const cueRequest = { cue, index, voice, speed };
		const throwCueFailure = async (error: unknown, paid: SpokenPart[] = []): Promise<never> => {
			const made = [...placed.map((earlier) => earlier.part), ...paid];
			throw await cueFailure(item, error, made, { ...cueRequest, cues: cues.length });
		};
		const part = await speakCue(item, cueRequest).catch(throwCueFailure);
		const measured = await measureCue(context, part, cue, index === 0).catch(
			async (error: unknown) => {
				return await throwCueFailure(error, [part]);
			},
		);
		placed.push({ cue, part, ...measured, room });
		if (measured.seconds > 0)
			paceByVoice.set(voice, {
				characters: spokenSoFar.characters + cue.text.length,
				seconds: spokenSoFar.seconds + measured.seconds * speed,
			});
		run.recordPaidWork({ cue: index + 1, cues: cues.length, requestId: part.json.requestId });
	}
	const items = await createDubbedItems(context, placed, leftOut);
	const more = hintOf(parsed);
	if (more === undefined) return items;
	return items.map(({ json, ...made }) => ({
		...made,
		json: { ...json, hint: [json.hint, more].filter(Boolean).join(' ') },
	}));
}

/** What the user should know of the subtitles before they are paid for: names that are spoken, and an hour of silence. */
function hintOf({ cues, spokenNames }: ParsedSubtitles): string | undefined {
	const [most] = [...spokenNames].sort(([, a], [, b]) => b - a);
	const named =
		most &&
		`"${most[0]}:" begins ${most[1]} cues and is spoken; enter the names of the speakers under ${VOICES_LABEL} if they are not to be.`;
	return [named, lateStart(cues)].filter(Boolean).join(' ') || undefined;
}

export async function cueHint(this: ItemContext): Promise<string | undefined> {
	return hintOf(await readCues(this));
}

export async function cueRequestBodies(
	this: ItemContext,
	{ body }: IHttpRequestOptions,
): Promise<unknown[]> {
	const { cues } = await readCues(this);
	return cues.map(({ text }) => ({ ...(isRecord(body) ? body : {}), input: text }));
}

async function readCues(context: ItemContext): Promise<ParsedSubtitles> {
	if ((context.parameters.subtitlesSource ?? 'text') === 'text') {
		return parseCheckedSubtitles(context, String(context.parameters.subtitles ?? ''));
	}
	const file = requiredFile(context, context.parameters.inputBinaryField ?? '');
	const bytes = await readInputBytes(context, file, MAX_SUBTITLE_FILE_BYTES);
	const encoding = String(context.parameters.options.encoding ?? '').trim();
	return parseCheckedSubtitles(context, decodeText(context, bytes, file.place, encoding));
}

function parseCheckedSubtitles(context: ItemContext, text: string): ParsedSubtitles {
	if (text.trim() === '') throw emptyInput('Subtitles');
	const rows = readSpeakerVoices(context);
	const parsed = parseSubtitles(text, {
		names: rows.map(({ speaker = '' }) => speaker),
		keepsSounds: context.parameters.options.sounds === 'speak',
	});
	const { cues } = parsed;
	const characters = cues.reduce((sum, cue) => sum + cue.text.length, 0);
	const most = readMaxTextLength(context);
	if (characters > most) {
		throw badInput(
			`Subtitles may have at most ${most} characters, but have ${characters}`,
			'If they are meant to be that long, raise Max Text Length.',
		);
	}
	const speakers = [...new Set(cues.flatMap(({ speaker }) => speaker ?? []))];
	for (const { speaker } of rows) {
		if (speakers.includes(String(speaker))) continue;
		const list = speakers.length === 0 ? 'no cue names one' : `they name ${speakers.join(', ')}`;
		throw badInput(
			`${VOICES_LABEL}: the subtitles have no speaker "${speaker}": ${list}`,
			'Correct the name, or remove the row.',
		);
	}
	return parsed;
}

function readSpeakerVoices(context: ItemContext): SpeakerVoiceRow[] {
	const rows = rowsIn<SpeakerVoiceRow>(context.parameters.options.speakerVoices, 'row');
	return rows.map(({ speaker = '', voice = '' }, index) => {
		const row = { speaker: String(speaker).trim(), voice: String(voice).trim() };
		if (row.speaker !== '' && row.voice !== '') return row;
		throw badInput(
			`${VOICES_LABEL}: row ${index + 1} needs a speaker and a voice`,
			'Enter both, or remove the row.',
		);
	});
}

function speakerVoiceOf(context: ItemContext, { speaker }: TimedText): string | undefined {
	return readSpeakerVoices(context).find((row) => row.speaker === speaker)?.voice;
}

/** Up to the start of the next cue, or up to its own end where that comes later; without an end, the last one has all the time it takes. */
function availableSecondsFor(cues: readonly TimedText[], index: number): number {
	const { start, end } = cues[index] as TimedText;
	const next = cues[index + 1]?.start ?? (end > start ? end : Infinity);
	return Math.max(end, next) - start;
}

async function speakCue(
	item: Item,
	{ cue, index, voice, speed }: { cue: TimedText; index: number; voice: string; speed: number },
): Promise<SpokenPart> {
	const { request, savedAnswers } = item;
	const body = {
		...(isRecord(request.body) ? request.body : {}),
		...(voice === '' ? {} : { voice }),
		...(speed === 1 ? {} : { speed }),
	} as IDataObject;
	return await savedAnswers.once(hashOf(['cue', index, cue, body]), async () => {
		const wanted = { ...CUE_FILE, suffix: `-${index + 1}` };
		const asked = { ...request, body };
		const { made } = await speakText(item, asked, cue.text, wanted, index > 0);
		const [binary] = Object.values(made.binary ?? {});
		if (binary === undefined) throw new TypeError('A file was expected');
		return { binary, json: { ...made.json, speed } };
	});
}

async function cueFailure(
	item: Item,
	error: unknown,
	made: SpokenPart[],
	{ cue, index, cues }: { cue: TimedText; index: number; cues: number },
): Promise<unknown> {
	if (!(error instanceof ServiceFailure)) return error;
	const place = `Cue ${index + 1} of ${cues}, at ${clockText(cue.start)}`;
	return await unfinishedItemFailure(item, error, made, {
		message: `${place}, was not spoken: ${error.message}`,
		details: { cues },
		next: `cue ${index + 1}`,
	});
}
