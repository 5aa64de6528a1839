import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../core/execution';
import { cut } from '../core/cut';
import { UnreadableSoundError, unreadableOrThrow } from '../files/sound/containers/recording';
import { WavMixer, readWavSamples } from '../files/sound/wavMixer';
import { reportedCost, sumOfCosts } from '../core/cost';
import { badInput, type ServiceFailure } from '../core/failure';
import { readFileBytes } from '../files/inputFile';
import { contentLike, storeItem, type OutputFileOptions } from '../files/outputFile';
import { outputFileNaming } from '../files/outputNames';
import { clockText, roundToMilliseconds } from './clockTime';
import { itemPerPart, type SpokenPart } from './joinSpeech';
import type { TimedText } from './parseSubtitles';
import type { LeftOut } from './voiceCues';
export const CUE_FILE: OutputFileOptions = { kind: 'audio', stem: 'speech', format: 'wav' };

export interface PlacedCue {
	cue: TimedText;
	part: SpokenPart;
	seconds: number;
	/** Sample rate, channels and size of its samples, as its file has them; or why its file cannot be put to a time. */
	format: Buffer | string;
	/** How long it may sound without being heard together with the next one. */
	room: number;
}

/** More characters than anyone speaks in a second. */
const MAX_CHARACTERS_PER_SECOND = 100;

/**
 * How long a cue plays, and its format; notes with the part what is wrong with its file. It is looked at after it was kept, as it is paid for either way.
 * Throws a ServiceFailure for the first one where its file cannot be put to a time: the others would be paid for as well.
 */
export async function measureCue(
	context: ItemContext,
	{ binary, json }: SpokenPart,
	{ text }: TimedText,
	isFirst: boolean,
): Promise<Pick<PlacedCue, 'seconds' | 'format'>> {
	const read = await readCueSamples(context, binary).catch(unreadableOrThrow);
	if (read instanceof UnreadableSoundError) {
		if (isFirst) throw unusableCueFailure(read);
		return { seconds: 0, format: read.message };
	}
	const { format, rate, frameBytes, bytes, missing } = read;
	const seconds = bytes.length / frameBytes / rate;
	if (missing > 0)
		json.damaged ??= `The WAV file ends ${roundToMilliseconds(missing)} seconds too early`;
	if (text.length > seconds * MAX_CHARACTERS_PER_SECOND) {
		json.damaged ??= `The WAV file has ${roundToMilliseconds(seconds)} seconds of sound for ${text.length} characters`;
	}
	return { seconds, format };
}

async function readCueSamples(context: ItemContext, binary: IBinaryData) {
	return await readWavSamples(await readFileBytes(context, binary));
}

function unusableCueFailure({ message }: UnreadableSoundError): ServiceFailure {
	return badInput(
		`The file of the model ${message}, and cannot be put to a time`,
		'Choose a model that supports WAV. A retry does not pay for the file again, a new execution does.',
	);
}

/** One item with all cues, each at its time; where their files differ, an item for each cue with its file: they are paid for. */
export async function createDubbedItems(
	context: ItemContext,
	placed: PlacedCue[],
	leftOut: LeftOut,
): Promise<INodeExecutionData[]> {
	const first = Buffer.from(placed[0]?.format ?? '');
	const other = placed.find(({ format }) => typeof format === 'string' || !first.equals(format));
	if (other === undefined) return [await createDubbedItem(context, placed, leftOut)];
	const { cue: otherCue, format } = other;
	const difference =
		typeof format === 'string'
			? format
			: 'has another sample rate or number of channels than the first';
	const notJoinedBecause = `The cue at ${clockText(otherCue.start)} ${difference}`;
	const hint = `The cues are separate files, as they cannot be put into one. ${notJoinedBecause}: choose voices of one model that supports WAV.`;
	context.logger.warn(hint);
	const parts = placed.map(({ cue, part }, index) => ({
		...part,
		json: { ...part.json, cue: index + 1, ...cue },
	}));
	return itemPerPart(context, parts, { joined: false, notJoinedBecause, hint });
}

/** One item with all cues, each at its time, with silence between them. */
async function createDubbedItem(
	context: ItemContext,
	placed: PlacedCue[],
	leftOut: LeftOut,
): Promise<INodeExecutionData> {
	const ends = placed.map(({ cue, seconds }) => Math.max(cue.end, cue.start + seconds));
	const duration = Math.max(...ends);
	const bytes = mixCues(context, placed, duration);
	const content = await contentLike(context, placed[0]?.part.binary, bytes);
	const mimeType = 'audio/wav';
	const name = outputFileNaming(context, CUE_FILE, mimeType);
	const item = await storeItem(context, content, name, mimeType);
	const { hint, ...notes } = problemNotes(placed);
	if (hint !== undefined) context.logger.warn(hint);
	const json = {
		...item.json,
		model: placed[0]?.part.json.model ?? null,
		requestIds: placed.map(({ part }) => part.json.requestId),
		...{ cues: placed.length, duration: roundToMilliseconds(duration) },
		characters: placed.reduce((sum, { cue }) => sum + cue.text.length, 0),
		...(Object.values(leftOut).some((count) => Number(count) > 0) && { leftOut: { ...leftOut } }),
		...{ ...notes, ...(hint === undefined ? {} : { hint }) },
		cost: sumOfCosts(placed.map(({ part }) => reportedCost(part.json.cost))) as IDataObject | null,
	};
	return { ...item, json };
}

function problemNotes(placed: PlacedCue[]): {
	tooLong?: IDataObject[];
	damagedCues?: IDataObject[];
	hint?: string;
} {
	const describedCues = placed.map((one, index) => {
		const { start, text } = one.cue;
		return { ...one, named: { cue: index + 1, start, text: cut(text, 100).text } };
	});
	const tooLong = describedCues
		.filter(({ seconds, room }) => seconds > room)
		.map(({ seconds, room, part, named: cue }) => ({
			...{
				...cue,
				seconds: roundToMilliseconds(seconds),
				room: roundToMilliseconds(room),
				speed: part.json.speed,
			},
		}));
	const damagedCues = describedCues
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

/** Reads one cue after another from where n8n keeps them. */
async function* mixCues(
	context: ItemContext,
	placed: PlacedCue[],
	duration: number,
): AsyncGenerator<Buffer> {
	let mixer: WavMixer | undefined;
	for (const { cue, part } of placed) {
		const samples = await readCueSamples(context, part.binary);
		if (mixer === undefined) {
			mixer = new WavMixer(samples);
			yield mixer.headFor(duration);
		}
		yield* mixer.mixIn(samples, cue.start);
	}
	if (mixer !== undefined) yield* mixer.endAt(duration);
}
