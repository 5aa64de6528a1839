import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { badInput, ServiceFailure } from '../core/failure';
import { hashOf, isRecord } from '../core/record';
import { readNumber } from '../fields/readParameter';
import { decodedText } from '../files/decodedText';
import { binaryField, inputBytes } from '../files/inputFile';
import type { BeforeSend, Prepare, Run, SendAll } from '../wire/send';
import { fetchModel } from '../models/fetchModel';
import { voicesOf } from '../models/checkModel';
import { clockOf } from './clockTime';
import { CUE_FILE, dubbedItem, playedSeconds, type Placed } from './dubbedItem';
import { wholeFailure } from './failure';
import type { SpokenPart } from './joinedItem';
import { timedTexts, type TimedText } from './subtitles';
import { maxTextLength } from './text';
import { spoken, type Sender } from './walk';

/** Label, default and range of how fast a cue may be spoken so that it fits. */
export const MAX_SPEED = { label: 'Max Speed', usual: 1.5, min: 1, max: 4 };
/** Characters in a second of usual speech, until the voice has spoken. */
const USUAL_PACE = 14;
/** A voice does not speak each text at the same pace. */
const MARGIN = 1.05;
const LARGEST_FILE = 20_000_000;
const VOICES = 'Voices';

interface Row {
	speaker?: string;
	voice?: string;
}

/** Refuses, before anything is sent, subtitles that cannot be read, and too many of them. */
export const checkSubtitles: Prepare = function () {
	if (this.getNodeParameter('subtitlesSource', 'text') !== 'text') return;
	checked(this, String(this.getNodeParameter('subtitles', '') ?? ''));
};

/** Refuses a voice of a speaker that the chosen model does not have; it asks for samples, which alone can be put to a time. */
export const checkVoices: BeforeSend = async function (options, run) {
	const body = isRecord(options.body) ? options.body : {};
	options.body = { ...body, response_format: 'wav' };
	const id = typeof body.model === 'string' ? body.model : undefined;
	const record = id === undefined ? undefined : await fetchModel(this, run, 'tts', id);
	const known = record && voicesOf(record);
	for (const { speaker, voice = '' } of rowsOf(this)) {
		if (known === undefined || known.length === 0 || known.includes(voice)) continue;
		if (voice.startsWith('vv_')) continue;
		throw badInput(
			`The voice of "${speaker}" must be one of ${known.join(', ')}, but "${voice}" was given, for the model ${id}`,
		);
	}
};

/** Speaks each cue at its time, and returns one file. A cue that was spoken is not paid for again. */
export const speakSubtitles: SendAll = async function (options, send, run) {
	const cues = await cuesOf(this);
	const fastest = readNumber(this, 'options.maxSpeed', MAX_SPEED.usual, MAX_SPEED);
	const placed: Placed[] = [];
	const paces = new Map<string, { characters: number; seconds: number }>();
	for (const [index, cue] of cues.entries()) {
		const voice = voiceOf(this, cue) ?? '';
		const room = roomFor(cues, index);
		const known = paces.get(voice) ?? { characters: 0, seconds: 0 };
		const pace = known.seconds > 0 ? known.characters / known.seconds : USUAL_PACE;
		const wanted = (cue.text.length / pace / room) * MARGIN;
		const speed = Math.min(fastest, Math.max(1, Math.ceil(wanted * 100) / 100));
		const sender = { send, run, keepsModel: index > 0 };
		const one = { cue, index, voice, speed };
		const fail = async (error: unknown, paid: SpokenPart[] = []): Promise<never> => {
			const made = [...placed.map((earlier) => earlier.part), ...paid];
			throw await failedAt(this, error, run, made, { ...one, cues: cues.length });
		};
		const part = await spokenCue(this, options, sender, one).catch(fail);
		const seconds = await playedSeconds(this, part, cue).catch(async (error: unknown) => {
			return await fail(error, [part]);
		});
		placed.push({ cue, part, seconds, room });
		paces.set(voice, {
			characters: known.characters + cue.text.length,
			seconds: known.seconds + seconds * speed,
		});
		run.recordPaidWork({ cue: index + 1, cues: cues.length, requestId: part.json.requestId });
	}
	return [await dubbedItem(this, placed)];
};

