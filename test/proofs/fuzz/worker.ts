import { parentPort, workerData } from 'node:worker_threads';

import { FUZZERS } from './all';
import { play, type Finding } from './fuzzer';

/** What the main thread and this one share: how many cases were begun, in which round, with which fuzzer, and whether to stop. */
export const SHARED = { begun: 0, round: 1, fuzzer: 2, stop: 3 } as const;

/** One round of one fuzzer. */
export interface Played {
	fuzzer: string;
	ends: Record<string, number>;
	finding?: Finding;
}

/** Plays every fuzzer in turn, each round with the next seed, until the main thread says stop. */
export async function work(): Promise<void> {
	const { seed, shared } = workerData as { seed: number; shared: SharedArrayBuffer };
	const state = new Int32Array(shared);
	for (let round = 0; ; round++) {
		for (const [index, fuzzer] of FUZZERS.entries()) {
			if (Atomics.load(state, SHARED.stop) === 1) return;
			Atomics.store(state, SHARED.round, round);
			Atomics.store(state, SHARED.fuzzer, index);
			const ends = new Map<string, number>();
			const begin = () => void Atomics.add(state, SHARED.begun, 1);
			const finding = await play(fuzzer, { seed: seed + round, runs: fuzzer.runs }, ends, begin);
			const played: Played = { fuzzer: fuzzer.name, ends: Object.fromEntries(ends), finding };
			parentPort?.postMessage(played);
		}
	}
}
