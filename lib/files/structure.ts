import { bytesToTell, formatOf, tagBytes, type Format } from './fileFormats';

/** As many bytes at the end as an end marker and what some writers put after it need. */
const TAIL = 64;
/** No unit needs more bytes than this to tell its length. */
const LONGEST_HEAD = 512;

/**
 * Looks at the structure of a picture, a sound or a film while it passes by: whether its parts follow one another, and the last one is
 * whole. The sound and the pixels themselves are not decoded.
 */
export class Structure {
	private readonly format?: Format;

	/** What is still to be looked at. */
	private pending: Buffer;

	/** How many bytes stand in front of the format itself. */
	private readonly start: number;

	/** How many bytes of the current part are still to come. */
	private left: number;

	private position = 0;

	/** The last chunks, and how many bytes they have. */
	private readonly tail: Buffer[] = [];

	private tailLength = 0;

	private ended = false;

	private brokenAt?: number;

	private readonly seen = new Set<string>();

	/** `head` are the first bytes, as many as `bytesToTell`, which pass by again. */
	constructor(head: Buffer) {
		this.format = formatOf(head);
		this.start = tagBytes(head);
		this.left = this.start;
		this.pending = Buffer.alloc(0);
	}

	add(chunk: Uint8Array): void {
		if (this.format === undefined || chunk.length === 0) return;
		this.keepTail(chunk);
		if (this.ended || this.brokenAt !== undefined) return;
		const skipped = Math.min(this.left, chunk.length);
		this.left -= skipped;
		this.position += skipped;
		if (skipped === chunk.length) return;
		this.pending = Buffer.concat([this.pending, chunk.subarray(skipped)]);
		this.walk(this.format, false);
	}

	/** What is wrong with the file, as a sentence; undefined when nothing is, or its format is not known. */
	problem(): string | undefined {
		const { format } = this;
		if (format === undefined) return undefined;
		this.walk(format, true);
		if (this.brokenAt !== undefined) {
			return `The ${format.name} file is damaged after ${this.brokenAt} bytes`;
		}
		if (this.left > 0 && this.left !== Infinity) {
			return `The ${format.name} file ends ${this.left} bytes too early`;
		}
		const parts = (format.needs ?? []).every((name) => this.seen.has(name));
		const tail = Buffer.concat(this.tail).subarray(-(format.tailBytes ?? TAIL));
		const end = format.end?.(tail) ?? true;
		return parts && end ? undefined : `The ${format.name} file ends too early`;
	}

	private keepTail(chunk: Uint8Array): void {
		const wanted = this.format?.tailBytes ?? TAIL;
		const last = Buffer.from(chunk.subarray(-wanted));
		this.tail.push(last);
		this.tailLength += last.length;
		for (let first = this.tail[0]; first !== undefined; first = this.tail[0]) {
			if (this.tailLength - first.length < wanted) return;
			this.tail.shift();
			this.tailLength -= first.length;
		}
	}

	private walk(format: Format, isEnd: boolean): void {
		while (this.pending.length > 0 && !this.ended && this.brokenAt === undefined) {
			const enough = isEnd || this.pending.length >= LONGEST_HEAD;
			const part = format.part(this.pending, this.position - this.start);
			if (part === 'more' && !enough) return;
			if (part === 'more' || part === undefined) {
				this.brokenAt = this.position;
				return;
			}
			if (part.name !== undefined) this.seen.add(part.name);
			this.ended = part.isLast === true && part.length <= this.pending.length;
			const taken = Math.min(part.length, this.pending.length);
			this.left = part.length - taken;
			this.position += taken;
			this.pending = this.pending.subarray(taken);
		}
	}
}

/** What is wrong with the structure of a file that is there whole; see `Structure`. */
export function problemOf(bytes: Buffer): string | undefined {
	const structure = new Structure(bytes.subarray(0, bytesToTell(bytes)));
	structure.add(bytes);
	return structure.problem();
}
