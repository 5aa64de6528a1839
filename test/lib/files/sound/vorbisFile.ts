import { wavLecture } from '../../../service/hearing/wavLecture';

/** Speech of so many seconds as Vorbis in Ogg, at 16 kHz. */
export async function vorbisOf(seconds: number): Promise<Buffer> {
	const { createOggEncoder } = await import('wasm-media-encoders');
	const encoder = await createOggEncoder();
	const { tone } = await wavLecture({ seed: 4, seconds });
	encoder.configure({ sampleRate: tone.sampleRate, channels: 1, vbrQuality: 3 });
	const sound = Float32Array.from(tone.samples, (sample) => sample / 32_768);
	const body = Buffer.from(encoder.encode([sound]));
	return Buffer.concat([body, Buffer.from(encoder.finalize())]);
}
