import type {
	IBinaryData,
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { Unreadable } from '../files/sound/containers/recording';
import { WavMixer, wavSamples } from '../files/sound/wavMixer';
import { reportedCost, sumOfCosts } from '../core/cost';
import { badInput, ServiceFailure } from '../core/failure';
import { hashOf, isRecord } from '../core/record';
import { giveUp, streamOf } from '../core/streams';
import { readNumber } from '../fields/readParameter';
import { decodedText } from '../files/decodedText';
import { binaryField, inputBytes } from '../files/inputFile';
import { outputFileName, storedItem, type FileOptions } from '../files/outputFile';
import type { BeforeSend, Prepare, Run, SendAll } from '../wire/send';
import { fetchModel } from '../models/fetchModel';
import { voicesOf } from '../models/checkModel';
import { clockOf, rounded } from './clockTime';
import { wholeFailure } from './failure';
import { fileBytes, type Part } from './joinedItem';
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
const FILE: FileOptions = { kind: 'audio', stem: 'speech', format: 'wav' };

interface Row {
	speaker?: string;
	voice?: string;
}

/** A cue that was spoken. */
interface Placed {
	cue: TimedText;
	part: Part;
	seconds: number;
	/** How long it may sound without being heard together with the next one. */
	room: number;
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
		const fail = async (error: unknown, paid: Part[] = []): Promise<never> => {
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
	return [await dubbed(this, placed)];
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
): Promise<Part> {
	const body = {
		...(isRecord(options.body) ? options.body : {}),
		...(voice === '' ? {} : { voice }),
		...(speed === 1 ? {} : { speed }),
	} as IDataObject;
	return await sender.run.paid.step(hashOf(['cue', index, cue, body]), async () => {
		const wanted = { ...FILE, suffix: `-${index + 1}` };
		const request = { ...options, body };
		const { item } = await spoken.call(context, request, sender, cue.text, wanted);
		const [binary] = Object.values(item.binary ?? {});
		if (binary === undefined) throw new TypeError('A file was expected');
		return { binary, json: { ...item.json, speed } };
	});
}

/** More characters than anyone speaks in a second. */
const MOST_CHARACTERS = 100;

/** How long a cue plays; notes with the part what is wrong with its file. It is looked at after it was kept, as it is paid for either way. */
async function playedSeconds(
	context: IExecuteSingleFunctions,
	{ binary, json }: Part,
	{ text }: TimedText,
): Promise<number> {
	const { rate, frameBytes, bytes, missing } = await samplesOf(context, binary);
	const seconds = bytes.length / frameBytes / rate;
	if (missing > 0) json.damaged ??= `The WAV file ends ${rounded(missing)} seconds too early`;
	if (text.length > seconds * MOST_CHARACTERS) {
		json.damaged ??= `The WAV file has ${rounded(seconds)} seconds of sound for ${text.length} characters`;
	}
	return seconds;
}

async function samplesOf(context: IExecuteSingleFunctions, binary: IBinaryData) {
	return await wavSamples(await fileBytes(context, binary)).catch(notSamples);
}

function notSamples(error: unknown): never {
	if (!(error instanceof Unreadable)) throw error;
	throw badInput(
		`The file of the model ${error.message}, and cannot be put to a time`,
		'Choose a model that supports WAV. A retry does not pay for the file again, a new execution does.',
	);
}

async function dubbed(
	context: IExecuteSingleFunctions,
	placed: Placed[],
): Promise<INodeExecutionData> {
	const ends = placed.map(({ cue, seconds }) => Math.max(cue.end, cue.start + seconds));
	const duration = Math.max(...ends);
	const content = await contentOf(context, placed, duration);
	const mimeType = 'audio/wav';
	const name = outputFileName(context, FILE, mimeType);
	const item = await storedItem(context, content, name, mimeType);
	const { hint, ...notes } = notesOn(placed);
	if (hint !== undefined) context.logger.warn(hint);
	const json = {
		...item.json,
		model: placed[0]?.part.json.model ?? null,
		requestIds: placed.map(({ part }) => part.json.requestId),
		...{ cues: placed.length, duration: rounded(duration) },
		characters: placed.reduce((sum, { cue }) => sum + cue.text.length, 0),
		...{ ...notes, ...(hint === undefined ? {} : { hint }) },
		cost: sumOfCosts(placed.map(({ part }) => reportedCost(part.json.cost))) as IDataObject | null,
	};
	return { ...item, json };
}

/** The cues that do not sound as they should. */
function notesOn(placed: Placed[]): {
	tooLong?: IDataObject[];
	damagedCues?: IDataObject[];
	hint?: string;
} {
	const named = placed.map((one, index) => {
		const { start, text } = one.cue;
		return { ...one, named: { cue: index + 1, start, text: text.slice(0, 100) } };
	});
	const tooLong = named
		.filter(({ seconds, room }) => seconds > room)
		.map(({ seconds, room, part, named: cue }) => ({
			...{ ...cue, seconds: rounded(seconds), room: rounded(room), speed: part.json.speed },
		}));
	const damagedCues = named
		.filter(({ part }) => part.json.damaged !== undefined)
		.map(({ part, named: cue }) => ({ ...cue, damaged: part.json.damaged }));
	const long = `${tooLong.length} of ${placed.length} cues are longer than their time, and sound together with what follows: raise Max Speed, or shorten their texts; see tooLong.`;
	const broken = `The files of ${damagedCues.length} of ${placed.length} cues are damaged, and their words are missing in whole or in part; see damagedCues. A retry does not pay for them again, a new execution does.`;
	const hints = [
		...(tooLong.length > 0 ? [long] : []),
		...(damagedCues.length > 0 ? [broken] : []),
	];
	return {
		...(tooLong.length > 0 ? { tooLong } : {}),
		...(damagedCues.length > 0 ? { damagedCues } : {}),
		...(hints.length > 0 ? { hint: hints.join(' ') } : {}),
	};
}

/** As a stream where n8n keeps files outside of its memory. */
async function contentOf(context: IExecuteSingleFunctions, placed: Placed[], duration: number) {
	const bytes = wholeFile(context, placed, duration);
	const id = placed[0]?.part.binary.id;
	if (id === undefined) {
		const pieces: Uint8Array[] = [];
		for await (const piece of bytes) pieces.push(piece);
		return Buffer.concat(pieces);
	}
	const sample = await context.helpers.getBinaryStream(id);
	giveUp(sample);
	return streamOf(bytes, sample);
}

/** Reads one cue after another from where n8n keeps them. */
async function* wholeFile(
	context: IExecuteSingleFunctions,
	placed: Placed[],
	duration: number,
): AsyncGenerator<Buffer> {
	let timeline: WavMixer | undefined;
	let format: Buffer | undefined;
	for (const { cue, part } of placed) {
		const samples = await samplesOf(context, part.binary);
		if (timeline === undefined) {
			timeline = new WavMixer(samples);
			format = samples.format;
			yield timeline.head(duration);
		}
		if (format !== undefined && !format.equals(samples.format)) {
			throw badInput(
				`The cue at ${clockOf(cue.start)} has another sample rate or number of channels than the first`,
				'Choose voices of one model.',
			);
		}
		yield* timeline.add(samples, cue.start);
	}
	if (timeline !== undefined) yield* timeline.end(duration);
}

async function failedAt(
	context: IExecuteSingleFunctions,
	error: unknown,
	run: Run,
	made: Part[],
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
