import { AAC_RATES, ADTS_BYTES } from './aacConfig';
import { surveyFrames, type Frame } from './frames';
import type { Sliceable } from './slices';

/** AAC in ADTS frames, which describe themselves; AAC in an MP4 file is another format (ISO/IEC 13818-7, 6.2). */
export const aac: Sliceable = { survey: (bytes) => surveyFrames(bytes, aacFrame) };

const SAMPLES_PER_FRAME = 1024;

/** The frame at an offset; undefined when none begins there. */
export function aacFrame(bytes: Buffer, at: number): Frame | undefined {
	if (at + ADTS_BYTES > bytes.length) return undefined;
	const sync = bytes.readUInt16BE(at);
	const fields = bytes.readUInt32BE(at + 2);
	const [profile, rate] = [(fields >>> 30) & 3, AAC_RATES[(fields >>> 26) & 15]];
	const channels = (fields >>> 22) & 7;
	const size = (fields >>> 5) & 0x1fff;
	const isFrame = (sync & 0xfff6) === 0xfff0 && rate !== undefined && channels !== 0;
	if (!isFrame || size <= ADTS_BYTES) return undefined;
	const version = (sync & 8) === 0 ? 4 : 2;
	const blocks = 1 + ((bytes[at + 6] ?? 0) & 3);
	return {
		bytes: size,
		seconds: (blocks * SAMPLES_PER_FRAME) / rate,
		// Silence takes hardly a byte.
		level: size - ADTS_BYTES,
		sound: `MPEG ${version} AAC profile ${profile + 1}, ${rate} Hz, ${channels} ch`,
	};
}
