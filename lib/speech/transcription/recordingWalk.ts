import { hash } from 'node:crypto';
import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { ByteReader } from '../../files/sound/containers/byteReader';
import { openRecording } from '../../files/sound/openRecording';
import { sendSlicesOf, recordingParts, type RecordingPart } from '../../files/sound/recordingParts';
import {
	SeveralRecordingsError,
	UnreadableSoundError,
	type Gap,
} from '../../files/sound/containers/recording';
import { badInput, cancelledFailure, failureOf, ServiceFailure } from '../../core/failure';
import { hashOf } from '../../core/record';
import type { InputSource } from '../../files/inputSource';
import { setMultipartBody } from '../../files/multipart';
import { modelAndRequest, storeBinaryIfPossible } from '../../files/outputFile';
import { StoredFile } from '../../files/storedFile';
import type { Item } from '../../run/item';
import { readText } from './readText';
import { clockText } from '../clockTime';
import { ENDS_ALIKE } from '../unfinishedFailure';
import { NO_TIMESTAMPS_REASON } from './transcriptItems';
import { needsTimestamps, type RecordingSettings } from './recordingSettings';
import {
	type PartResult,
	type Timestamps,
	type UnreadableFields,
	mergeTranscripts,
} from '../transcript';

/** What the service says of a recording without a sound. */
const NOTHING_HEARD_STATUS = 422;

/** Transcribes one recording part by part, several at a time; what was paid for before is not paid for again. */
export class RecordingWalk {
	private readonly madeParts: PartResult[] = [];
	private failure: unknown;
	private silentFailure: ServiceFailure | undefined;
	private isOver = false;
	private nextIndex = 0;
	private readonly runningTasks = new Set<Promise<void>>();

	constructor(
		private readonly item: Item,
		private readonly source: InputSource,
		private readonly settings: RecordingSettings,
	) {}

	/** The transcripts of all parts in their order, and what could not be read; throws a ServiceFailure when one of them cannot be made. */
	async transcribeAll(): Promise<{ parts: PartResult[]; gaps: readonly Gap[] }> {
		let gaps: readonly Gap[] = [];
		const open = async () => await this.source.open();
		const reader = new ByteReader(await open(), open);
		try {
			const recording = await openRecording(reader);
			gaps = recording.gaps;
			const parts = recordingParts(recording, this.settings.part);
			await this.transcribeParts(parts);
		} catch (error) {
			this.failure ??= error;
		} finally {
			await reader.close();
		}
		const made = this.madeParts.filter((part) => part !== undefined);
		if (made.every(({ silent }) => silent)) this.failure ??= this.silentFailure;
		if (this.failure !== undefined) throw await this.failureOfRecording(made);
		return { parts: made, gaps };
	}

	/** The first part goes alone: what is wrong with all of them shows there. */
	private async transcribeParts(parts: AsyncGenerator<RecordingPart>): Promise<void> {
		await this.transcribeNext(parts);
		const work = async () => {
			while (!this.isOver && this.failure === undefined) await this.transcribeNext(parts);
		};
		const extraWorkers = this.settings.partsAtOnce - 1;
		// One that finds no room before the others are done comes too late, and does nothing.
		for (let other = 0; other < extraWorkers; other++) {
			void this.item.run.runInSlot(async () => await this.track(work()));
		}
		await this.track(work());
		await Promise.all(this.runningTasks);
	}

	private async track(work: Promise<void>): Promise<void> {
		const done = work.catch((error: unknown) => {
			this.failure ??= error;
		});
		this.runningTasks.add(done);
		await done;
	}

	private async transcribeNext(parts: AsyncGenerator<RecordingPart>): Promise<void> {
		if (this.item.context.getExecutionCancelSignal()?.aborted) throw cancelledFailure();
		const { done, value } = await parts.next();
		if (done === true) this.isOver = true;
		else await this.makePart(value, this.nextIndex++);
	}

	private async makePart(part: RecordingPart, index: number): Promise<void> {
		const { request, run, savedAnswers } = this.item;
		const make = async () => await this.transcribePart(part, index);
		try {
			const made = await savedAnswers.once(partKey(request, part, index), make);
			this.madeParts[index] = { ...made, ...partTimes(part) };
			run.recordPaidWork({ part: index + 1, requestId: made.requestId, model: made.model });
			const isUntimed = made.text.trim() !== '' && made.timestamps === undefined;
			if (index === 0 && isUntimed && needsTimestamps(this.settings))
				throw badInput(
					NO_TIMESTAMPS_REASON,
					'Choose a model that supports timestamps, or set Output As to Text Only.',
				);
		} catch (error) {
			this.failure ??= error instanceof ServiceFailure ? recordingPartFailure(error, part) : error;
		} finally {
			part.release();
		}
	}

