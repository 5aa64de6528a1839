import { ByteReader } from './byteReader';
import { renumbered } from './flacFrame';
import { flacFrames, flacInfo, SMALLEST_BLOCK, streamHead, type FlacInfo } from './flacStream';
import { Unreadable } from './unreadable';
import { surveyAll, Unjoinable, type Files, type OpenFile, type Plan, type Survey } from './survey';

interface FlacSurvey extends Survey {
	info: FlacInfo;
	frames: number;
	samples: number;
	largestBlock: number;
	lastBlock: number;
}

/** FLAC: the frames of all files, each numbered by its first sample, under a header that counts them all (RFC 9639, 9.1). */
export async function flacPlan(files: Files): Promise<Plan> {
	const surveys = await surveyAll(files, survey);
	const kept = surveys.map((one, index) => (index === surveys.length - 1 ? one : inMiddle(one)));
	const samples = kept.reduce((sum, one) => sum + one.samples, 0);
	const largest = Math.max(...kept.map(({ largestBlock }) => largestBlock));
	return {
		async *bytes(open) {
			yield streamHead(surveys[0].info, samples, largest);
			let passed = 0;
			for (const [index, wanted] of kept.entries()) {
				yield* numbered(await framesOf(open, index), wanted, passed);
				passed += wanted.samples;
			}
		},
	};
}

async function survey(bytes: Buffer): Promise<FlacSurvey> {
	const reader = new ByteReader([bytes]);
	const info = await flacInfo(reader);
	const sound = `FLAC, ${info.rate} Hz, ${info.channels} ch, ${info.bits} bits`;
	const found = { sound, info, frames: 0, samples: 0, largestBlock: 0, lastBlock: 0 };
	for await (const { samples } of flacFrames(reader)) {
		found.frames++;
		found.samples += samples;
		found.largestBlock = Math.max(found.largestBlock, samples);
		found.lastBlock = samples;
	}
	if (found.frames === 0) throw new Unreadable('has no sound');
	return found;
}

/** Only the last block of a stream may be that short; it lasts less than a millisecond. */
function inMiddle(one: FlacSurvey): FlacSurvey {
	if (one.lastBlock >= SMALLEST_BLOCK) return one;
	return { ...one, frames: one.frames - 1, samples: one.samples - one.lastBlock };
}

async function framesOf(open: OpenFile, index: number) {
	const reader = new ByteReader(await open(index));
	await flacInfo(reader);
	return flacFrames(reader);
}

async function* numbered(
	frames: ReturnType<typeof flacFrames>,
	wanted: FlacSurvey,
	before: number,
): AsyncGenerator<Buffer> {
	let [count, passed] = [0, 0];
	for await (const { bytes, samples } of frames) {
		if (count === wanted.frames) break;
		yield renumbered(bytes, before + passed, true);
		count++;
		passed += samples;
	}
	if (passed !== wanted.samples) throw new Unjoinable('A part changed while it was joined');
}
