import type { ByteReader } from './byteReader';
import {
	pageChecksum,
	FIRST_PAGE_FLAG,
	MAX_PACKET_BYTES_ON_PAGE,
	LAST_PAGE_FLAG,
	PAGE_HEAD_BYTES,
	PAGE_START,
} from './oggWriter';
import { startsRecording } from './nextRecording';
import { UnreadableSoundError, type PlaybackTimeline, type SoundUnit } from './recording';

const CONTINUED_FLAG = 1;
/** Of a header with the picture of a cover, which is as large as a camera makes it. */
const MAX_PACKET_BYTES = 16_000_000;
/** Of a page on which no packet ends. */
const NO_POSITION = -1n;
const SEARCH_STEP_BYTES = 65_536;

export interface OggPacket {
	bytes: Buffer;
	/** Whether it is the last packet that ends on its page, and the position in samples there, where the page says one. */
	endsPage?: boolean;
	position?: number;
	/** Whether pages before it are missing, or cannot be read. */
	isAfterLoss?: boolean;
}

interface OggEnding {
	/** Whether a page was marked as the last one. A live stream has none. */
	isMarked: boolean;
	/** Whether a page or a packet began and did not end. */
	breaksOff: boolean;
}

/** The packets of an Ogg file, and how it ended, which is known once they were read. */
export interface OggPacketStream extends AsyncGenerator<OggPacket> {
	ending: Readonly<OggEnding>;
}

interface OggPage {
	flags: number;
	position: bigint;
	serial: number;
	lengths: Buffer;
	body: Buffer;
	/** Whether pages before it are missing, or cannot be read. */
	isAfterLoss: boolean;
}

/** The packets of an Ogg file with one stream, put together where they continue on the next page (RFC 3533). Throws an UnreadableSoundError. */
export function readOggPackets(reader: ByteReader): OggPacketStream {
	const ending: OggEnding = { isMarked: false, breaksOff: false };
	return Object.assign(packetsOnPages(readPages(reader, ending), ending), { ending });
}

async function* packetsOnPages(
	all: AsyncGenerator<OggPage>,
	ending: OggEnding,
): AsyncGenerator<OggPacket, undefined> {
	let serial: number | undefined;
	let openPacket: Buffer[] = [];
	for await (const { flags, position, serial: own, lengths, body, isAfterLoss } of all) {
		const isOther = serial !== undefined && (own !== serial || (flags & FIRST_PAGE_FLAG) !== 0);
		if (isOther) throw new UnreadableSoundError('holds several streams, which cannot be split');
		serial = own;
		if (isAfterLoss || (flags & CONTINUED_FLAG) === 0) openPacket = [];
		// Without its start, the rest of a packet is of no use.
		let isBroken = (flags & CONTINUED_FLAG) !== 0 && openPacket.length === 0;
		const lastEnd = lengths.findLastIndex((length) => length < 255);
		let at = 0;
		for (const [index, length] of lengths.entries()) {
			openPacket.push(body.subarray(at, at + length));
			at += length;
			if (length === 255) {
				if (openPacket.length * 255 > MAX_PACKET_BYTES)
					throw new UnreadableSoundError('has packets without an end');
				continue;
			}
			const bytes = isBroken ? Buffer.alloc(0) : Buffer.concat(openPacket);
			[openPacket, isBroken] = [[], false];
			const isCounted = index === lastEnd && position !== NO_POSITION;
			const end = isCounted ? { position: Number(position) } : {};
			yield { bytes, isAfterLoss, endsPage: index === lastEnd, ...end };
		}
	}
	ending.breaksOff ||= openPacket.length > 0;
	return undefined;
}

