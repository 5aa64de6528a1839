import type { UsageCharge } from './usageEntry';

/** How many requests were charged, and the tokens that went in and came out. */
export interface RequestCounts {
	calls: number;
	promptTokens: number;
	completionTokens: number;
}

interface SeenRequest {
	at: number;
	promptTokens: number;
	completionTokens: number;
	counts: RequestCounts;
}

/** Entries of one request come at nearly the same time; the ID is forgotten after this time, so that memory stays flat. */
const REMEMBERED_MS = 10 * 60_000;

export const zeroCounts = (): RequestCounts => ({ calls: 0, promptTokens: 0, completionTokens: 0 });

/**
 * Counts each request once, although input and output are entries of their own that carry the same ID and the same token counts
 * (docs/maintainers/service.md#usage-history). A request has as many tokens as the largest number among its entries. Entries must come in order of time.
 */
export class RecentRequests {
	private readonly seenByKey = new Map<string, SeenRequest>();

	/** Counts the request of an entry within a scope, such as a currency, into the counts of its first entry there. */
	countOnce(scope: string, charge: UsageCharge, counts: RequestCounts): void {
		const { requestId } = charge;
		if (requestId === undefined) return;
		this.forgetBefore(charge.at - REMEMBERED_MS);
		const key = `${scope}\n${requestId}`;
		const known = this.seenByKey.get(key);
		const seen = known ?? { at: 0, promptTokens: 0, completionTokens: 0, counts };
		if (known === undefined) counts.calls++;
		else this.seenByKey.delete(key);
		for (const kind of ['promptTokens', 'completionTokens'] as const) {
			const more = Math.max(0, charge[kind] - seen[kind]);
			seen[kind] += more;
			seen.counts[kind] += more;
		}
		seen.at = charge.at;
		this.seenByKey.set(key, seen);
	}

	get size(): number {
		return this.seenByKey.size;
	}

	private forgetBefore(before: number): void {
		for (const [key, { at }] of this.seenByKey) {
			if (at >= before) return;
			this.seenByKey.delete(key);
		}
	}
}
