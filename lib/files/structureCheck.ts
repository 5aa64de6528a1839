import { cutPictureProblem } from './cutPicture';
import { fileKindOf, leadingTagBytes } from './fileKinds';
import type { FileStructure } from './fileParts';

/** A tenth of a second: some writers count the index too, or not what they fill up with. */
const FRAME_TOLERANCE = 4;
/** No unit needs more bytes than this to tell its length. */
const MAX_HEAD_BYTES = 512;

/**
 * Looks at the structure of a sound or a film while it passes by: whether its parts follow one another, and the last one is whole. The sound
 * itself is not decoded. Of a picture, it looks at the end.
 */
export class StructureCheck {
	private unreadBytes: Buffer;

	/** How many bytes stand in front of the format itself. */
	private readonly formatStart: number;

	/** How many bytes of the current part are still to come. */
	private bytesLeftInPart: number;

	private position = 0;
	private readonly tailChunks: Buffer[] = [];

	private keptTailBytes = 0;

	private hasEnded = false;

	private brokenAt?: number;

	private readonly seenParts = new Set<string>();

	private frames = 0;

	/** As the first index says, by which a player knows the end. */
	private announcedFrames = 0;

	/** `head` are the first bytes, as many as `bytesForKind`, which pass by again. */
	constructor(
		head: Buffer,
		private readonly format: FileStructure | undefined,
	) {
		this.formatStart = leadingTagBytes(head);
		this.bytesLeftInPart = this.formatStart;
		this.unreadBytes = Buffer.alloc(0);
	}

	addChunk(chunk: Uint8Array): void {
		if (this.format === undefined || chunk.length === 0) return;
		this.keepTail(chunk);
		if (this.hasEnded || this.brokenAt !== undefined) return;
		const skipped = Math.min(this.bytesLeftInPart, chunk.length);
		this.bytesLeftInPart -= skipped;
		this.position += skipped;
		if (skipped === chunk.length) return;
		this.unreadBytes = Buffer.concat([this.unreadBytes, chunk.subarray(skipped)]);
		this.readParts(this.format, false);
	}

	/** What is wrong with the file, as a sentence; undefined when nothing is, or its format is not known. */
	problem(): string | undefined {
		const { format } = this;
		if (format === undefined) return undefined;
		this.readParts(format, true);
		if (this.brokenAt !== undefined) {
			return `The ${format.name} file is damaged after ${this.brokenAt} bytes`;
		}
		if (this.bytesLeftInPart > 0 && this.bytesLeftInPart !== Infinity) {
			return `The ${format.name} file ends ${this.bytesLeftInPart} bytes too early`;
		}
		const missing = this.announcedFrames === 0 ? 0 : this.announcedFrames - this.frames;
		if (missing < -FRAME_TOLERANCE) {
			return `The ${format.name} file says that it has ${this.announcedFrames} frames, but it has ${this.frames}: players may stop too early`;
		}
		const parts = (format.needs ?? []).every((name) => this.seenParts.has(name));
		const tail = Buffer.concat(this.tailChunks);
		const end = format.tail === undefined || format.tail.isEnd(tail.subarray(-format.tail.bytes));
		const isWhole = parts && end && missing <= FRAME_TOLERANCE;
		return isWhole ? undefined : `The ${format.name} file ends too early`;
	}

	private keepTail(chunk: Uint8Array): void {
		const wanted = this.format?.tail?.bytes;
		if (wanted === undefined) return;
		const last = Buffer.from(chunk.subarray(-wanted));
		this.tailChunks.push(last);
		this.keptTailBytes += last.length;
		for (let first = this.tailChunks[0]; first !== undefined; first = this.tailChunks[0]) {
			if (this.keptTailBytes - first.length < wanted) return;
			this.tailChunks.shift();
			this.keptTailBytes -= first.length;
		}
	}

	private readParts(format: FileStructure, isEnd: boolean): void {
		while (this.unreadBytes.length > 0 && !this.hasEnded && this.brokenAt === undefined) {
			const isEnough = isEnd || this.unreadBytes.length >= MAX_HEAD_BYTES;
			const part = format.part(this.unreadBytes, this.position - this.formatStart);
			if (part === 'more' && !isEnough) return;
			if (part === 'more' || part === undefined) {
				this.brokenAt = this.position;
				return;
			}
			if (part.name !== undefined) this.seenParts.add(part.name);
			if (part.name === 'frame') this.frames++;
			this.announcedFrames ||= part.announcedFrames ?? 0;
			this.hasEnded = part.isLast === true && part.length <= this.unreadBytes.length;
			const taken = Math.min(part.length, this.unreadBytes.length);
			this.bytesLeftInPart = part.length - taken;
			this.position += taken;
			this.unreadBytes = this.unreadBytes.subarray(taken);
		}
	}
}

/** What is wrong with a file that is in hand: a picture that is cut, or the structure of another one; see `StructureCheck`. */
export async function structureProblemOf(bytes: Buffer): Promise<string | undefined> {
	const structure = new StructureCheck(bytes, fileKindOf(bytes)?.structure);
	structure.addChunk(bytes);
	return structure.problem() ?? (await cutPictureProblem(bytes));
}
