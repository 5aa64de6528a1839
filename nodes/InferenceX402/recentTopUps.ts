import type { IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../../lib/core/record';
import { caught, ServiceFailure } from '../../lib/core/failure';
import { listEntries } from '../../lib/billing/pages/offsetPages';
import type { Send } from '../../lib/wire/send';
import { canonical } from '../../lib/wallet/challenge';
import { creditedUnits } from '../../lib/wallet/usdc';
import { LARGEST_PAGE, transactionPage } from './transactions';

const TRANSACTIONS_URL = '/x402/transactions/{wallet}';
/** More transactions than a wallet makes in a day; a list that goes on for ever ends here. */
const MOST_PAGES = 200;

/** A top-up as the service lists it; `units` in USDC base units. */
export interface ListedTopUp {
	id: string;
	units: bigint;
	balanceAfter: unknown;
	/** Unix milliseconds; undefined where the time cannot be read. */
	at?: number;
}

/** The top-ups since a moment (Unix milliseconds) that the service lists for the wallet. Throws a ServiceFailure when the list cannot be read. */
export async function recentTopUps(
	options: IHttpRequestOptions,
	send: Send,
	since: number,
): Promise<ListedTopUp[]> {
	const found = new Map<string, ListedTopUp>();
	const fetch = async (page: number, offset: number) => {
		if (page >= MOST_PAGES) throw unreadable(`it is longer than ${offset} entries`);
		const { entries, isLast } = transactionPage(await listed(options, send, offset));
		const recent = entries.filter(({ createdAt }) => (timeOf(createdAt) ?? since) >= since);
		// Charges that come meanwhile move rows to the next page: each counts once.
		for (const topUp of recent.flatMap(topUpOf)) found.set(topUp.id, topUp);
		return { entries, isLast: isLast || recent.length === 0 };
	};
	await listEntries({ wanted: Infinity, fetch });
	return [...found.values()];
}

async function listed(options: IHttpRequestOptions, send: Send, offset: number): Promise<unknown> {
	const { baseURL, timeout, proxy, headers } = options;
	const request = { baseURL, timeout, proxy, headers, disableFollowRedirect: true };
	const qs = { limit: LARGEST_PAGE, offset };
	const answer = await send(
		{ ...request, method: 'GET', url: TRANSACTIONS_URL, qs },
		{ free: true, bucket: TRANSACTIONS_URL },
	).catch(caught);
	// A wallet that the service has never seen.
	if (answer instanceof ServiceFailure && answer.facts.status === 404 && offset === 0)
		return NO_TRANSACTIONS;
	if (answer instanceof ServiceFailure) throw answer;
	const { body } = answer;
	if (isRecord(body) && isRecord(body.data) && Array.isArray(body.data.transactions)) return body;
	throw unreadable('the answer holds no transactions');
}

const NO_TRANSACTIONS = { data: { transactions: [] } };

/** Charges are negative, and refunds are no payments (docs/maintainers/service.md#wallets). */
function topUpOf(row: Record<string, unknown>): ListedTopUp[] {
	const { id, amount, type, balanceAfter, createdAt } = row;
	const units = creditedUnits(amount);
	if (units === undefined && type === 'TOP_UP') throw unreadable('an amount is not a number');
	if (units === undefined || units <= 0n || type === 'REFUND') return [];
	const name =
		typeof id === 'string' && id !== '' ? id.slice(0, 100) : canonical(row).slice(0, 500);
	return [{ id: name, units, balanceAfter, at: timeOf(createdAt) }];
}

function timeOf(createdAt: unknown): number | undefined {
	const at = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
	return Number.isNaN(at) ? undefined : at;
}

function unreadable(reason: string): ServiceFailure {
	return new ServiceFailure(`The transaction list of the wallet could not be read: ${reason}`, {
		kind: 'malformed',
	});
}
