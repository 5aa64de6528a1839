import { isRecord } from '../record';
import { ServiceFailure } from '../transport/errors/failure';

export type UsageEntry = Record<string, unknown> & { timestamp: string };

export interface UsagePage {
	entries: UsageEntry[];
	/** Undefined on the last page. */
	nextCursor?: string;
}

/**
 * One page of the usage history as JSON (docs/service.md#usage-history). Throws a ServiceFailure when it is none, since what is
 * taken for an empty page would be passed over for good, or counted as no spend.
 */
export function usagePage(body: unknown): UsagePage {
	const { data, nextCursor: cursor } = isRecord(body) ? body : {};
	if (!Array.isArray(data) || !data.every(isRecord)) throw noPage('no list of entries', body);
	if (cursor !== undefined && cursor !== null && typeof cursor !== 'string') {
		throw noPage('a cursor that is no text', body);
	}
	return {
		entries: data.map((entry) => ({ ...entry, timestamp: String(entry.timestamp) })),
		nextCursor: typeof cursor === 'string' && cursor !== '' ? cursor : undefined,
	};
}

function noPage(what: string, body: unknown): ServiceFailure {
	const begin = JSON.stringify(body)?.slice(0, 120);
	return new ServiceFailure(`The service sent a page of the usage history with ${what}: ${begin}`, {
		kind: 'malformed',
		status: 200,
		cure: 'Check that the Base URL of the credential is that of the service, and try again later.',
	});
}
