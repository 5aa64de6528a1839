import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';

import { ByteReader } from '../../lib/files/sound/containers/byteReader';
import { openRecording } from '../../lib/files/sound/openRecording';
import { recordingParts, type RecordingPart } from '../../lib/files/sound/recordingParts';
import { UnreadableSoundError, type Gap } from '../../lib/files/sound/containers/recording';
import { badInput, ServiceFailure } from '../../lib/core/failure';
import { hashOf, isRecord } from '../../lib/core/record';
import { soundFactsOf, formFileOf, type KnownSource } from '../../lib/files/inputSource';
import { setMultipartBody } from '../../lib/files/multipart';
import { MAX_UPLOAD_BYTES, uploadSource } from '../../lib/files/uploadFile';
import type { Item } from '../../lib/run/item';
import type { RunMemory } from '../../lib/wire/send';
import type { ModelLimit } from '../../lib/models/checkModel';
import type { DefaultModelFilter } from '../../lib/models/chooseModel';
import { changesVoice } from '../../lib/models/defaultRecord';
import { findModel } from '../../lib/models/fetchModel';
import { unfinishedItemFailure } from '../../lib/speech/unfinishedFailure';
import { joinedItemOrParts, type SpokenPart } from '../../lib/speech/joinSpeech';
import { roundToMilliseconds } from '../../lib/speech/clockTime';
import { readRecordingSettings } from '../../lib/speech/transcription/recordingSettings';
import { gapFacts, RECORDING_UPLOAD } from '../../lib/speech/transcription/transcribe';
import {
	partKey,
	partRequest,
	recordingPartFailure,
	unsplittableRecordingFailure,
} from '../../lib/speech/transcription/recordingWalk';
import { runNewJob, type JobKind } from '../common/jobOperation';
import { readWaitSettings, type WaitSettings } from '../common/fields/jobFields';
import { rejectUnlistedFormat } from './cloneVoice';

/** Recordings whose voice is changed: most are done sooner than they play. */
export const CONVERSION_JOB_KIND: JobKind = {
	retrieve: '/audio/voice-changer/retrieve',
	complete: '/audio/voice-changer/complete',
	bucket: 'audio',
	stem: 'audio',
	usualSeconds: 600,
};

export const VOICE_CHANGER_CHOICE: DefaultModelFilter = {
	name: 'voice changer',
	fits: changesVoice,
};

/** What the record of a voice changer may limit (docs/maintainers/service.md#voices). */
export const VOICE_CHANGER_LIMITS: ModelLimit[] = [
	{ wire: 'voice', label: 'Voice', kind: 'values', facts: ['voices'], parameter: 'voice' },
	{
		wire: 'remove_background_noise',
		label: 'Remove Background Noise',
		kind: 'flag',
		facts: ['supports_background_noise_removal'],
	},
	{ wire: 'seed', label: 'Seed', kind: 'flag', facts: ['supports_seed'] },
];

/** What a part of a long recording takes of the memory, in bytes. */
const MAX_PART_BYTES = 15_000_000;

interface Conversion {
	source: KnownSource;
	model: string;
	/** How many seconds the model takes at once. */
	most: number;
	settings: WaitSettings;
}

/** Has the voice of a recording changed: in one job, or part by part where the model does not take it at once. */
export async function convertRecording(item: Item): Promise<INodeExecutionData[]> {
	const { context, request: built, run } = item;
	const settings = { ...readWaitSettings(context, CONVERSION_JOB_KIND.usualSeconds), waits: true };
	const { largest } = readRecordingSettings(context);
	const source = await uploadSource(context, RECORDING_UPLOAD, largest);
	const model = isRecord(built.body) ? String(built.body.model ?? '') : '';
	const most = await readMaxSourceSeconds(context, run, model, source.extension);
	const { seconds, isDamaged, failure } = await soundFactsOf(context, source);
	const conversion = { source, model, most, settings };
	const isLong = source.size > MAX_UPLOAD_BYTES || (seconds ?? 0) > most;
	if (isLong && context.parameters.options.longRecording === 'refuse') {
		throw badInput(
			`The recording lasts ${Math.ceil(seconds ?? 0)} seconds, but the model ${model} takes ${most} at most`,
			'Set Long Recording to Split and Join, or choose another model.',
		);
	}
	if (isLong || isDamaged) {
		if (failure !== undefined) throw unsplittableRecordingFailure(failure);
		return await convertInParts(item, conversion);
	}
	const request = { ...built };
	setMultipartBody(request, [{ name: 'file', file: formFileOf(source, seconds) }]);
	const { fileName, size } = source;
	const step = hashOf(['conversion', built.body, fileName, size]);
	const made = await runNewJob(item, CONVERSION_JOB_KIND, request, { ...conversion, step });
	return [{ ...made, json: { ...made.json, sourceSeconds: seconds ?? null, parts: 1 } }];
}

