/** Why a sound file cannot be read, as the end of a sentence that begins with the file. */
export class UnreadableSoundError extends Error {}

export function unreadableOrThrow(error: unknown): UnreadableSoundError {
	if (error instanceof UnreadableSoundError) return error;
	throw error;
}

/** A file that holds several recordings one after another: a decoder may play only the first. */
export class SeveralRecordingsError extends UnreadableSoundError {
	constructor(format: string) {
		super(`is several ${format} files in one`);
	}
}

/** The smallest piece of a recording that can be cut off: some samples, a frame or a packet. */
export interface SoundUnit {
	bytes: Uint8Array;
	/** When it plays in the recording, in seconds. What an encoder adds before the sound plays before 0. */
	start: number;
	seconds: number;
	/** How long it sounds between others, where a part of it is not played at the start or the end of its file. */
	soundsFor?: number;
	samples: number;
	/** How loud it is, in a measure of its own format that is 0 for silence. */
	level: number;
	/** What has to be the same in all units of a file, in words. */
	sound: string;
	/** How it is written where it is one of a later recording in the same file. */
	format?: RecordingFormat;
}

/** What could not be read of a recording, in seconds; the end is null where the file does not say how much is missing. */
export interface Gap {
	start: number;
	end: number | null;
	/** Where the file says how much is missing, but nothing shows that it was at this place. */
	place?: 'unknown';
}

export interface RecordingFormat {
	/** Of the files that its units are written to. */
	extension: string;
	mimeType: string;
	/** As much of the level of speech as silence has at most. */
	quiet: number;
	/** What has to be the same in files that are joined, beside the sound of their units. */
	format?: Buffer;
	/** How many units before this one a decoder needs to decode it. */
	leadOf(units: readonly SoundUnit[], at: number): number;
	playsLead: boolean;
	/** Writes a file of units that sound as these do. */
	writer(total: FileTotal): UnitWriter;
	/** Units with fewer samples may only be the last ones of a file. */
	smallest?: number;
}

export interface Recording extends RecordingFormat {
	units: AsyncIterable<SoundUnit>;
	/** Complete once the units were read. */
	gaps: readonly Gap[];
	/** How many samples at the end are not played; known once the units were read. */
	surplus?(): number;
	/** Whether there is sound after what looks like the end of the file; known once the units were read. */
	hasSoundAfterEnd?(): boolean;
}

export interface FileTotal {
	bytes: number;
	samples: number;
	units: number;
	/** Samples at the start that are there for the decoder only. */
	preRollSamples: number;
	largest: number;
	/** Whether all units but the last one have as many samples. */
	isEven: boolean;
	/** Whether all units have as many bytes, give or take one. */
	isConstant: boolean;
	/** Of files that are joined: how many samples at the end are not played. */
	surplus?: number;
}

export interface UnitWriter {
	head: Uint8Array[];
	/** The bytes that can be written once this unit is known. */
	add(unit: SoundUnit): Uint8Array[];
	end(): Uint8Array[];
}

export class FileTotals {
	readonly total: FileTotal = {
		...{ bytes: 0, samples: 0, units: 0, preRollSamples: 0, largest: 0 },
		...{ isEven: true, isConstant: true },
	};

	private lastSamples = 0;
	private readonly sizeRange: [least: number, most: number] = [Infinity, 0];

	addUnit({ bytes: { length }, samples }: { bytes: { length: number }; samples: number }): void {
		const { total, sizeRange: sizes } = this;
		if (total.units > 0 && this.lastSamples !== total.largest) total.isEven = false;
		total.bytes += length;
		total.samples += samples;
		total.units++;
		if (samples > total.largest && total.units > 1) total.isEven = false;
		total.largest = Math.max(total.largest, samples);
		this.lastSamples = samples;
		[sizes[0], sizes[1]] = [Math.min(sizes[0], length), Math.max(sizes[1], length)];
		total.isConstant = sizes[1] - sizes[0] <= 1;
	}
}

/** The file with these units; the first `preRollUnits` are there for the decoder only. */
export function recordingFileOf(
	recording: RecordingFormat,
	units: readonly SoundUnit[],
	preRollUnits: number,
): Uint8Array[] {
	const tally = new FileTotals();
	for (const unit of units) tally.addUnit(unit);
	const preRollSamples = units
		.slice(0, preRollUnits)
		.reduce((sum, { samples }) => sum + samples, 0);
	const { head, add, end } = recording.writer({ ...tally.total, preRollSamples });
	return [...head, ...units.flatMap(add), ...end()];
}

const TIME_TOLERANCE_SECONDS = 0.001;
/** No recording is that long: its positions are wrong. */
const MAX_RECORDING_SECONDS = 1_000_000;

/** Where a reader is in a recording, in seconds, and what it could not read before. */
export class PlaybackTimeline {
	readonly gaps: Gap[] = [];

	/** Whether sound was found after an end, where a decoder may stop. */
	hasSoundAfterEnd = false;

	constructor(public at = 0) {}

	/** The times of the next unit, which lasts so many seconds. */
	advance(seconds: number): { start: number; seconds: number } {
		const start = this.at;
		this.at += seconds;
		return { start, seconds };
	}

	/** Goes on to a later time, or to an end that is not known (null): what is between could not be read. Throws an UnreadableSoundError for a time that cannot be. */
	addGapUntil(until: number | null): void {
		if (until !== null && !(until < MAX_RECORDING_SECONDS)) {
			throw new UnreadableSoundError('has positions that contradict each other');
		}
		const start = Math.max(0, this.at);
		if (until !== null && until - start < TIME_TOLERANCE_SECONDS) return;
		const last = this.gaps.at(-1);
		if (last?.end != null && start - last.end < TIME_TOLERANCE_SECONDS) last.end = until;
		else this.gaps.push({ start, end: until });
		if (until !== null) this.at = until;
	}

	/** Ends at the time that the file promised: it breaks off here or, where its end is intact, it lacks something at a place that does not show. */
	endAtPromised(promised: number): void {
		const last = this.gaps.at(-1);
		const breaksOff = last?.end === this.at;
		this.addGapUntil(promised);
		const gap = this.gaps.at(-1);
		if (!breaksOff && gap !== undefined && gap !== last) gap.place = 'unknown';
	}
}