/** The pages whose checksums are right, up to another recording in the file. Throws an UnreadableSoundError where there is none at the start. */
async function* readPages(reader: ByteReader, ending: OggEnding): AsyncGenerator<OggPage> {
	let [isAfterLoss, sequence, hasContent] = [false, 0, false];
	for (;;) {
		const head = Buffer.from(await reader.peek(PAGE_HEAD_BYTES));
		const size = await peekPageBytes(reader, head);
		const bytes = await reader.peek(size);
		const isPage = size > 0 && bytes.length === size && hasValidChecksum(bytes);
		const isFirst = isPage && ((head[5] ?? 0) & FIRST_PAGE_FLAG) !== 0;
		const isOther = isPage
			? isFirst && hasContent
			: reader.position > 0 && (await startsRecording(reader));
		if (head.length === 0 || isOther) {
			ending.breaksOff ||= isAfterLoss;
			return;
		}
		if (!isPage) {
			if (reader.position === 0) throw new UnreadableSoundError('holds something other than pages');
			isAfterLoss = true;
			const next = (await reader.peek(SEARCH_STEP_BYTES)).indexOf(PAGE_START, 1);
			const ahead = (await reader.peek(SEARCH_STEP_BYTES)).length;
			await reader.skip(next > 0 ? next : Math.max(1, ahead - PAGE_START.length + 1));
			continue;
		}
		await reader.take(size);
		const [serial, own, count] = [head.readUInt32LE(14), head.readUInt32LE(18), head[26] ?? 0];
		// The last page may hold nothing but its mark (RFC 3533, 4).
		ending.isMarked ||= ((head[5] ?? 0) & LAST_PAGE_FLAG) !== 0;
		yield {
			flags: head[5] ?? 0,
			position: head.readBigInt64LE(6),
			serial,
			lengths: bytes.subarray(PAGE_HEAD_BYTES, PAGE_HEAD_BYTES + count),
			body: bytes.subarray(PAGE_HEAD_BYTES + count),
			isAfterLoss: isAfterLoss || own !== sequence,
		};
		[isAfterLoss, sequence] = [false, (own + 1) % 2 ** 32];
		hasContent ||= !isFirst;
	}
}

async function peekPageBytes(reader: ByteReader, head: Buffer): Promise<number> {
	if (head.length < PAGE_HEAD_BYTES || !head.subarray(0, 4).equals(PAGE_START)) return 0;
	const count = head[26] ?? 0;
	const lengths = (await reader.peek(PAGE_HEAD_BYTES + count)).subarray(PAGE_HEAD_BYTES);
	return lengths.reduce((sum, length) => sum + length, PAGE_HEAD_BYTES + count);
}

function hasValidChecksum(page: Buffer): boolean {
	const copy = Buffer.from(page);
	copy.writeUInt32LE(0, 22);
	return pageChecksum(copy) === page.readUInt32LE(22);
}

/** The next packet, which a header is in. Throws an UnreadableSoundError at the end of the file. */
export async function takePacket(packets: OggPacketStream): Promise<Buffer> {
	const next = await packets.next();
	if (next.done === true) throw new UnreadableSoundError('has no sound');
	return Buffer.from(next.value.bytes);
}

interface OggCoding {
	rate: number;
	sound: string;
	timeline: PlaybackTimeline;
	/** How many samples a packet plays; undefined for one that holds no sound. */
	samplesOf(packet: Buffer): number | undefined;
	/** Samples at the start that are not played. */
	skipped?: number;
	/** Takes how many samples at the end are not played. */
	onSurplus?(surplus: number): void;
}

/** The packets that hold sound, with their times by the positions of their pages. Throws an UnreadableSoundError for one that fits on no page. */
export async function* readOggUnits(
	packets: OggPacketStream,
	coding: OggCoding,
): AsyncGenerator<SoundUnit> {
	const clock = new PageClock(coding);
	let page: PagePackets = { packets: [], isAfterLoss: false };
	// One page is held back: at the end of the last one, not all that its packets hold may be played.
	let heldPage: PagePackets | undefined;
	for await (const { bytes, endsPage, position, isAfterLoss = false } of packets) {
		const samples = bytes.length === 0 ? undefined : coding.samplesOf(bytes);
		if (bytes.length > MAX_PACKET_BYTES_ON_PAGE)
			throw new UnreadableSoundError('has packets without an end');
		page.isAfterLoss ||= isAfterLoss;
		if (samples !== undefined) page.packets.push({ bytes, samples });
		if (endsPage !== true) continue;
		if (heldPage !== undefined) yield* clock.timedUnitsOf(heldPage);
		heldPage = { ...page, end: position };
		page = { packets: [], isAfterLoss: false };
	}
	if (heldPage !== undefined) yield* clock.timedUnitsOf(heldPage, true);
	const { isMarked, breaksOff } = packets.ending;
	if (!isMarked && breaksOff) coding.timeline.addGapUntil(null);
}

