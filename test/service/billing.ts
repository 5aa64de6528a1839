import type { Account } from './auth';
import type { Currency, InferenceDetails, UsageEntry } from './usage/entry';

/** One paid call, however many lines it has in the usage history. `usd` is positive. */
export interface Charge {
	at: number;
	user: string;
	path: string;
	requestId: string;
	currency: Currency;
	usd: number;
}

export interface Line {
	sku: string;
	units: number;
	pricePerUnitUsd: number;
}

/** Takes the money for a call (staked credit first) and gives its cost in both currencies. */
export function settle(
	account: Account,
	lines: readonly Line[],
	call: { at: number; path: string; inferenceDetails: InferenceDetails },
): { charge: Charge; entries: UsageEntry[]; cost: { usd: number; diem: number } } {
	const total = round(lines.reduce((sum, line) => sum + line.units * line.pricePerUnitUsd, 0));
	const diem = account.balances.diem >= total && account.balances.diem > 0;
	const currency = diem ? 'DIEM' : 'USD';
	const purse = diem ? 'diem' : 'usd';
	account.balances[purse] = round(Math.max(0, account.balances[purse] - total));
	const { at, path, inferenceDetails } = call;
	const entries = lines.map((line) => ({
		...line,
		amount: -round(line.units * line.pricePerUnitUsd),
		currency,
		inferenceDetails,
		notes: 'API Inference',
		timestamp: new Date(at).toISOString(),
	})) satisfies UsageEntry[];
	const { requestId } = inferenceDetails;
	account.wallet?.note(total, { requestId });
	return {
		charge: { at, user: account.id, path, requestId, currency, usd: total },
		entries,
		cost: diem ? { usd: 0, diem: total } : { usd: total, diem: 0 },
	};
}

function round(amount: number): number {
	return Number(amount.toFixed(10));
}
