const SECONDS_PER_CHARACTER = 0.02;
const SHORTEST_SECONDS = 0.2;
const PITCHES = [262, 294, 330, 349, 392, 440, 494, 523] as const;

export interface Tone {
	samples: Int16Array;
	sampleRate: number;
}

/** How long a text sounds. */
export function secondsOf(text: string, speed: number): number {
	return (SHORTEST_SECONDS + text.length * SECONDS_PER_CHARACTER) / speed;
}

/** A quiet mono tone; its pitch follows the text, so that two texts sound different. */
export function toneFor(text: string, seconds: number, sampleRate: number): Tone {
	const samples = new Int16Array(Math.round(seconds * sampleRate));
	const pitch = PITCHES[text.length % PITCHES.length] ?? 440;
	for (let i = 0; i < samples.length; i++) {
		samples[i] = Math.round(6000 * Math.sin((2 * Math.PI * pitch * i) / sampleRate));
	}
	return { samples, sampleRate };
}

/** Samples as 16-bit little-endian bytes. */
export function toPcm({ samples }: Tone): Buffer {
	const bytes = Buffer.alloc(samples.length * 2);
	samples.forEach((sample, index) => bytes.writeInt16LE(sample, index * 2));
	return bytes;
}
