import { createHash } from 'node:crypto';
import { CHAOS_KINDS, type ChaosKind, chaosFault } from './chaosFaults';
import type { Fault } from './faults';
import type { JournalEntry } from './journal';

export interface ChaosOptions {
	seed: number;
	/** Share of the requests that meet trouble, 0 to 1. */
	rate: number;
	/** All of them when not given; one that makes no sense for a path is not used there. */
	kinds?: readonly ChaosKind[];
	/** Only these paths (without `/api/v1`); all of them when not given. */
	paths?: readonly RegExp[];
	/** What makes two requests the same call; without it, all that they ask. Callers that word a call differently then meet the same trouble. */
	callOf?: (entry: JournalEntry) => string;
}

const POLL = /\/retrieve$/;
const MEDIA = /^\/(audio|image|video)\//;
const ONLY: Partial<Record<ChaosKind, RegExp>> = {
	truncated: MEDIA,
	vanished: POLL,
	rejectedPoll: POLL,
};

/**
 * Trouble at a set rate. What happens to a request depends on the seed, on the request itself and on how often this very
 * request came before, and not on the order in which different requests arrive: the same run meets the same trouble.
 */
export class Chaos {
	private readonly tries = new Map<string, number>();

	constructor(
		private readonly options: ChaosOptions,
		private readonly now: () => number,
	) {}

	draw(entry: JournalEntry): Fault | undefined {
		const { seed, rate, paths, kinds = CHAOS_KINDS, callOf = markOf } = this.options;
		if (paths && !paths.some((path) => path.test(entry.path))) return undefined;
		const mark = hash(callOf(entry)).toString('base64');
		const time = (this.tries.get(mark) ?? 0) + 1;
		this.tries.set(mark, time);
		const dice = hash(`${seed} ${mark} ${time}`);
		const roll = (place: number) => dice.readUInt32BE(place * 4) / 2 ** 32;
		if (roll(0) >= rate) return undefined;
		const possible = kinds.filter((kind) => ONLY[kind]?.test(entry.path) ?? true);
		const kind = possible[Math.floor(roll(1) * possible.length)];
		return (
			kind && { kind, ...chaosFault(kind, entry, { now: this.now(), a: roll(2), b: roll(3) }) }
		);
	}
}

/** All that the caller wants; what differs between two tries of the same call (nonces, times) is left out. */
function markOf({ method, path, query, body, files }: JournalEntry): string {
	return JSON.stringify([method, path, query, body, files.map(({ sha256 }) => sha256)]);
}

function hash(text: string): Buffer {
	return createHash('sha256').update(text).digest();
}
