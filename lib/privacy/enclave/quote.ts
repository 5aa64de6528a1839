import { Mismatch, requireThat } from './checkList';

/** The parts of an Intel TDX quote (Intel TDX DCAP Quoting Library API, appendix 3: versions 4 and 5). */
export interface Quote {
	signed: Buffer;
	signature: Buffer;
	attestationKey: Buffer;
	qeReport: Buffer;
	qeSignature: Buffer;
	qeAuthData: Buffer;
	/** The certificates of the platform, as PEM. */
	chain: string;
	tcbSvn: Buffer;
	mrSignerSeam: Buffer;
	seamAttributes: Buffer;
	tdAttributes: Buffer;
	mrtd: Buffer;
	mrConfigId: Buffer;
	rtmrs: Buffer[];
	reportData: Buffer;
}

const QE_VENDOR = '939a7233f79c4ca9940a0db3957f0607';
/** A header of 48 bytes and a body. */
const MIN_QUOTE_BYTES = 48 + 648;

/** The bodies of version 5, by type: TD 1.0, and TD 1.5, which goes on after it. */
const BODY_BYTES_OF_TYPE: Record<number, number> = { 2: 584, 3: 648 };

/** Reads a quote; throws a Mismatch for another version, another technology, or bytes that do not add up. */
export function readQuote(bytes: Buffer): Quote {
	requireThat(bytes.length > MIN_QUOTE_BYTES, `${bytes.length} bytes, which is too short`);
	const [version, keyType] = [bytes.readUInt16LE(0), bytes.readUInt16LE(2)];
	const technology = bytes.readUInt32LE(4);
	const name = technology === 0 ? 'Intel SGX' : `technology ${technology}`;
	requireThat(technology === 0x81, `a quote of ${name}, not of Intel TDX`);
	const start = bodyRange(bytes, version);
	const end = start.at + start.length;
	requireThat(keyType === 2, `a key of type ${keyType}`);
	requireThat(
		bytes.subarray(12, 28).toString('hex') === QE_VENDOR,
		'a quoting enclave that is not by Intel',
	);
	const body = (at: number, length: number) =>
		bytes.subarray(start.at + at, start.at + at + length);
	return {
		signed: bytes.subarray(0, end),
		...readSignature(bytes.subarray(end)),
		tcbSvn: body(0, 16),
		mrSignerSeam: body(64, 48),
		seamAttributes: body(112, 8),
		tdAttributes: body(120, 8),
		mrtd: body(136, 48),
		mrConfigId: body(184, 48),
		rtmrs: [328, 376, 424, 472].map((at) => body(at, 48)),
		reportData: body(520, 64),
	};
}

function bodyRange(bytes: Buffer, version: number): { at: number; length: number } {
	if (version === 4) return { at: 48, length: 584 };
	requireThat(version === 5, `a quote of version ${version}, which this package does not read`);
	const type = bytes.readUInt16LE(48);
	const length = BODY_BYTES_OF_TYPE[type];
	requireThat(length !== undefined && bytes.readUInt32LE(50) === length, `a body of type ${type}`);
	return { at: 54, length };
}

function readSignature(bytes: Buffer) {
	const outer = new QuoteReader(bytes);
	const signaturePart = new QuoteReader(outer.take(outer.take(4).readUInt32LE()));
	// Some services pad the quote.
	requireThat(
		outer.remaining().every((byte) => byte === 0),
		'bytes follow the end of the quote',
	);
	const signature = signaturePart.take(64);
	const attestationKey = signaturePart.take(64);
	const reportPart = signaturePart.certificationData(6);
	signaturePart.requireEnd();
	const qeReport = reportPart.take(384);
	const qeSignature = reportPart.take(64);
	const qeAuthData = reportPart.take(reportPart.take(2).readUInt16LE());
	const chain = reportPart.certificationData(5);
	reportPart.requireEnd();
	return {
		signature,
		attestationKey,
		qeReport,
		qeSignature,
		qeAuthData,
		chain: chain.remaining().toString('latin1'),
	};
}

class QuoteReader {
	private at = 0;

	constructor(private readonly bytes: Buffer) {}

	take(length: number): Buffer {
		const taken = this.bytes.subarray(this.at, this.at + length);
		if (taken.length !== length) throw new Mismatch('the quote is cut off');
		this.at += length;
		return taken;
	}

	/** The certification data of that type, which is all that comes next. */
	certificationData(type: number): QuoteReader {
		const found = this.take(2).readUInt16LE();
		requireThat(found === type, `certification data of type ${found}`);
		return new QuoteReader(this.take(this.take(4).readUInt32LE()));
	}

	remaining(): Buffer {
		return this.take(this.bytes.length - this.at);
	}

	requireEnd(): void {
		requireThat(this.at === this.bytes.length, 'bytes follow the end of a part');
	}
}
