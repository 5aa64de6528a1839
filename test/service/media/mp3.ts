/**
 * Silence as MPEG-2 Layer III: 24 kHz, mono, 32 kbit/s. A frame is a header and zeros; side information of
 * zeros says that nothing is coded, which decodes to silence (ISO/IEC 13818-3). As encoders do, the first frame
 * holds an index in place of sound: how many frames and bytes follow.
 */
export function silentMp3(seconds: number): Buffer {
	const count = Math.max(2, Math.ceil((seconds * SAMPLE_RATE) / SAMPLES_PER_FRAME));
	const frames = Array.from({ length: count }, () => silence());
	return Buffer.concat([indexOf(count), ...frames]);
}

const SAMPLE_RATE = 24_000;
const SAMPLES_PER_FRAME = 576;
const BIT_RATE = 32_000;
const FRAME_BYTES = (SAMPLES_PER_FRAME / 8) * (BIT_RATE / SAMPLE_RATE);
/** Sync and version 2, layer III, no checksum; bit rate 4 (32 kbit/s), sample rate 1 (24 kHz); mono. */
const HEADER = Buffer.from([0xff, 0xf3, 0x44, 0xc0]);
const SIDE_INFORMATION_BYTES = 9;
const HAS_FRAMES_AND_BYTES = 3;

function silence(): Buffer {
	const frame = Buffer.alloc(FRAME_BYTES);
	HEADER.copy(frame);
	return frame;
}

function indexOf(count: number): Buffer {
	const frame = silence();
	const at = HEADER.length + SIDE_INFORMATION_BYTES;
	frame.write('Info', at);
	frame.writeUInt32BE(HAS_FRAMES_AND_BYTES, at + 4);
	frame.writeUInt32BE(count, at + 8);
	frame.writeUInt32BE((count + 1) * FRAME_BYTES, at + 12);
	return frame;
}