interface PagePackets {
	packets: Array<{ bytes: Buffer; samples: number }>;
	/** The position in samples at their end; undefined where the page does not say it. */
	end?: number;
	/** Whether pages before it are missing, or cannot be read. */
	isAfterLoss: boolean;
}

class PageClock {
	/** The position at which the sound starts, and that of the end of what was read. */
	private originPosition: number | undefined;

	private passedPosition = 0;

	/** How many samples fewer than their packets hold the pages count. */
	private uncountedSamples = 0;

	constructor(private readonly coding: OggCoding) {}

	*timedUnitsOf(page: PagePackets, isLast = false): Generator<SoundUnit> {
		const { rate, sound, timeline, skipped = 0, onSurplus } = this.coding;
		const until = this.endPositionOf(page, isLast);
		const own = sampleCount(page);
		const secondsAt = (position: number) =>
			(position - skipped - (this.originPosition ?? 0)) / rate;
		if (until - own - this.passedPosition > rate * POSITION_TOLERANCE_SECONDS)
			timeline.addGapUntil(secondsAt(until - own));
		let from = isLast ? Math.max(this.passedPosition, until - own) : until - own;
		for (const { bytes, samples } of page.packets) {
			const start = Math.max(0, secondsAt(from));
			const end = secondsAt(Math.min(from + samples, until));
			timeline.at = start;
			const level = bytes.length / Math.max(1, samples);
			const facts = { bytes, samples, sound, level, soundsFor: samples / rate };
			yield { ...facts, ...timeline.advance(Math.max(0, end - start)) };
			from += samples;
		}
		if (isLast) onSurplus?.(Math.max(0, from - until));
		this.passedPosition = until;
	}

	/** The position at the end of a page, by its packets where it counts fewer samples than they hold. */
	private endPositionOf(page: PagePackets, isLast: boolean): number {
		const { rate } = this.coding;
		const own = sampleCount(page);
		// Without its first page, a stream is taken to start at 0, as most do.
		if (page.isAfterLoss) this.originPosition ??= 0;
		const countedEnd = page.end === undefined ? undefined : page.end + this.uncountedSamples;
		if (this.originPosition === undefined) {
			this.originPosition = this.passedPosition = isLast ? 0 : Math.max(0, (countedEnd ?? 0) - own);
		}
		// Pages that count too few samples do not say how much is lost: it is at least as much as a page holds.
		const lostSamples = page.isAfterLoss && this.uncountedSamples > 0 ? own : 0;
		const endByPackets = this.passedPosition + lostSamples + own;
		if (countedEnd === undefined) return endByPackets;
		if (this.passedPosition - countedEnd > rate) {
			throw new UnreadableSoundError('has positions that contradict each other');
		}
		// The end of the last page may be cut off, and the start of the first one.
		const isTrimmed =
			(isLast && this.uncountedSamples === 0) ||
			endByPackets - countedEnd <= rate * POSITION_TOLERANCE_SECONDS;
		const largest = Math.max(0, ...page.packets.map(({ samples }) => samples));
		const startsLate =
			this.passedPosition === this.originPosition && endByPackets - countedEnd < largest;
		if (isTrimmed || startsLate) return countedEnd;
		this.uncountedSamples += endByPackets - countedEnd;
		return endByPackets;
	}
}

function sampleCount({ packets }: PagePackets): number {
	return packets.reduce((sum, { samples }) => sum + samples, 0);
}

/** Encoders round positions. */
const POSITION_TOLERANCE_SECONDS = 0.01;
