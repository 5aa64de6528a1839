const SAMPLE_RATE = 16_000;
/** Noise in bursts, so that the encoder changes the length of its blocks, and pauses to cut it in, in samples. */
const BURST = { every: 5_000, samples: 3_000 };
const PAUSE = { every: 40_000, after: 30_000 };

const made = new Map<number, Promise<Buffer>>();

/** Sound of so many seconds as Vorbis in Ogg, at 16 kHz; made once. */
export async function vorbisOf(seconds: number): Promise<Buffer> {
	const file = made.get(seconds) ?? encoded(seconds);
	made.set(seconds, file);
	return Buffer.from(await file);
}

async function encoded(seconds: number): Promise<Buffer> {
	const { createOggEncoder } = await import('wasm-media-encoders');
	const encoder = await createOggEncoder();
	encoder.configure({ sampleRate: SAMPLE_RATE, channels: 1, vbrQuality: 3 });
	let state = 1;
	const sound = Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, at) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
		const isHeard = at % BURST.every < BURST.samples && at % PAUSE.every < PAUSE.after;
		return isHeard ? state / 2 ** 32 : 0;
	});
	const body = Buffer.from(encoder.encode([sound]));
	return Buffer.concat([body, Buffer.from(encoder.finalize())]);
}
