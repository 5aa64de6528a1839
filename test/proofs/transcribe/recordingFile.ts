import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { lecture } from '../../service/hearing/lecture';
import { SAMPLE_RATE, type SpokenWord } from '../../service/hearing/vocabulary';
import { toPcm } from '../../service/media/tone';
import { toWav } from '../../service/media/wav';

export interface Speech {
	seed: number;
	seconds: number;
	/** Without them the speaker never stops long enough for a cut. */
	pauses: boolean;
	/** Between two words, where the speaker never stops. */
	gapSeconds?: number;
}

/** What is said, and when each word starts, in seconds. */
export interface Reference {
	words: string[];
	starts: number[];
	seconds: number;
}

const SHORTEST_GAP = 0.07;
const PIECE = 1 << 20;

/** Writes a speech to a WAV file, piece by piece, and returns what is said in it. */
export async function writeSpeech(
	file: string,
	vocabulary: readonly SpokenWord[],
	{ seed, seconds, pauses, gapSeconds = SHORTEST_GAP }: Speech,
): Promise<Reference> {
	const said: Reference = { words: [], starts: [], seconds: 0 };
	const options = { seed, seconds, ...(pauses ? {} : { gapSeconds, pauseSeconds: gapSeconds }) };
	let samples = 0;
	function* bytes() {
		const head = toWav({ samples: new Int16Array(0), sampleRate: SAMPLE_RATE });
		// The size is not known before the speech has ended.
		yield head.fill(0xff, 40, 44);
		let waiting: Buffer[] = [];
		let size = 0;
		for (const spoken of lecture(vocabulary, options)) {
			said.words.push(spoken.word);
			said.starts.push(samples / SAMPLE_RATE);
			samples += spoken.samples.length;
			waiting.push(toPcm({ samples: spoken.samples, sampleRate: SAMPLE_RATE }));
			size += spoken.samples.length * 2;
			if (size < PIECE) continue;
			yield Buffer.concat(waiting);
			[waiting, size] = [[], 0];
		}
		yield Buffer.concat(waiting);
	}
	await pipeline(Readable.from(bytes()), createWriteStream(file));
	return { ...said, seconds: samples / SAMPLE_RATE };
}

const run = promisify(execFile);

/** The same recording in another format, by ffmpeg. */
export async function encoded(wav: string, file: string, options: string[]): Promise<void> {
	await run('ffmpeg', ['-v', 'error', '-y', '-i', wav, ...options, file]);
}
