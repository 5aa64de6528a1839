import { isRecord } from '../record';

export type UsageEntry = Record<string, unknown> & { timestamp: string };

export interface UsagePage {
	entries: UsageEntry[];
	/** Undefined on the last page. */
	nextCursor?: string;
}

/** One page of the usage history as JSON (SPECIFICATION, Usage-history response). */
export function usagePage(body: unknown): UsagePage {
	const data = isRecord(body) && Array.isArray(body.data) ? body.data : [];
	const cursor = isRecord(body) ? body.nextCursor : undefined;
	return {
		entries: data
			.filter(isRecord)
			.map((entry) => ({ ...entry, timestamp: String(entry.timestamp) })),
		nextCursor: typeof cursor === 'string' && cursor !== '' ? cursor : undefined,
	};
}
