import {
	recordingFileOf,
	UnreadableSoundError,
	type Recording,
	type RecordingFormat,
	type SoundUnit,
} from './containers/recording';

export interface RecordingPart
	extends ReusableFile, Pick<RecordingFormat, 'extension' | 'mimeType'> {
	/** Where it starts in the whole recording, in seconds. */
	start: number;
	seconds: number;
	/** How many seconds of its start the part before it has as well. */
	overlap: number;
	/** Where the recording goes on later than the file of the part does: after so many seconds of it, by so many. */
	jumps: Jump[];
}

export interface Jump {
	at: number;
	by: number;
}

export interface PartLimits {
	bytes: number;
	seconds: number;
	/** Whether the parts are played one after another, so that no sound is in two of them. */
	inSequence?: boolean;
}

/** What a part is repeated of where no pause was found: as much as a long word and its neighbours last. */
const OVERLAP_SECONDS = 6;
const OVERLAP_SHARE = 0.2;
/** What the headers of a part take at most. */
const MAX_PART_HEADER_BYTES = 200_000;

/**
 * The parts of a recording, in their order, each as large as the limits allow: cut in a pause or, where there is none, with an overlap.
 * Throws an UnreadableSoundError when it cannot be split.
 */
export async function* recordingParts(
	recording: Recording,
	limits: PartLimits,
): AsyncGenerator<RecordingPart> {
	const part = new OpenPart(recording, limits);
	for await (const unit of recording.units) {
		// A decoder expects one kind of sound in a file.
		if (part.hasNewUnits && !part.soundsLike(unit)) yield part.finish();
		if (!part.fits(unit, limits)) yield part.cutAtBest();
		if (!part.fits(unit, limits))
			throw new UnreadableSoundError('has pieces that are larger than a part');
		part.add(unit);
	}
	if (part.isEmpty) throw new UnreadableSoundError('has no sound');
	if (part.hasNewUnits) yield part.fileUpTo();
}

class OpenPart {
	private units: SoundUnit[] = [];
	private bytes = MAX_PART_HEADER_BYTES;
	private seconds = 0;
	/** Units at its start that the decoder needs, and then those that the part before it has as well. */
	private preRollUnits = 0;
	private repeatedUnits = 0;
	/** Of all its units, one after the other. */
	private readonly unitMemory: Buffer;
	private readonly partBuffers: PartBuffers;
	private readonly mayOverlap: boolean;

	constructor(
		private readonly recording: Recording,
		{ bytes, inSequence = false }: PartLimits,
	) {
		this.unitMemory = Buffer.allocUnsafeSlow(bytes);
		this.partBuffers = new PartBuffers(bytes);
		this.mayOverlap = !inSequence;
	}

	get hasNewUnits(): boolean {
		return this.units.length > this.preRollUnits + this.repeatedUnits;
	}

	get isEmpty(): boolean {
		return this.units.length === 0;
	}

	soundsLike({ sound, format }: SoundUnit): boolean {
		const last = this.units.at(-1);
		return last?.sound === sound && last.format === format;
	}

	private get format(): RecordingFormat {
		return this.units[0]?.format ?? this.recording;
	}

	fits({ bytes, seconds }: SoundUnit, limits: PartLimits): boolean {
		if (this.bytes + bytes.length > limits.bytes) return false;
		return !this.hasNewUnits || this.seconds + seconds <= limits.seconds;
	}

	add(unit: SoundUnit): void {
		const at = this.bytes - MAX_PART_HEADER_BYTES;
		this.unitMemory.set(unit.bytes, at);
		this.units.push({ ...unit, bytes: this.unitMemory.subarray(at, at + unit.bytes.length) });
		this.bytes += unit.bytes.length;
		this.seconds += unit.seconds;
	}

	/** The part up to the best place; the rest stays. */
	cutAtBest(): RecordingPart {
		const oldUnits = this.preRollUnits + this.repeatedUnits;
		const pause = findCutPoint(this.units.slice(oldUnits), this.format.quiet);
		const end = pause === undefined ? this.units.length : oldUnits + pause;
		const next = pause === undefined && this.mayOverlap ? this.overlapStart(oldUnits) : end;
		const file = this.fileUpTo(end);
		this.startNext(next, end);
		return file;
	}

	fileUpTo(end = this.units.length): RecordingPart {
		const { format, preRollUnits: lead, repeatedUnits: again } = this;
		const units = this.units.slice(0, end);
		const played = format.playsLead ? 0 : lead;
		return {
			...this.partBuffers.store(recordingFileOf(format, units, lead)),
			...{ extension: format.extension, mimeType: format.mimeType },
			start: units[played]?.start ?? 0,
			...timesIn(units.slice(played)),
			overlap: again === 0 ? 0 : totalSeconds(units.slice(played, lead + again)),
		};
	}

	/** The part up to here; what follows is of another kind. */
	finish(): RecordingPart {
		const file = this.fileUpTo();
		this.startNext(this.units.length, this.units.length, false);
		return file;
	}

	/** Where the next part begins when words may be cut through. */
	private overlapStart(known: number): number {
		const wanted = Math.min(OVERLAP_SECONDS, this.seconds * OVERLAP_SHARE);
		let [at, passed] = [this.units.length, 0];
		while (at > known + 1 && passed < wanted) {
			at--;
			passed += this.units[at]?.seconds ?? 0;
		}
		return at;
	}

