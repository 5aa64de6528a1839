import type { ByteReader } from './byteReader';
import { checksum, FIRST, LARGEST_ON_PAGE, LAST, PAGE_HEAD, START } from './oggPage';
import { Unreadable, type ReadPosition, type Unit } from './recording';

const CONTINUED = 1;
const LONGEST_PACKET = 2_000_000;
/** Of a page on which no packet ends. */
const NO_POSITION = -1n;
const SEARCHED = 65_536;

export interface OggPacket {
	bytes: Buffer;
	/** Whether it is the last packet that ends on its page, and the position in samples there, where the page says one. */
	endsPage?: boolean;
	position?: number;
	/** Whether pages before it are missing, or cannot be read. */
	isAfterLoss?: boolean;
}

/** What the reader of the pages knows at the end of the file. */
interface Ending {
	/** Whether a page was marked as the last one. A live stream has none. */
	isMarked: boolean;
	/** Whether a page or a packet began and did not end. */
	breaksOff: boolean;
}

/** The packets of an Ogg file, and how it ended, which is known once they were read. */
export interface OggPacketStream extends AsyncGenerator<OggPacket> {
	ending: Readonly<Ending>;
}

interface Page {
	flags: number;
	position: bigint;
	serial: number;
	lengths: Buffer;
	body: Buffer;
	/** Whether pages before it are missing, or cannot be read. */
	isAfterLoss: boolean;
}

/** The packets of an Ogg file with one stream, put together where they continue on the next page (RFC 3533). Throws an Unreadable. */
export function oggPackets(reader: ByteReader): OggPacketStream {
	const ending: Ending = { isMarked: false, breaksOff: false };
	return Object.assign(packetsOn(pages(reader, ending), ending), { ending });
}

async function* packetsOn(
	all: AsyncGenerator<Page>,
	ending: Ending,
): AsyncGenerator<OggPacket, undefined> {
	let serial: number | undefined;
	let open: Buffer[] = [];
	for await (const { flags, position, serial: own, lengths, body, isAfterLoss } of all) {
		const isOther = serial !== undefined && (own !== serial || (flags & FIRST) !== 0);
		if (isOther) throw new Unreadable('holds several streams, which cannot be split');
		serial = own;
		if (isAfterLoss || (flags & CONTINUED) === 0) open = [];
		// Without its start, the rest of a packet is of no use.
		let isBroken = (flags & CONTINUED) !== 0 && open.length === 0;
		const lastEnd = lengths.findLastIndex((length) => length < 255);
		let at = 0;
		for (const [index, length] of lengths.entries()) {
			open.push(body.subarray(at, at + length));
			at += length;
			if (length === 255) {
				if (open.length * 255 > LONGEST_PACKET) throw new Unreadable('has packets without an end');
				continue;
			}
			const bytes = isBroken ? Buffer.alloc(0) : Buffer.concat(open);
			[open, isBroken] = [[], false];
			const isCounted = index === lastEnd && position !== NO_POSITION;
			const end = isCounted ? { position: Number(position) } : {};
			yield { bytes, isAfterLoss, endsPage: index === lastEnd, ...end };
		}
	}
	ending.breaksOff ||= open.length > 0;
	return undefined;
}

/** The pages whose checksums are right. Throws an Unreadable where there is none at the start. */
async function* pages(reader: ByteReader, ending: Ending): AsyncGenerator<Page> {
	let [isAfterLoss, sequence] = [false, 0];
	for (;;) {
		const head = Buffer.from(await reader.peek(PAGE_HEAD));
		if (head.length === 0) {
			ending.breaksOff ||= isAfterLoss;
			return;
		}
		const size = await pageBytes(reader, head);
		const bytes = await reader.peek(size);
		if (size === 0 || bytes.length < size || !isIntact(bytes)) {
			if (reader.position === 0) throw new Unreadable('holds something other than pages');
			isAfterLoss = true;
			const next = (await reader.peek(SEARCHED)).indexOf(START, 1);
			const ahead = (await reader.peek(SEARCHED)).length;
			await reader.skip(next > 0 ? next : Math.max(1, ahead - START.length + 1));
			continue;
		}
		await reader.take(size);
		const [serial, own, count] = [head.readUInt32LE(14), head.readUInt32LE(18), head[26] ?? 0];
		// The last page may hold nothing but its mark (RFC 3533, 4).
		ending.isMarked ||= ((head[5] ?? 0) & LAST) !== 0;
		yield {
			...{ flags: head[5] ?? 0, position: head.readBigInt64LE(6), serial },
			lengths: bytes.subarray(PAGE_HEAD, PAGE_HEAD + count),
			body: bytes.subarray(PAGE_HEAD + count),
			isAfterLoss: isAfterLoss || own !== sequence,
		};
		[isAfterLoss, sequence] = [false, (own + 1) % 2 ** 32];
	}
}

/** How long the page is that starts here; 0 when none does. */
async function pageBytes(reader: ByteReader, head: Buffer): Promise<number> {
	if (head.length < PAGE_HEAD || !head.subarray(0, 4).equals(START)) return 0;
	const count = head[26] ?? 0;
	const lengths = (await reader.peek(PAGE_HEAD + count)).subarray(PAGE_HEAD);
	return lengths.reduce((sum, length) => sum + length, PAGE_HEAD + count);
}

