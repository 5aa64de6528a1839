import { clock } from '../core/clock';
import type { PromptSize } from './expectedUsage';

/** More than the service was seen to add to a prompt on its own. */
const MOST_ADDED_TOKENS = 2_500;
/** A text has no more or fewer tokens than so many times those that are counted. */
const RATIO = { least: 0.5, most: 4 };
/** One dear answer must not hold back short ones for longer. */
const REMEMBERED_MS = 3_600_000;
/** More models and accounts than one process uses. */
const MAX_KINDS = 1_000;

interface SeenPrompt {
	text: number;
	charged: number;
}

/** What answers have shown of the charges of one kind of call, to one model, for one account. */
export class SeenCharges {
	/** What the last call was charged, in USD. */
	lastUsd?: number;

	private shortest?: SeenPrompt;
	private longest?: SeenPrompt;
	private excess = { usd: 0, at: 0 };
	private isSeen = false;
	private firstCall?: Promise<void>;

	/** How many tokens a prompt is probably charged: what was added to the shortest one that was seen, and the rest in proportion to the longest. */
	promptTokens({ text, files, own }: PromptSize): number {
		const { shortest, longest } = this;
		if (shortest === undefined || longest === undefined) return text + files + own;
		const added = within(0, shortest.charged - shortest.text, MOST_ADDED_TOKENS);
		const ratio = within(RATIO.least, (longest.charged - added) / longest.text, RATIO.most);
		return Math.ceil(added + ratio * text + files);
	}
	notePrompt({ text, files }: PromptSize, charged: unknown): void {
		if (files > 0 || text === 0 || typeof charged !== 'number') return;
		const seen = { text, charged };
		if (text <= (this.shortest?.text ?? Infinity)) this.shortest = seen;
		if (text >= (this.longest?.text ?? 0)) this.longest = seen;
	}

	/** By how much charges have been above their estimate, in USD, at most. */
	get excessUsd(): number {
		return clock.now() - this.excess.at < REMEMBERED_MS ? this.excess.usd : 0;
	}

	noteCharge(usd: number, estimatedUsd: number): void {
		this.lastUsd = usd;
		if (usd - estimatedUsd >= this.excessUsd)
			this.excess = { usd: usd - estimatedUsd, at: clock.now() };
	}

	/** Notes that a call was answered, whether or not its charge is known. */
	noteAnswer(): void {
		this.isSeen = true;
	}

	/** Waits for the first call, unless that is this one; returns what lets the next go. */
	async waitForFirst(signal: AbortSignal | undefined): Promise<() => void> {
		while (!this.isSeen && this.firstCall !== undefined && signal?.aborted !== true)
			await endOf(this.firstCall, signal);
		if (this.isSeen || signal?.aborted === true) return () => undefined;
		let finish = (): void => undefined;
		this.firstCall = new Promise((resolve) => {
			finish = () => {
				this.firstCall = undefined;
				resolve();
			};
		});
		return finish;
	}
}

/** By account, kind and model. */
export const chargesSeen = new Map<string, SeenCharges>();

export function seenChargesOf(key: string): SeenCharges {
	const known = chargesSeen.get(key) ?? new SeenCharges();
	chargesSeen.delete(key);
	chargesSeen.set(key, known);
	const [oldest] = chargesSeen.keys();
	if (chargesSeen.size > MAX_KINDS && oldest !== undefined) chargesSeen.delete(oldest);
	return known;
}

function within(least: number, value: number, most: number): number {
	return Math.min(most, Math.max(least, value));
}

async function endOf(call: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
	await new Promise<void>((resolve) => {
		const end = () => {
			signal?.removeEventListener('abort', end);
			resolve();
		};
		signal?.addEventListener('abort', end);
		void call.then(end);
	});
}
