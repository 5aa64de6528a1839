import {
	EncodedPacketSink,
	Input,
	MATROSKA,
	WEBM,
	type EncodedPacket,
	type InputAudioTrack,
	CustomSource,
} from 'mediabunny';

import type { ByteReader } from './byteReader';
import {
	readMatroskaStructure,
	type MatroskaStructure,
	type IntactCluster,
} from './matroskaClusters';
import { CODEC_OPENERS, type Codec } from './matroskaCodecs';
import {
	PlaybackTimeline,
	UnreadableSoundError,
	unreadableOrThrow,
	type Recording,
	type SoundUnit,
} from './recording';

/** Times are rounded to milliseconds, and recorders round more: a packet that is less early or late follows the one before it. */
const JITTER_SECONDS = 0.05;
/** Beside damage, what is late by more is what is missing. */
const LOSS_SECONDS = 0.012;
/** A packet that is earlier by more has a damaged time. */
const MAX_BACKWARD_SECONDS = 0.25;
/** A film may be longer than its sound. */
const CUT_TOLERANCE_SECONDS = 0.1;

/**
 * WebM and Matroska (RFC 9559): the sound of the first track that can be read, by a demuxer. Its structure is read before, as the demuxer
 * does not say what it passes over. Throws an UnreadableSoundError.
 */
export async function readMatroskaRecording(reader: ByteReader): Promise<Recording> {
	const structure = await readMatroskaStructure(reader);
	await reader.restart();
	const file = new UndamagedFile(reader, structure);
	const input = new Input({ formats: [MATROSKA, WEBM], source: file.createSource() });
	const { track, codec } = await firstReadableTrack(input).catch((error: unknown) => {
		throw file.failure ?? error;
	});
	// What is skipped plays before the start.
	const timeline = new PlaybackTimeline(-(codec.skipped ?? 0) / codec.rate || 0);
	const units = new PacketWalk({ file, structure, track, codec, timeline }).units();
	return { ...codec.format, units, gaps: timeline.gaps };
}

/** The first track whose codec can be written. Throws an UnreadableSoundError when there is none. */
async function firstReadableTrack(input: Input): Promise<{ track: InputAudioTrack; codec: Codec }> {
	const tracks = await input.getAudioTracks().catch(throwUnknownContent);
	let failure = new UnreadableSoundError('has no sound');
	for (const track of tracks) {
		const name = await track.getCodec();
		const open = name === null ? undefined : CODEC_OPENERS[name];
		const { description } = (await track.getDecoderConfig().catch(() => null)) ?? {};
		try {
			if (open === undefined) {
				const sound = name === null ? 'sound of an unknown kind' : `${name} sound`;
				throw new UnreadableSoundError(
					`holds ${sound}, which cannot be split without re-encoding it`,
				);
			}
			return { track, codec: await open(bufferOf(description)) };
		} catch (error) {
			failure = unreadableOrThrow(error);
		}
	}
	throw failure;
}

function throwUnknownContent(): never {
	throw new UnreadableSoundError('does not say what it holds');
}

function bufferOf(source?: ArrayBufferLike | ArrayBufferView): Buffer {
	if (source === undefined) return Buffer.alloc(0);
	return ArrayBuffer.isView(source)
		? Buffer.from(source.buffer, source.byteOffset, source.byteLength)
		: Buffer.from(source);
}

interface WalkInput {
	file: UndamagedFile;
	structure: MatroskaStructure;
	track: InputAudioTrack;
	codec: Codec;
	timeline: PlaybackTimeline;
}

/** Sets the times of packets, and finds what is missing between them. */
class PacketWalk {
	private currentCluster = 0;

	/** Whether something before the next packet cannot be read. */
	private isAfterDamage = false;

	constructor(private readonly walkInput: WalkInput) {}

	async *units(): AsyncGenerator<SoundUnit> {
		const { structure, timeline } = this.walkInput;
		for await (const packet of this.packets()) {
			const unit = this.unitOf(packet);
			if (unit !== undefined) yield unit;
		}
		const remainingClusters = structure.clusters.slice(this.currentCluster + 1);
		const isDamaged = this.isAfterDamage || structure.endsDamaged;
		if (!isDamaged && !remainingClusters.some((cluster) => cluster.isAfterDamage)) return;
		const { duration } = structure;
		if (duration === undefined) timeline.addGapUntil(null);
		else if (duration - timeline.at > CUT_TOLERANCE_SECONDS) timeline.addGapUntil(duration);
	}

	private async *packets(): AsyncGenerator<EncodedPacket> {
		const { file, track } = this.walkInput;
		const sink = new EncodedPacketSink(track);
		try {
			let packet = await sink.getFirstPacket();
			for (; packet !== null; packet = await sink.getNextPacket(packet)) yield packet;
		} catch {
			if (file.failure !== undefined) throw file.failure;
			// The rest cannot be read.
			this.isAfterDamage = true;
		}
	}

	private unitOf(packet: EncodedPacket): SoundUnit | undefined {
		const { codec, timeline } = this.walkInput;
		this.moveToClusterOf(packet);
		const bytes = Buffer.from(packet.data.buffer, packet.data.byteOffset, packet.data.byteLength);
		const unit = codec.unitOf(bytes);
		if (unit === null) this.isAfterDamage = true;
		if (unit === null || unit === undefined) return undefined;
		const skippedSeconds = (codec.skipped ?? 0) / codec.rate;
		const secondsLate = packet.timestamp - skippedSeconds - timeline.at;
		if (this.isAfterDamage && secondsLate > LOSS_SECONDS)
			timeline.addGapUntil(timeline.at + secondsLate);
		// Nothing was recorded in between: a pause, or silence that was left out. Or the clock of the recorder was slow.
		else if (
			secondsLate > JITTER_SECONDS ||
			(secondsLate < -JITTER_SECONDS && secondsLate > -MAX_BACKWARD_SECONDS)
		) {
			timeline.at += secondsLate;
		}
		this.isAfterDamage = false;
		const end = timeline.at + unit.samples / codec.rate;
		timeline.at = Math.max(0, timeline.at);
		return { ...unit, ...timeline.advance(Math.max(0, end - timeline.at)) };
	}

	private moveToClusterOf({ sequenceNumber }: EncodedPacket): void {
		const { file, structure } = this.walkInput;
		const next = file.clusterIndexAt(sequenceNumber, this.currentCluster);
		for (let index = this.currentCluster + 1; index <= next; index++) {
			this.isAfterDamage ||= structure.clusters[index]?.isAfterDamage === true;
		}
		this.currentCluster = next;
	}
}

/** A piece of the file without damage: bytes in memory, or where it lies in the real file. */
type FilePiece = { start: number; length: number } & ({ bytes: Buffer } | { from: number });

/** The library keeps what it read, also small pieces, up to so many bytes. */
const CACHE_BYTES = 65_536;

/** A file without what is damaged: its header, and of each cluster the part that is whole. Read forward, it reads the real one once. */
class UndamagedFile {
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