function isIntact(page: Buffer): boolean {
	const copy = Buffer.from(page);
	copy.writeUInt32LE(0, 22);
	return checksum(copy) === page.readUInt32LE(22);
}

/** The next packet, which a header is in. Throws an Unreadable at the end of the file. */
export async function nextPacket(packets: OggPacketStream): Promise<Buffer> {
	const next = await packets.next();
	if (next.done === true) throw new Unreadable('has no sound');
	return Buffer.from(next.value.bytes);
}

interface Coding {
	rate: number;
	sound: string;
	timeline: ReadPosition;
	/** How many samples a packet plays; undefined for one that holds no sound. */
	samplesOf(packet: Buffer): number | undefined;
	/** Samples at the start that are not played. */
	skipped?: number;
	/** Takes how many samples at the end are not played. */
	atEnd?(surplus: number): void;
}

/** The packets that hold sound, with their times by the positions of their pages. Throws an Unreadable for one that fits on no page. */
export async function* oggUnits(packets: OggPacketStream, coding: Coding): AsyncGenerator<Unit> {
	const clock = new PageClock(coding);
	let page: PageSound = { packets: [], isAfterLoss: false };
	// One page is held back: at the end of the last one, not all that its packets hold may be played.
	let held: PageSound | undefined;
	for await (const { bytes, endsPage, position, isAfterLoss = false } of packets) {
		const samples = bytes.length === 0 ? undefined : coding.samplesOf(bytes);
		if (bytes.length > LARGEST_ON_PAGE) throw new Unreadable('has packets without an end');
		page.isAfterLoss ||= isAfterLoss;
		if (samples !== undefined) page.packets.push({ bytes, samples });
		if (endsPage !== true) continue;
		if (held !== undefined) yield* clock.unitsOf(held);
		held = { ...page, end: position };
		page = { packets: [], isAfterLoss: false };
	}
	if (held !== undefined) yield* clock.unitsOf(held, true);
	const { isMarked, breaksOff } = packets.ending;
	if (!isMarked && breaksOff) coding.timeline.lose(null);
}

/** The packets that end on one page. */
interface PageSound {
	packets: Array<{ bytes: Buffer; samples: number }>;
	/** The position in samples at their end; undefined where the page does not say it. */
	end?: number;
	/** Whether pages before it are missing, or cannot be read. */
	isAfterLoss: boolean;
}

/** The times of packets. */
class PageClock {
	/** The position at which the sound starts, and that of the end of what was read. */
	private origin: number | undefined;

	private passed = 0;

	/** How many samples fewer than their packets hold the pages count. */
	private uncounted = 0;

	constructor(private readonly coding: Coding) {}

	*unitsOf(page: PageSound, isLast = false): Generator<Unit> {
		const { rate, sound, timeline, skipped = 0, atEnd } = this.coding;
		const until = this.endOf(page, isLast);
		const own = samplesIn(page);
		const secondsAt = (position: number) => (position - skipped - (this.origin ?? 0)) / rate;
		if (until - own - this.passed > rate * LOSS_SECONDS) timeline.lose(secondsAt(until - own));
		let from = isLast ? Math.max(this.passed, until - own) : until - own;
		for (const { bytes, samples } of page.packets) {
			const start = Math.max(0, secondsAt(from));
			const end = secondsAt(Math.min(from + samples, until));
			timeline.at = start;
			const level = bytes.length / Math.max(1, samples);
			yield { bytes, samples, sound, level, ...timeline.take(Math.max(0, end - start)) };
			from += samples;
		}
		if (isLast) atEnd?.(Math.max(0, from - until));
		this.passed = until;
	}

	/** The position at the end of a page, by its packets where it counts fewer samples than they hold. */
	private endOf(page: PageSound, isLast: boolean): number {
		const { rate } = this.coding;
		const own = samplesIn(page);
		// Without its first page, a stream is taken to start at 0, as most do.
		if (page.isAfterLoss) this.origin ??= 0;
		const counted = page.end === undefined ? undefined : page.end + this.uncounted;
		if (this.origin === undefined) {
			this.origin = this.passed = isLast ? 0 : Math.max(0, (counted ?? 0) - own);
		}
		// Pages that count too few samples do not say how much is lost: it is at least as much as a page holds.
		const lost = page.isAfterLoss && this.uncounted > 0 ? own : 0;
		const byPackets = this.passed + lost + own;
		if (counted === undefined) return byPackets;
		if (this.passed - counted > rate) {
			throw new Unreadable('has positions that contradict each other');
		}
		// The end of the last page may be cut off, and the start of the first one.
		const isTrimmed =
			(isLast && this.uncounted === 0) || byPackets - counted <= rate * LOSS_SECONDS;
		const largest = Math.max(0, ...page.packets.map(({ samples }) => samples));
		const startsLate = this.passed === this.origin && byPackets - counted < largest;
		if (isTrimmed || startsLate) return counted;
		this.uncounted += byPackets - counted;
		return byPackets;
	}
}

function samplesIn({ packets }: PageSound): number {
	return packets.reduce((sum, { samples }) => sum + samples, 0);
}

/** Encoders round positions. */
const LOSS_SECONDS = 0.01;
