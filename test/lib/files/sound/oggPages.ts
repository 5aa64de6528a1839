/** A page of an Ogg file (RFC 3533, 6). */
export interface Page {
	flags: number;
	granule: number;
	serial: number;
	sequence: number;
	/** Whether its checksum is that of its bytes. */
	isIntact: boolean;
	packets: Buffer[];
}

/** The pages of an Ogg file on which every packet ends that begins there. */
export function pagesOf(file: Buffer = Buffer.alloc(0)): Page[] {
	const pages: Page[] = [];
	for (let at = 0; at < file.length;) {
		const count = file.readUInt8(at + 26);
		const lengths = [...file.subarray(at + 27, at + 27 + count)];
		const start = at + 27 + count;
		const end = start + lengths.reduce((sum, length) => sum + length, 0);
		const whole = Buffer.from(file.subarray(at, end));
		whole.writeUInt32LE(0, 22);
		pages.push({
			flags: file.readUInt8(at + 5),
			granule: Number(file.readBigInt64LE(at + 6)),
			serial: file.readUInt32LE(at + 14),
			sequence: file.readUInt32LE(at + 18),
			isIntact: file.readUInt32LE(at + 22) === checksum(whole),
			packets: packetsOf(file.subarray(start, end), lengths),
		});
		at = end;
	}
	return pages;
}

/** The same file, whose pages have the checksums of what is in them now. */
export function sealed(file: Buffer): Buffer {
	const copy = Buffer.from(file);
	for (let at = 0; at < copy.length;) {
		const count = copy.readUInt8(at + 26);
		const lengths = copy.subarray(at + 27, at + 27 + count);
		const end = at + 27 + count + lengths.reduce((sum, length) => sum + length, 0);
		copy.writeUInt32LE(0, at + 22);
		copy.writeUInt32LE(checksum(copy.subarray(at, end)), at + 22);
		at = end;
	}
	return copy;
}

/** A file of these pages, as they are; no packet of theirs has 255 bytes or more. */
export function oggOf(pages: Array<Pick<Page, 'granule' | 'packets'>>): Buffer {
	const written = pages.map(({ granule, packets }, index) => {
		const head = Buffer.alloc(27);
		head.write('OggS');
		head.writeUInt8(index === 0 ? FIRST : index === pages.length - 1 ? LAST : 0, 5);
		head.writeBigInt64LE(BigInt(granule), 6);
		head.writeUInt32LE(7, 14);
		head.writeUInt32LE(index, 18);
		head.writeUInt8(packets.length, 26);
		return Buffer.concat([head, Buffer.from(packets.map(({ length }) => length)), ...packets]);
	});
	return sealed(Buffer.concat(written));
}

const FIRST = 2;
const LAST = 4;

function packetsOf(body: Buffer, lengths: readonly number[]): Buffer[] {
	const packets: Buffer[] = [];
	let [start, end] = [0, 0];
	for (const length of lengths) {
		end += length;
		if (length === 255) continue;
		packets.push(body.subarray(start, end));
		start = end;
	}
	return packets;
}

/** What each byte adds to a checksum (RFC 3533, 6). */
const REMAINDERS = Uint32Array.from({ length: 256 }, (_, byte) => {
	let sum = byte << 24;
	for (let bit = 0; bit < 8; bit++) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
	return sum;
});

function checksum(bytes: Buffer): number {
	let sum = 0;
	for (const byte of bytes) sum = (sum << 8) ^ (REMAINDERS[(sum >>> 24) ^ byte] ?? 0);
	return sum >>> 0;
}