/** The bodies of the calls that the subtitles take, one for each cue. */
export async function subtitleBodies(
	this: IExecuteSingleFunctions,
	{ body }: IHttpRequestOptions,
): Promise<unknown[]> {
	const cues = await cuesOf(this);
	return cues.map(({ text }) => ({ ...(isRecord(body) ? body : {}), input: text }));
}

async function cuesOf(context: IExecuteSingleFunctions): Promise<TimedText[]> {
	if (context.getNodeParameter('subtitlesSource', 'text') === 'text') {
		return checked(context, String(context.getNodeParameter('subtitles', '') ?? ''));
	}
	const field = binaryField(context, context.getNodeParameter('inputBinaryField', ''));
	const bytes = await inputBytes(context, field, LARGEST_FILE);
	const encoding = String(context.getNodeParameter('options.encoding', '') ?? '').trim();
	const what = `The file in the binary field "${field}"`;
	return checked(context, decodedText(context, bytes, what, encoding));
}

function checked(context: IExecuteSingleFunctions, text: string): TimedText[] {
	if (text.trim() === '') throw badInput('Subtitles must not be empty');
	const rows = rowsOf(context);
	const cues = timedTexts(
		text,
		rows.map(({ speaker = '' }) => speaker),
	);
	const characters = cues.reduce((sum, cue) => sum + cue.text.length, 0);
	const most = maxTextLength(context);
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
		throw badInput(`${VOICES}: the subtitles have no speaker "${speaker}": ${list}`);
	}
	return cues;
}

function rowsOf(context: IExecuteSingleFunctions): Row[] {
	const rows = context.getNodeParameter('options.speakerVoices.row', []) as Row[];
	return rows.map(({ speaker = '', voice = '' }, index) => {
		const row = { speaker: String(speaker).trim(), voice: String(voice).trim() };
		if (row.speaker !== '' && row.voice !== '') return row;
		throw badInput(`${VOICES}: row ${index + 1} needs a speaker and a voice`);
	});
}

function voiceOf(context: IExecuteSingleFunctions, { speaker }: TimedText): string | undefined {
	return rowsOf(context).find((row) => row.speaker === speaker)?.voice;
}

/** Up to the start of the next cue, or up to its own end where that comes later; without an end, the last one has all the time it takes. */
function roomFor(cues: readonly TimedText[], index: number): number {
	const { start, end } = cues[index] as TimedText;
	const next = cues[index + 1]?.start ?? (end > start ? end : Infinity);
	return Math.max(end, next) - start;
}

async function spokenCue(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	sender: Sender,
	{ cue, index, voice, speed }: { cue: TimedText; index: number; voice: string; speed: number },
): Promise<SpokenPart> {
	const body = {
		...(isRecord(options.body) ? options.body : {}),
		...(voice === '' ? {} : { voice }),
		...(speed === 1 ? {} : { speed }),
	} as IDataObject;
	return await sender.run.savedAnswers.once(hashOf(['cue', index, cue, body]), async () => {
		const wanted = { ...CUE_FILE, suffix: `-${index + 1}` };
		const request = { ...options, body };
		const { item } = await spoken.call(context, request, sender, cue.text, wanted);
		const [binary] = Object.values(item.binary ?? {});
		if (binary === undefined) throw new TypeError('A file was expected');
		return { binary, json: { ...item.json, speed } };
	});
}

async function failedAt(
	context: IExecuteSingleFunctions,
	error: unknown,
	run: Run,
	made: SpokenPart[],
	{ cue, index, cues }: { cue: TimedText; index: number; cues: number },
): Promise<unknown> {
	if (!(error instanceof ServiceFailure)) return error;
	const place = `Cue ${index + 1} of ${cues}, at ${clockOf(cue.start)}`;
	return await wholeFailure(context, error, run, made, {
		message: `${place}, was not spoken: ${error.message}`,
		details: { cues },
		next: `cue ${index + 1}`,
	});
}
