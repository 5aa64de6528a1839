import { hash } from 'node:crypto';
import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { ByteReader } from '../../files/sound/containers/byteReader';
import { openRecording } from '../../files/sound/formats';
import { slicesOf } from '../../files/sound/partMemory';
import { recordingParts, type RecordingPart } from '../../files/sound/parts';
import {
	SeveralFiles,
	Unreadable,
	type Gap,
	type Recording,
} from '../../files/sound/containers/recording';
import { badInput, cancelled, failureOf, ServiceFailure } from '../../core/failure';
import { hashOf } from '../../core/record';
import type { InputSource } from '../../files/inputSource';
import { setForm } from '../../files/multipart';
import { modelAndRequest } from '../../files/outputFile';
import { StoredFile } from '../../files/storedFile';
import type { Run, Send } from '../../wire/send';
import { readText } from '../../wire/readText';
import { clockOf } from '../clockTime';
import { recordingFailure } from './failure';
import { NO_TIMES } from './items';
import { needsTimes, type RecordingSettings } from './settings';
import type { MadePart, Timestamps, UnreadMarks } from './transcript';

interface WalkInput {
	send: Send;
	run: Run;
	source: InputSource;
	settings: RecordingSettings;
}

/** What the service says of a recording without a sound. */
const NOTHING_HEARD = 422;

/** Transcribes one recording part by part, several at a time; what was paid for before is not paid for again. */
export class RecordingWalk {
	private readonly made: MadePart[] = [];
	private failure: unknown;
	private silence: ServiceFailure | undefined;
	private isOver = false;
	private index = 0;
	private readonly busy = new Set<Promise<void>>();

	constructor(
		private readonly context: IExecuteSingleFunctions,
		private readonly options: IHttpRequestOptions,
		private readonly input: WalkInput,
	) {}

	/** The transcripts of all parts in their order, and what could not be read; throws a ServiceFailure when one of them cannot be made. */
	async all(): Promise<{ parts: MadePart[]; gaps: readonly Gap[] }> {
		let gaps: readonly Gap[] = [];
		const open = async () => await this.input.source.open();
		const reader = new ByteReader(await open(), open);
		try {
			const recording = await openRecording(reader);
			gaps = recording.gaps;
			const parts = recordingParts(recording, this.input.settings.part);
			await this.through(parts, recording);
		} catch (error) {
			this.failure ??= error;
		} finally {
			await reader.close();
		}
		const made = this.made.filter((part) => part !== undefined);
		if (made.every(({ silent }) => silent)) this.failure ??= this.silence;
		if (this.failure !== undefined) throw await this.failed(made);
		return { parts: made, gaps };
	}

	/** The first part goes alone: what is wrong with all of them shows there. */
	private async through(parts: AsyncGenerator<RecordingPart>, recording: Recording): Promise<void> {
		await this.next(parts, recording);
		const work = async () => {
			while (!this.isOver && this.failure === undefined) await this.next(parts, recording);
		};
		const others = this.input.settings.partsAtOnce - 1;
		// One that finds no room before the others are done comes too late, and does nothing.
		for (let other = 0; other < others; other++) {
			void this.input.run.runInExtraSlot(async () => await this.noted(work()));
		}
		await this.noted(work());
		await Promise.all(this.busy);
	}

	private async noted(work: Promise<void>): Promise<void> {
		const done = work.catch((error: unknown) => {
			this.failure ??= error;
		});
		this.busy.add(done);
		await done;
	}

	private async next(parts: AsyncGenerator<RecordingPart>, recording: Recording): Promise<void> {
		if (this.context.getExecutionCancelSignal()?.aborted) throw cancelled();
		const { done, value } = await parts.next();
		if (done === true) this.isOver = true;
		else await this.make(value, this.index++, recording);
	}

	private async make(part: RecordingPart, index: number, recording: Recording): Promise<void> {
		const { run, settings } = this.input;
		const key = hashOf([index, this.options.body, hash('sha256', part.file, 'base64url')]);
		const make = async () => await this.transcribed(part, index, recording);
		try {
			const made = await run.savedAnswers.once(key, make);
			this.made[index] = { ...made, ...timesOf(part) };
			run.recordPaidWork({ part: index + 1, requestId: made.requestId, model: made.model });
			const isUntimed = made.text.trim() !== '' && made.timestamps === undefined;
			if (index === 0 && isUntimed && needsTimes(settings)) throw badInput(NO_TIMES);
		} catch (error) {
			this.failure ??= error instanceof ServiceFailure ? inPart(error, part) : error;
		} finally {
			part.release();
		}
	}

	private async transcribed(
		part: RecordingPart,
		index: number,
		{ extension, mimeType }: Recording,
	): Promise<MadePart> {
		const name = `part-${index + 1}.${extension}`;
		const open = async () => slicesOf(part.file);
		const file = new StoredFile(open, part.file.length, name, mimeType, part.seconds);
		const request = { ...this.options };
		setForm(request, [{ name: 'file', file }]);
		const { send, run } = this.input;
		try {
			const answer = await send(request);
			const [item] = await readText.call(this.context, answer);
			const cost = (await run.cost(answer)) as IDataObject | null;
			const { model = null, requestId = null } = modelAndRequest(answer);
			return {
				...timesOf(part),
				...transcriptOf(item?.json ?? {}),
				...{ model: text(model), requestId: text(requestId), cost, silent: false },
			};
		} catch (error) {
			const failure = failureOf(error, 'input');
			if (failure.facts.status !== NOTHING_HEARD) throw failure;
			this.silence ??= failure;
			const nothing = { text: '', model: null, requestId: null, cost: null, silent: true };
			return { ...timesOf(part), ...nothing };
		}
	}

	private async failed(made: MadePart[]): Promise<unknown> {
		const { failure, context } = this;
		const error = failure instanceof Unreadable ? cannotBeSplit(failure) : failure;
		if (!(error instanceof ServiceFailure)) return error;
		return await recordingFailure(context, error, this.input.run, made);
	}
}

function timesOf({ start, seconds, overlap, jumps }: RecordingPart) {
	return { start, seconds, overlap, ...(jumps.length > 0 && { jumps }) };
}

function text(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}

function transcriptOf(json: IDataObject): Pick<MadePart, 'text' | 'timestamps' | 'unread'> {
	const { unreadNumbers, unreadTexts } = json as UnreadMarks;
	const timestamps = json.timestamps as Timestamps | null | undefined;
	return {
		text: String(json.text ?? ''),
		...(timestamps ? { timestamps } : {}),
		...(unreadNumbers || unreadTexts ? { unread: { unreadNumbers, unreadTexts } } : {}),
	};
}

/** The error of a part of a recording, with its place; `done` says what it lacks. */
export function inPart(
	error: ServiceFailure,
	{ start, seconds }: Pick<RecordingPart, 'start' | 'seconds'>,
	done = 'transcribed',
): ServiceFailure {
	const place = `The part from ${clockOf(start)} to ${clockOf(start + seconds)}`;
	return error.as(`${place} was not ${done}: ${error.message}`);
}

/** Why a recording that is too large cannot be sent in parts. */
export function cannotBeSplit(error: Unreadable): ServiceFailure {
	if (error instanceof SeveralFiles) {
		return badInput(`The recording ${error.message}`, 'Give each of them an item of its own.');
	}
	return badInput(
		`The recording is too large to be sent at once, and it ${error.message}`,
		'Convert it before this node, for example to MP3, M4A or FLAC, or split it there.',
	);
}
