import type { Tone } from '../media/tone';

/** Writes samples as an MP3 file. */
export type Mp3 = (tone: Tone) => Buffer;

const KBITS = 48;

/** An MP3 encoder, where the package is installed. */
export async function loadMp3(): Promise<Mp3 | undefined> {
	const found = await import('wasm-media-encoders').catch(() => undefined);
	if (!found) return undefined;
	const encoder = await found.createMp3Encoder();
	return ({ samples, sampleRate }) => {
		encoder.configure({ sampleRate, channels: 1, bitrate: KBITS });
		const sound = Float32Array.from(samples, (sample) => sample / 32_768);
		// What it gives is its own memory, which the next call overwrites.
		const body = Buffer.from(encoder.encode([sound]));
		return Buffer.concat([body, Buffer.from(encoder.finalize())]);
	};
}
