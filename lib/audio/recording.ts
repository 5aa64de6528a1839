import type { HeldFile } from './partMemory';

/** The smallest piece of a recording that can be cut off: some samples, a frame or a packet. */
export interface Unit {
	bytes: Uint8Array;
	seconds: number;
	/** How loud it is, in a measure of its own format that is 0 for silence. */
	level: number;
}

/** A recording that is read once, from its start to its end. */
export interface Recording {
	/** Of the files that it is split into. */
	extension: string;
	mimeType: string;
	/** As much of the level of speech as silence has at most. */
	quiet: number;
	units: AsyncIterable<Unit>;
	/** How many units before this one a decoder needs to decode it. */
	leadOf(units: readonly Unit[], at: number): number;
	/** Whether a player plays those units as well. */
	playsLead: boolean;
	/** The file with these units; the first `lead` are there for the decoder only. */
	fileOf(units: readonly Unit[], lead: number): Uint8Array[];
}

/** A part of a recording as a file of its own. */
export interface RecordingPart extends HeldFile {
	/** Where it begins in the whole recording, in seconds. */
	start: number;
	seconds: number;
	/** How many seconds of its start the part before it has as well. */
	overlap: number;
}

export interface PartLimits {
	bytes: number;
	seconds: number;
}
