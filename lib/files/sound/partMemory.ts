/** As much as is worth sending at a time. */
const SEND_SLICE_BYTES = 262_144;

/** A file whose memory is used again after its release. */
export interface ReusableFile {
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