/** How many seconds a model takes at once; throws a ServiceFailure for a model, or a format, that does not fit. */
async function readMaxSourceSeconds(
	context: IExecuteSingleFunctions,
	run: RunMemory,
	id: string,
	format: string,
): Promise<number> {
	const record = await findModel(context, run, 'music', id);
	if (record === undefined) return Infinity;
	if (!changesVoice(record))
		throw badInput(
			`The model ${id} does not change voices`,
			'Choose a model from the list: it has only those that do.',
		);
	rejectUnlistedFormat(id, record.spec.accepted_audio_formats, format);
	const most = record.spec.max_source_audio_duration_seconds;
	return typeof most === 'number' && most >= 1 ? most : Infinity;
}

/** The parts are made one after another: what is wrong with all of them shows at the first. */
async function convertInParts(item: Item, conversion: Conversion): Promise<INodeExecutionData[]> {
	const { context } = item;
	const { source, most } = conversion;
	const open = async () => await source.open();
	const reader = new ByteReader(await open(), open);
	const made: SpokenPart[] = [];
	let gaps: readonly Gap[] = [];
	let sourceSeconds = 0;
	try {
		const recording = await openRecording(reader);
		gaps = recording.gaps;
		const limits = { bytes: MAX_PART_BYTES, seconds: most, inSequence: true };
		for await (const part of recordingParts(recording, limits)) {
			made.push(await convertPart(item, conversion, part, made.length));
			sourceSeconds += part.seconds;
		}
	} catch (error) {
		const failure =
			error instanceof UnreadableSoundError ? unsplittableRecordingFailure(error) : error;
		if (!(failure instanceof ServiceFailure)) throw failure;
		const next = `part ${made.length + 1}`;
		const { message } = failure;
		throw await unfinishedItemFailure(item, failure, made, { message, details: {}, next });
	} finally {
		await reader.close();
	}
	const facts = {
		sourceSeconds: roundToMilliseconds(sourceSeconds),
		queueIds: made.map(({ json }) => json.queueId),
		...gapFacts(gaps, 'file'),
	};
	return await joinedItemOrParts(
		context,
		made,
		{ kind: 'audio', stem: 'audio' },
		facts as IDataObject,
	);
}

async function convertPart(
	item: Item,
	{ model, settings }: Conversion,
	part: RecordingPart,
	index: number,
): Promise<SpokenPart> {
	const key = partKey(item.request, part, index);
	try {
		return await item.savedAnswers.once(`converted ${key}`, async () => {
			const request = partRequest(item.request, part, index);
			const kind = { ...CONVERSION_JOB_KIND, suffix: `-${index + 1}` };
			const made = await runNewJob(item, kind, request, {
				...{ model, step: `conversion ${key}` },
				// A part that is not done cannot be joined.
				settings: { ...settings, onTimeout: 'error' },
			});
			const [binary] = Object.values(made.binary ?? {});
			if (binary === undefined) throw new TypeError('A file was expected');
			return { binary, json: { ...made.json, part: index + 1 } };
		});
	} catch (error) {
		throw error instanceof ServiceFailure ? recordingPartFailure(error, part, 'converted') : error;
	} finally {
		part.release();
	}
}
