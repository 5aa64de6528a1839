import { badInput } from '../core/failure';
import { guardValue } from '../fields/readParameter';
import { usdcText, usdcUnits } from './usdc';

/** The window of Max Amount per Day, in milliseconds. */
export const DAY_MS = 86_400_000;

/** What a credential without Max Amount per Day allows, in dollars. */
export const DEFAULT_USD_PER_DAY = 20;

const DAILY_LIMIT_LABEL = 'Max Amount per Day (USD)';

interface PaymentRecord {
	units: bigint;
	/** Unix milliseconds. */
	at: number;
	/** When it can no longer be settled, in Unix milliseconds. */
	until: number;
	isSettled?: boolean;
}

/** Every payment this process signed within a day, by wallet and nonce: a service can hide payments, but not from us. */
export const signedPayments = new Map<string, Map<string, PaymentRecord>>();
const walletTurns = new Map<string, Promise<unknown>>();

/** Runs the tasks of one wallet one after the other, in the order they came. */
export async function inWalletTurn<T>(address: string, task: () => Promise<T>): Promise<T> {
	const turn = (walletTurns.get(address) ?? Promise.resolve()).then(task, task);
	walletTurns.set(address, turn);
	try {
		return await turn;
	} finally {
		if (walletTurns.get(address) === turn) walletTurns.delete(address);
	}
}

/** Notes a payment before it is sent; the same one counts once. */
export function noteSigned(address: string, nonce: string, payment: PaymentRecord): void {
	const payments = signedPayments.get(address) ?? new Map<string, PaymentRecord>();
	signedPayments.set(address, payments.set(nonce, payment));
}

/** Notes that a payment is settled, so that nothing waits for it. */
export function noteSettled(address: string, nonce: string): void {
	const signed = signedPayments.get(address)?.get(nonce);
	if (signed !== undefined) signed.isSettled = true;
}

/** Throws a ServiceFailure while a payment of the wallet that was signed here can still be settled: another one could pay twice. */
export function requireNoOpenPayment(address: string, now: number): void {
	const payments = [...(signedPayments.get(address)?.values() ?? [])];
	const open = payments.find(({ until, isSettled }) => isSettled !== true && now < until);
	if (open === undefined) return;
	const until = new Date(open.until).toISOString();
	throw badInput(
		`Nothing was signed: an earlier payment of ${usdcText(open.units)} USD from this wallet is not confirmed, and the service can still settle it until ${until}`,
		`Wait until ${until}, then look at Transaction > Get Many.`,
	);
}

/**
 * Max Amount per Day of a credential in base units: undefined when it is 0, no limit, and the usual one where the credential has none.
 * Throws a ServiceFailure for anything else.
 */
export function dailyMaximumUnits(credential: Record<string, unknown>): bigint | undefined {
	const cure = 'For no limit, set it to 0.';
	const value = guardValue(credential, 'maxPerDay', DAILY_LIMIT_LABEL, cure) ?? DEFAULT_USD_PER_DAY;
	if (value === 0 || (typeof value === 'string' && ZERO_AMOUNT.test(value.trim())))
		return undefined;
	return usdcUnits(value, `${DAILY_LIMIT_LABEL} of the credential`);
}

/** As an expression may write it. Nothing else that JavaScript takes for 0 lifts the limit. */
const ZERO_AMOUNT = /^0+(\.0*)?$/;

export interface DailyCheck {
	address: string;
	/** Base units of the payment to be signed. */
	amount: bigint;
	/** What the service lists for the past day, in base units. */
	listed: bigint;
	maximum: bigint;
	/** Unix milliseconds. */
	now: number;
}

/** Throws a ServiceFailure when a payment would take the wallet over its Max Amount per Day. */
export function requireWithinDailyLimit({
	address,
	amount,
	listed,
	maximum,
	now,
}: DailyCheck): void {
	const own = signedSince(address, now - DAY_MS);
	const spent = own > listed ? own : listed;
	if (spent + amount <= maximum) return;
	throw badInput(
		`Nothing was signed: a top-up of ${usdcText(amount)} USD would exceed the Max Amount per Day of ${usdcText(maximum)} USD. Within the last 24 hours the service lists top-ups of ${usdcText(listed)} USD, and this n8n signed payments of ${usdcText(own)} USD`,
		'Wait, or raise Max Amount per Day in the credential.',
	);
}

/** A payment that the service refused counts too: it could still have redeemed it. */
function signedSince(address: string, since: number): bigint {
	const payments = signedPayments.get(address) ?? new Map<string, PaymentRecord>();
	let total = 0n;
	for (const [nonce, { units, at }] of payments) {
		if (at < since) payments.delete(nonce);
		else total += units;
	}
	return total;
}
