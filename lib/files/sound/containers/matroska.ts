import {
	EncodedPacketSink,
	Input,
	MATROSKA,
	WEBM,
	type EncodedPacket,
	type InputAudioTrack,
} from 'mediabunny';

import type { ByteReader } from './byteReader';
import { matroskaStructure, type MatroskaStructure } from './matroskaClusters';
import { CODECS, type Codec } from './matroskaCodecs';
import { UndamagedFile } from './matroskaFile';
import { ReadPosition, Unreadable, type Recording, type Unit } from './recording';

/** Times are rounded to milliseconds, and recorders round more: a packet that is less early or late follows the one before it. */
const JITTER_SECONDS = 0.05;
/** Beside damage, what is late by more is what is missing. */
const LOSS_SECONDS = 0.012;
/** A packet that is earlier by more has a damaged time. */
const MOST_SECONDS_BACK = 0.25;
/** A film may be longer than its sound. */
const CUT_SECONDS = 0.1;

/**
 * WebM and Matroska (RFC 9559): the sound of the first track that can be read, by a demuxer. Its structure is read before, as the demuxer
 * does not say what it passes over. Throws an Unreadable.
 */
export async function matroskaRecording(reader: ByteReader): Promise<Recording> {
	const structure = await matroskaStructure(reader);
	await reader.restart();
	const file = new UndamagedFile(reader, structure);
	const input = new Input({ formats: [MATROSKA, WEBM], source: file.source() });
	const { track, codec } = await soundOf(input).catch((error: unknown) => {
		throw file.failure ?? error;
	});
	// What is skipped plays before the start.
	const timeline = new ReadPosition(-(codec.skipped ?? 0) / codec.rate || 0);
	const units = new PacketWalk({ file, structure, track, codec, timeline }).units();
	return { ...codec.format, units, gaps: timeline.gaps };
}

/** The first track whose codec can be written. Throws an Unreadable when there is none. */
async function soundOf(input: Input): Promise<{ track: InputAudioTrack; codec: Codec }> {
	const tracks = await input.getAudioTracks().catch(notRead);
	let failure = new Unreadable('has no sound');
	for (const track of tracks) {
		const name = await track.getCodec();
		const open = name === null ? undefined : CODECS[name];
		const { description } = (await track.getDecoderConfig().catch(() => null)) ?? {};
		try {
			if (open === undefined) {
				const sound = name === null ? 'sound of an unknown kind' : `${name} sound`;
				throw new Unreadable(`holds ${sound}, which cannot be split without re-encoding it`);
			}
			return { track, codec: await open(bytesOf(description)) };
		} catch (error) {
			failure = unreadable(error);
		}
	}
	throw failure;
}

function unreadable(error: unknown): Unreadable {
	if (error instanceof Unreadable) return error;
	throw error;
}

function notRead(): never {
	throw new Unreadable('does not say what it holds');
}

function bytesOf(source?: ArrayBufferLike | ArrayBufferView): Buffer {
	if (source === undefined) return Buffer.alloc(0);
	return ArrayBuffer.isView(source)
		? Buffer.from(source.buffer, source.byteOffset, source.byteLength)
		: Buffer.from(source);
}

interface Walked {
	file: UndamagedFile;
	structure: MatroskaStructure;
	track: InputAudioTrack;
	codec: Codec;
	timeline: ReadPosition;
}

/** Sets the times of packets, and finds what is missing between them. */
class PacketWalk {
	/** The cluster of the packet before. */
	private cluster = 0;

	/** Whether something before the next packet cannot be read. */
	private isAfterDamage = false;

	constructor(private readonly walked: Walked) {}

	async *units(): AsyncGenerator<Unit> {
		const { structure, timeline } = this.walked;
		for await (const packet of this.packets()) {
			const unit = this.unitOf(packet);
			if (unit !== undefined) yield unit;
		}
		const rest = structure.clusters.slice(this.cluster + 1);
		const isDamaged = this.isAfterDamage || structure.endsDamaged;
		if (!isDamaged && !rest.some((cluster) => cluster.isAfterDamage)) return;
		const { duration } = structure;
		if (duration === undefined) timeline.lose(null);
		else if (duration - timeline.at > CUT_SECONDS) timeline.lose(duration);
	}

	private async *packets(): AsyncGenerator<EncodedPacket> {
		const { file, track } = this.walked;
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

	private unitOf(packet: EncodedPacket): Unit | undefined {
		const { codec, timeline } = this.walked;
		this.moveTo(packet);
		const bytes = Buffer.from(packet.data.buffer, packet.data.byteOffset, packet.data.byteLength);
		const unit = codec.unitOf(bytes);
		if (unit === null) this.isAfterDamage = true;
		if (unit === null || unit === undefined) return undefined;
		const skipped = (codec.skipped ?? 0) / codec.rate;
		const late = packet.timestamp - skipped - timeline.at;
		if (this.isAfterDamage && late > LOSS_SECONDS) timeline.lose(timeline.at + late);
		// Nothing was recorded in between: a pause, or silence that was left out. Or the clock of the recorder was slow.
		else if (late > JITTER_SECONDS || (late < -JITTER_SECONDS && late > -MOST_SECONDS_BACK)) {
			timeline.at += late;
		}
		this.isAfterDamage = false;
		const end = timeline.at + unit.samples / codec.rate;
		timeline.at = Math.max(0, timeline.at);
		return { ...unit, ...timeline.take(Math.max(0, end - timeline.at)) };
	}

	private moveTo({ sequenceNumber }: EncodedPacket): void {
		const { file, structure } = this.walked;
		const next = file.clusterAt(sequenceNumber, this.cluster);
		for (let index = this.cluster + 1; index <= next; index++) {
			this.isAfterDamage ||= structure.clusters[index]?.isAfterDamage === true;
		}
		this.cluster = next;
	}
}