	private startNext(next: number, end: number, leads = true): void {
		const heardTwice = this.format.playsLead && !this.mayOverlap;
		const lead = leads && !heardTwice ? Math.min(next, this.format.leadOf(this.units, next)) : 0;
		this.preRollUnits = lead;
		this.repeatedUnits = end - next;
		const kept = this.units.slice(next - lead);
		[this.units, this.bytes, this.seconds] = [[], MAX_PART_HEADER_BYTES, 0];
		// Each goes to the front of the same memory, over what was there before.
		for (const unit of kept) this.add(unit);
	}
}

/** Steps that are shorter are those of rounding. */
const MIN_JUMP_SECONDS = 0.001;

/** How long a file of these units plays, and where the recording goes on later than it, or earlier. */
function timesIn(units: readonly SoundUnit[]): Pick<RecordingPart, 'seconds' | 'jumps'> {
	const jumps: Jump[] = [];
	let [at, shift] = [0, units[0]?.start ?? 0];
	for (const [index, { start, seconds, soundsFor = seconds }] of units.entries()) {
		const by = start - at - shift;
		if (Math.abs(by) > MIN_JUMP_SECONDS) {
			jumps.push({ at, by });
			shift += by;
		}
		at += at === 0 || index === units.length - 1 ? seconds : soundsFor;
	}
	return { seconds: at, jumps };
}

function totalSeconds(units: readonly SoundUnit[]): number {
	return units.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** A pause between two words lasts longer than the closure of a consonant does. */
const PAUSE_SECONDS = 0.25;
const SEARCHED_SHARE_OF_PART = 0.4;
const SEARCHED_SECONDS = 90;
const LOUD_PERCENTILE = 0.9;

/** The unit in the middle of the quietest pause near the end; undefined when there is none. `silenceShare` is the share of the usual level below which nothing is said. */
function findCutPoint(units: readonly SoundUnit[], silenceShare: number): number | undefined {
	const silenceLevel = speechLevel(units) * silenceShare;
	const first = searchStart(units);
	let best: { at: number; level: number } | undefined;
	let [from, seconds, sum] = [first, 0, 0];
	for (let to = first; to < units.length; to++) {
		const { seconds: added = 0, level = 0 } = units[to] ?? {};
		seconds += added;
		sum += level * added;
		for (let drop = units[from]; drop !== undefined; drop = units[from]) {
			if (from === to || seconds - drop.seconds < PAUSE_SECONDS) break;
			seconds -= drop.seconds;
			sum -= drop.level * drop.seconds;
			from++;
		}
		if (seconds < PAUSE_SECONDS) continue;
		const mean = Math.max(0, sum / seconds);
		// Of pauses that are equally quiet, the last one makes the longest part.
		if (mean <= silenceLevel && mean <= (best?.level ?? Infinity)) {
			best = { at: from + Math.ceil((to - from + 1) / 2), level: mean };
		}
	}
	return best !== undefined && best.at > 0 && best.at < units.length ? best.at : undefined;
}

function searchStart(units: readonly SoundUnit[]): number {
	const total = units.reduce((sum, unit) => sum + unit.seconds, 0);
	const searched = Math.min(total * SEARCHED_SHARE_OF_PART, SEARCHED_SECONDS);
	let [at, passed] = [units.length, 0];
	while (at > 1 && passed < searched) {
		at--;
		passed += units[at]?.seconds ?? 0;
	}
	return at;
}

function speechLevel(units: readonly SoundUnit[]): number {
	const levels = Float64Array.from(units, ({ level }) => level).sort();
	return levels[Math.floor(levels.length * LOUD_PERCENTILE)] ?? 0;
}

/** As much as is worth sending at a time. */
const SEND_SLICE_BYTES = 262_144;

/** A file whose memory is used again after its release. */
interface ReusableFile {
	file: Buffer;
	release(): void;
}

/** Memory for files that are sent one after another. Node.js frees memory late: new memory for each would grow far beyond those in use. */
export class PartBuffers {
	private readonly freeBuffers: Buffer[] = [];

	/** `usualBytes` are enough for most files; what a file does not fill takes no memory. */
	constructor(private readonly usualBytes: number) {}

	store(pieces: readonly Uint8Array[]): ReusableFile {
		const size = pieces.reduce((sum, { length }) => sum + length, 0);
		let memory: Buffer | undefined = this.bufferFor(size);
		const file = memory.subarray(0, size);
		let at = 0;
		for (const piece of pieces) {
			file.set(piece, at);
			at += piece.length;
		}
		const release = () => {
			if (memory !== undefined) this.freeBuffers.push(memory);
			memory = undefined;
		};
		return { file, release };
	}

	private bufferFor(size: number): Buffer {
		const memory = this.freeBuffers.pop();
		if (memory !== undefined && memory.length >= size) return memory;
		return Buffer.allocUnsafeSlow(Math.max(size, this.usualBytes));
	}
}

/** The bytes of a file in pieces that are worth sending, without copying them. */
export async function* sendSlicesOf(file: Buffer): AsyncGenerator<Buffer> {
	for (let at = 0; at < file.length; at += SEND_SLICE_BYTES)
		yield file.subarray(at, at + SEND_SLICE_BYTES);
}
