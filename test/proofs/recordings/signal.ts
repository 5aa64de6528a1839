import { readFileSync, writeFileSync } from 'node:fs';
import type { HeardWord } from '../../service/hearing/recognizer';
import { toWav } from '../../service/media/wav';
import { run } from './tools';

/** Each second says its number, modulo 256: two tones, one for each half of the byte, and then a pause. */
const RATE = 16_000;
const SAID_SECONDS = 0.7;
const DIGITS = 16;
const LOW = { from: 420, step: 70 };
const HIGH = { from: 1700, step: 110 };
const WINDOW = 640;
const LEVEL = 9000;
const SHORTEST_SECONDS = 0.25;
/** Of the energy of a window, what both tones have at least. */
const SURE = 0.35;
const AUDIBLE = 400;

const frequency = ({ from, step }: typeof LOW, digit: number) => from + step * digit;

/** Writes a WAV file in which so many seconds say their numbers, in as many channels, with some noise so that it is not too easy to code. */
export function writeSignal(file: string, seconds: number, sampleRate: number, first = 0): void {
	const samples = new Int16Array(seconds * sampleRate);
	let noise = 7;
	for (let at = 0; at < samples.length; at++) {
		const time = at / sampleRate;
		const second = Math.floor(time) + first;
		noise = (noise * 48_271) % 0x7fff_ffff;
		let level = (noise % 21) - 10;
		if (time % 1 < SAID_SECONDS) {
			const digits = [(second >> 4) % DIGITS, second % DIGITS];
			for (const [index, band] of [LOW, HIGH].entries()) {
				level += LEVEL * Math.sin(2 * Math.PI * frequency(band, digits[index] ?? 0) * time);
			}
		}
		samples[at] = level;
	}
	writeFileSync(file, toWav({ samples, sampleRate }));
}

/** The numbers that ffmpeg's decoder makes audible in a file, with their times; what it skips in time is silence. */
export async function heardIn(file: string, ...input: string[]): Promise<HeardWord[]> {
	const filter = 'aresample=async=1000:first_pts=0';
	const format = ['-f', 's16le', '-ac', '1', '-ar', String(RATE), '-'];
	// ffmpeg's own decoder of Opus overshoots with some pure tones; libopus is the reference.
	const decoder = readFileSync(file).includes('OpusHead') ? ['-c:a', 'libopus'] : [];
	const source = ['-v', 'quiet', ...input, ...decoder, '-i', file, '-vn', '-af', filter];
	const pcm = await run('ffmpeg', ...source, ...format).catch(() => Buffer.alloc(0));
	return words(new Int16Array(Uint8Array.from(pcm).buffer, 0, pcm.length >> 1));
}

function words(samples: Int16Array): HeardWord[] {
	const found: Array<HeardWord & { windows: number }> = [];
	let open: (HeardWord & { windows: number }) | undefined;
	for (let at = 0; at + WINDOW <= samples.length; at += WINDOW) {
		const number = numberIn(samples.subarray(at, at + WINDOW));
		const [start, end] = [at / RATE, (at + WINDOW) / RATE];
		if (number === undefined) {
			if (open !== undefined && start - open.end > 0.15) open = undefined;
		} else if (open?.word === `n${number}`) Object.assign(open, { end, windows: open.windows + 1 });
		else found.push((open = { word: `n${number}`, start, end, windows: 1 }));
	}
	return found
		.filter(({ windows }) => (windows * WINDOW) / RATE >= SHORTEST_SECONDS)
		.map(({ word, start, end }) => ({ word, start, end }));
}

function numberIn(samples: Int16Array): number | undefined {
	const energy = samples.reduce((sum, sample) => sum + sample * sample, 0);
	if (energy < AUDIBLE * AUDIBLE * samples.length) return undefined;
	const [low, high] = [loudest(samples, LOW), loudest(samples, HIGH)];
	if (low.power + high.power < SURE * energy || Math.min(low.power, high.power) < energy / 60) {
		return undefined;
	}
	return low.digit * DIGITS + high.digit;
}

function loudest(samples: Int16Array, band: typeof LOW): { digit: number; power: number } {
	let best = { digit: 0, power: 0 };
	for (let digit = 0; digit < DIGITS; digit++) {
		const power = powerAt(samples, frequency(band, digit));
		if (power > best.power) best = { digit, power };
	}
	return best;
}

/** The share of the energy that a frequency has (Goertzel). */
function powerAt(samples: Int16Array, hertz: number): number {
	const factor = 2 * Math.cos((2 * Math.PI * hertz) / RATE);
	let [one, two] = [0, 0];
	for (const sample of samples) [one, two] = [sample + factor * one - two, one];
	return ((one * one + two * two - factor * one * two) * 2) / samples.length;
}
