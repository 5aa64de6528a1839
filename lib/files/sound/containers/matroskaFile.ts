import { CustomSource } from 'mediabunny';

import type { ByteReader } from './byteReader';
import type { IntactCluster, MatroskaStructure } from './matroskaClusters';

/** A piece of the file without damage: bytes in memory, or where it lies in the real file. */
type FilePiece = { start: number; length: number } & ({ bytes: Buffer } | { from: number });

/** The library keeps what it read, also small pieces, up to so many bytes. */
const CACHE_BYTES = 65_536;

/** A file without what is damaged: its header, and of each cluster the part that is whole. Read forward, it reads the real one once. */
export class UndamagedFile {
	failure: unknown;

	readonly size: number;

	private readonly pieces: FilePiece[] = [];

	private readonly clusterStarts: number[] = [];

	constructor(
		private readonly reader: ByteReader,
		{ head, clusters }: MatroskaStructure,
	) {
		let start = this.piece(0, { bytes: head, length: head.length });
		for (const cluster of clusters) start = this.addCluster(start, cluster);
		this.size = start;
	}

	createSource(): CustomSource {
		return new CustomSource({
			getSize: () => this.size,
			read: async (start, end) =>
				await this.read(start, end).catch((error: unknown) => {
					this.failure ??= error;
					throw error;
				}),
			maxCacheSize: CACHE_BYTES,
		});
	}

	clusterIndexAt(position: number, from = 0): number {
		let index = from;
		while ((this.clusterStarts[index + 1] ?? Infinity) <= position) index++;
		return index;
	}

	private piece(start: number, piece: { length: number } & ({ bytes: Buffer } | { from: number })) {
		this.pieces.push({ start, ...piece });
		return start + piece.length;
	}

	private addCluster(start: number, { head, from, until }: IntactCluster): number {
		this.clusterStarts.push(start);
		const content = this.piece(start, { bytes: head, length: head.length });
		return this.piece(content, { from, length: until - from });
	}

	private async read(start: number, end: number): Promise<Uint8Array> {
		const parts: Uint8Array[] = [];
		for (const piece of this.piecesBetween(start, end)) {
			const offsetInPiece = Math.max(start, piece.start) - piece.start;
			const until = Math.min(end, piece.start + piece.length) - piece.start;
			if ('bytes' in piece) parts.push(piece.bytes.subarray(offsetInPiece, until));
			else parts.push(await this.readRealFile(piece.from + offsetInPiece, until - offsetInPiece));
		}
		const bytes = Buffer.concat(parts);
		if (bytes.length !== end - start) throw new Error('The file changed while it was read');
		return bytes;
	}

	private *piecesBetween(start: number, end: number): Generator<FilePiece> {
		let [low, high] = [0, this.pieces.length];
		while (high - low > 1) {
			const middle = (low + high) >> 1;
			if ((this.pieces[middle]?.start ?? Infinity) <= start) low = middle;
			else high = middle;
		}
		for (let piece = this.pieces[low]; piece !== undefined; piece = this.pieces[++low]) {
			if (piece.start >= end) return;
			yield piece;
		}
	}

	/** Bytes of the real file, which stay to be read again. */
	private async readRealFile(from: number, length: number): Promise<Buffer> {
		const { reader } = this;
		if (from < reader.position) await reader.restart();
		await reader.skip(from - reader.position);
		return Buffer.from(await reader.peek(length));
	}
}
