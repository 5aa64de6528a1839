/** As much as is worth sending at a time. */
const SLICE = 262_144;

/** A file whose memory is used again after its release. */
export interface HeldFile {
	file: Buffer;
	release(): void;
}

/** Memory for files that are sent one after another. Node.js frees memory late: new memory for each would grow far beyond those in use. */
export class PartMemory {
	private readonly free: Buffer[] = [];

	/** `usual` bytes are enough for most files; what a file does not fill takes no memory. */
	constructor(private readonly usual: number) {}

	/** One file of these pieces. */
	hold(pieces: readonly Uint8Array[]): HeldFile {
		const size = pieces.reduce((sum, { length }) => sum + length, 0);
		let memory: Buffer | undefined = this.enough(size);
		const file = memory.subarray(0, size);
		let at = 0;
		for (const piece of pieces) {
			file.set(piece, at);
			at += piece.length;
		}
		const release = () => {
			if (memory !== undefined) this.free.push(memory);
			memory = undefined;
		};
		return { file, release };
	}

	private enough(size: number): Buffer {
		const memory = this.free.pop();
		if (memory !== undefined && memory.length >= size) return memory;
		return Buffer.allocUnsafeSlow(Math.max(size, this.usual));
	}
}

/** The bytes of a file in pieces that are worth sending, without copying them. */
export async function* slicesOf(file: Buffer): AsyncGenerator<Buffer> {
	for (let at = 0; at < file.length; at += SLICE) yield file.subarray(at, at + SLICE);
}
