/**
 * Silence as MPEG-2 Layer III: 24 kHz, mono, 32 kbit/s. A frame is a header and zeros; side information of
 * zeros says that nothing is coded, which decodes to silence (ISO/IEC 13818-3).
 */
export function silentMp3(seconds: number): Buffer {
	const frame = Buffer.alloc(FRAME_BYTES);
	HEADER.copy(frame);
	const count = Math.max(2, Math.ceil((seconds * SAMPLE_RATE) / SAMPLES_PER_FRAME));
	return Buffer.concat(Array.from({ length: count }, () => frame));
}

const SAMPLE_RATE = 24_000;
const SAMPLES_PER_FRAME = 576;
const BIT_RATE = 32_000;
const FRAME_BYTES = (SAMPLES_PER_FRAME / 8) * (BIT_RATE / SAMPLE_RATE);
/** Sync and version 2, layer III, no checksum; bit rate 4 (32 kbit/s), sample rate 1 (24 kHz); mono. */
const HEADER = Buffer.from([0xff, 0xf3, 0x44, 0xc0]);
