import { endianness } from 'node:os';

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
	const second = secondOf(PITCHES[text.length % PITCHES.length] ?? 440, sampleRate);
	for (let at = 0; at < samples.length; at += sampleRate) {
		samples.set(second.subarray(0, samples.length - at), at);
	}
	return { samples, sampleRate };
}

const seconds = new Map<string, Int16Array>();

/** A second of a pitch; made once. */
function secondOf(pitch: number, sampleRate: number): Int16Array {
	const key = `${pitch} ${sampleRate}`;
	const second =
		seconds.get(key) ??
		Int16Array.from({ length: sampleRate }, (_, at) =>
			Math.round(6000 * Math.sin((2 * Math.PI * pitch * at) / sampleRate)),
		);
	seconds.set(key, second);
	return second;
}

/** Samples as 16-bit little-endian bytes. */
export function toPcm({ samples }: Tone): Buffer {
	const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
	return endianness() === 'LE' ? Buffer.from(bytes) : Buffer.from(bytes).swap16();
}
