import { isRecord } from '../../lib/core/record';
import { failureOrRethrow, ServiceFailure } from '../../lib/core/failure';
import { collectListEntries } from '../../lib/billing/pages/offsetPages';
import type { Item } from '../../lib/run/item';
import { canonicalJson } from '../../lib/wallet/challenge';
import { unitsOfServiceAmount } from '../../lib/wallet/usdc';
import { verdictOf } from '../../lib/wire/errors/verdict';
import { MAX_TRANSACTIONS_PER_PAGE, transactionPage } from './transactions';

const TRANSACTIONS_URL = '/x402/transactions/{wallet}';
/** More transactions than a wallet makes in a day; a list that goes on for ever ends here. */
const MAX_TRANSACTION_PAGES = 200;

/** A top-up as the service lists it; `units` in USDC base units. */
export interface ListedTopUp {
	id: string;
	units: bigint;
	balanceAfter: unknown;
	/** Unix milliseconds; undefined where the time cannot be read. */
	at?: number;
}

/** The top-ups since a moment (Unix milliseconds) that the service lists for the wallet. Throws a ServiceFailure when the list cannot be read. */
export async function readRecentTopUps(
	item: Pick<Item, 'request' | 'send'>,
	since: number,
): Promise<ListedTopUp[]> {
	const foundTopUps = new Map<string, ListedTopUp>();
	const fetch = async (page: number, offset: number) => {
		if (page >= MAX_TRANSACTION_PAGES)
			throw unreadableListFailure(`it is longer than ${offset} entries`);
		const { entries, isLast } = transactionPage(await fetchTransactions(item, offset));
		const recent = entries.filter(({ createdAt }) => (timeMsOf(createdAt) ?? since) >= since);
		// Charges that come meanwhile move rows to the next page: each counts once.
		for (const topUp of recent.flatMap(topUpsInRow)) foundTopUps.set(topUp.id, topUp);
		return { entries, isLast: isLast || recent.length === 0 };
	};
	await collectListEntries({ wanted: Infinity, fetch });
	return [...foundTopUps.values()];
}

async function fetchTransactions(
	{ send, request: built }: Pick<Item, 'request' | 'send'>,
	offset: number,
): Promise<unknown> {
	const { baseURL, timeout, proxy, headers } = built;
	const request = { baseURL, timeout, proxy, headers, disableFollowRedirect: true };
	const qs = { limit: MAX_TRANSACTIONS_PER_PAGE, offset };
	const answer = await send(
		{ ...request, method: 'GET', url: TRANSACTIONS_URL, qs },
		{ free: true, bucket: TRANSACTIONS_URL },
	).catch(failureOrRethrow);
	// A wallet that the service has never seen.
	if (answer instanceof ServiceFailure) {
		if (verdictOf(answer.facts).absent === 'item' && offset === 0) return NO_TRANSACTIONS;
		throw answer;
	}
	const { body } = answer;
	if (isRecord(body) && isRecord(body.data) && Array.isArray(body.data.transactions)) return body;
	throw unreadableListFailure('the answer holds no transactions');
}

const NO_TRANSACTIONS = { data: { transactions: [] } };

/** Charges are negative, and refunds are no payments (docs/maintainers/service.md#wallets). */
function topUpsInRow(row: Record<string, unknown>): ListedTopUp[] {
	const { id, amount, type, balanceAfter, createdAt } = row;
	const units = unitsOfServiceAmount(amount);
	if (units === undefined && type === 'TOP_UP')
		throw unreadableListFailure('an amount is not a number');
	if (units === undefined || units <= 0n || type === 'REFUND') return [];
	const name =
		typeof id === 'string' && id !== '' ? id.slice(0, 100) : canonicalJson(row).slice(0, 500);
	return [{ id: name, units, balanceAfter, at: timeMsOf(createdAt) }];
}

function timeMsOf(createdAt: unknown): number | undefined {
	const at = typeof createdAt === 'string' ? Date.parse(createdAt) : Number.NaN;
	return Number.isNaN(at) ? undefined : at;
}

function unreadableListFailure(reason: string): ServiceFailure {
	return new ServiceFailure(`The transaction list of the wallet could not be read: ${reason}`, {
		kind: 'malformed',
	});
}
