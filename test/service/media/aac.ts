/** Silence as AAC-LC in ADTS frames: 24 kHz, mono, 1024 samples a frame (ISO/IEC 14496-3, 13818-7). */
export function silentAac(seconds: number): Buffer {
	const count = Math.max(2, Math.ceil((seconds * SAMPLE_RATE) / SAMPLES_PER_FRAME));
	return Buffer.concat(Array.from({ length: count }, () => FRAME));
}

const SAMPLE_RATE = 24_000;
const SAMPLES_PER_FRAME = 1024;
/** One channel element without any scale factor band (29 zero bits), then the end mark (111). */
const ELEMENT = Buffer.from([0x00, 0x00, 0x00, 0x07]);
const FRAME = Buffer.concat([adtsHeader(ELEMENT.length), ELEMENT]);

function adtsHeader(payload: number): Buffer {
	const size = 7 + payload;
	const rateIndex = 6;
	const channels = 1;
	return Buffer.from([
		0xff,
		0xf1,
		(1 << 6) | (rateIndex << 2) | (channels >> 2),
		((channels & 3) << 6) | (size >> 11),
		(size >> 3) & 0xff,
		((size & 7) << 5) | 0x1f,
		0xfc,
	]);
}