	private async transcribePart(part: RecordingPart, index: number): Promise<PartResult> {
		const { item } = this;
		try {
			const answer = await item.send(partRequest(item.request, part, index));
			const [read] = await readText.call(item.context, answer, part.seconds);
			const cost = (await item.cost(answer)) as IDataObject | null;
			const { model = null, requestId = null } = modelAndRequest(answer);
			return {
				...partTimes(part),
				...transcriptOf(read?.json ?? {}),
				...{ model: stringOrNull(model), requestId: stringOrNull(requestId), cost, silent: false },
			};
		} catch (error) {
			const failure = failureOf(error, 'input');
			if (failure.facts.status !== NOTHING_HEARD_STATUS) throw failure;
			this.silentFailure ??= failure;
			const nothing = { text: '', model: null, requestId: null, cost: null, silent: true };
			return { ...partTimes(part), ...nothing };
		}
	}

	private async failureOfRecording(made: PartResult[]): Promise<unknown> {
		const { failure, item } = this;
		const error =
			failure instanceof UnreadableSoundError ? unsplittableRecordingFailure(failure) : failure;
		if (!(error instanceof ServiceFailure)) return error;
		return await recordingFailure(item, error, made);
	}
}

/** Names a part among those of its item: by what is asked of it, and its bytes. */
export function partKey({ body }: IHttpRequestOptions, { file }: RecordingPart, index: number) {
	return hashOf([index, body, hash('sha256', file, 'base64url')]);
}

/** The request for one part of a recording, in place of the whole. */
export function partRequest(
	whole: IHttpRequestOptions,
	{ file, extension, mimeType, seconds }: RecordingPart,
	index: number,
): IHttpRequestOptions {
	const name = `part-${index + 1}.${extension}`;
	const open = async () => sendSlicesOf(file);
	const request = { ...whole };
	const stored = new StoredFile(open, file.length, name, mimeType, seconds);
	setMultipartBody(request, [{ name: 'file', file: stored }]);
	return request;
}

function partTimes({ start, seconds, overlap, jumps }: RecordingPart) {
	return { start, seconds, overlap, ...(jumps.length > 0 && { jumps }) };
}

function stringOrNull(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}

function transcriptOf(json: IDataObject): Pick<PartResult, 'text' | 'timestamps' | 'unread'> {
	const { unreadNumbers: numbers = [], unreadTexts } = json as UnreadableFields;
	const unreadNumbers = json.unreadTimes ? [...numbers, 'timestamps'] : numbers;
	const timestamps = json.timestamps as Timestamps | null | undefined;
	return {
		text: String(json.text ?? ''),
		...(timestamps ? { timestamps } : {}),
		...(unreadNumbers.length > 0 || unreadTexts ? { unread: { unreadNumbers, unreadTexts } } : {}),
	};
}

/** The error of a part of a recording, with its place; `participle` says what it lacks. */
export function recordingPartFailure(
	error: ServiceFailure,
	{ start, seconds }: Pick<RecordingPart, 'start' | 'seconds'>,
	participle = 'transcribed',
): ServiceFailure {
	const place = `The part from ${clockText(start)} to ${clockText(start + seconds)}`;
	return error.withMessage(`${place} was not ${participle}: ${error.message}`);
}

export function unsplittableRecordingFailure(error: UnreadableSoundError): ServiceFailure {
	if (error instanceof SeveralRecordingsError) {
		return badInput(`The recording ${error.message}`, 'Give each of them an item of its own.');
	}
	return badInput(
		`The recording is too large to be sent at once, and it ${error.message}`,
		'Convert it before this node, for example to MP3, M4A or FLAC, or split it there.',
	);
}

/**
 * The failure of a part as that of the whole recording. What was made is not lost: it is in the execution, where the next try finds it,
 * or else with the error; a node that continues returns it as a file.
 */
async function recordingFailure(
	{ context, savedAnswers }: Item,
	error: ServiceFailure,
	madeParts: PartResult[],
): Promise<ServiceFailure> {
	if (madeParts.length === 0) return error;
	const { text } = mergeTranscripts(madeParts);
	const details = {
		...error.facts.details,
		partsMade: madeParts.length,
		complete: false,
		requestIds: madeParts.flatMap(({ requestId }) => requestId ?? []),
	};
	if (context.continueOnFail()) {
		const json = Buffer.from(JSON.stringify(madeParts, null, '\t'));
		const name = 'transcribed-parts.json';
		const file = await storeBinaryIfPossible(context, json, name, 'application/json');
		const where = file === undefined ? '' : '. What was transcribed is in the file data_made';
		const files = file && { data_made: file };
		return error.withMessage(`${error.message}${where}`, { details: { ...details, text }, files });
	}
	const { kind, cure: ownCure = '' } = error.facts;
	const endsAlike = kind === 'input';
	if (endsAlike || !savedAnswers.keepsAnswers) {
		const cure = endsAlike ? `${ownCure} ${ENDS_ALIKE}`.trim() : ownCure;
		return error.withMessage(error.message, { cure, details: { ...details, text } });
	}
	const cure = `What was transcribed is kept: Retry On Fail, or Retry in the list of executions, sends only the parts that are missing. ${ownCure}`;
	return error.withMessage(error.message, { cure: cure.trim(), details });
}
