/** What of a file goes into a joined one. */
export interface Survey {
	/** What has to be the same in all files, in words. */
	sound: string;
	/** Where the sound lies, as offsets of its first byte and of the one after its last. */
	slices: Array<[start: number, end: number]>;
	/** What the head of the joined file repeats. */
	format?: Buffer;
}

/** A file format whose files can be joined without re-encoding. */
export interface Joinable {
	/** What is in a file; throws an Unjoinable when it cannot be joined. */
	survey(bytes: Buffer): Survey;
	/** What stands before the sound of `size` bytes, and after it; throws an Unjoinable when that is too much for the format. */
	frame?(first: Survey, size: number): { head: Uint8Array; tail: Uint8Array };
}

/** Why a file cannot be joined, as the end of a sentence that begins with the file. */
export class Unjoinable extends Error {}
