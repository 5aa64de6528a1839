import { aac } from './aac';
import { flacPlan } from './flac';
import { mp3 } from './mp3';
import { opusPlan } from './opus';
import { pcm } from './pcm';
import { sliced } from './slices';
import { Unjoinable, type Files, type Plan } from './survey';
import { wav } from './wav';

/** By the extension of the file. */
const PLANS = new Map<string, (files: Files) => Promise<Plan>>([
	['aac', sliced(aac)],
	['flac', flacPlan],
	['mp3', sliced(mp3)],
	['ogg', opusPlan],
	['opus', opusPlan],
	['pcm', sliced(pcm)],
	['wav', sliced(wav)],
]);

/**
 * How the files, read one after another, are joined without re-encoding them; by their extension, without a dot.
 * Throws an Unjoinable when the format cannot be joined, or the files differ.
 */
export async function joinPlan(extension: string, files: Files): Promise<Plan> {
	const plan = PLANS.get(extension);
	if (plan !== undefined) return await plan(files);
	throw new Unjoinable(`Files of the type ${extension} cannot be joined without re-encoding them`);
}
