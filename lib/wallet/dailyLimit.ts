import { badInput } from '../base/failure';
import { usdcText, usdcUnits } from './usdc';

/** The window of Max Amount per Day, in milliseconds. */
export const DAY_MS = 86_400_000;

/** What a credential without Max Amount per Day allows, in dollars. */
export const USUAL_PER_DAY = 20;

const LABEL = 'Max Amount per Day (USD)';

interface Signed {
	units: bigint;
	/** Unix milliseconds. */
	at: number;
}

/** Every payment this process signed within a day, by wallet and nonce: a service can hide payments, but not from us. */
export const signedPayments = new Map<string, Map<string, Signed>>();
const turns = new Map<string, Promise<unknown>>();

/** Runs the tasks of one wallet one after the other, in the order they came. */
export async function inWalletTurn<T>(address: string, task: () => Promise<T>): Promise<T> {
	const turn = (turns.get(address) ?? Promise.resolve()).then(task, task);
	turns.set(address, turn);
	try {
		return await turn;
	} finally {
		if (turns.get(address) === turn) turns.delete(address);
	}
}

/** Notes a payment before it is sent; the same one counts once. */
export function noteSigned(address: string, nonce: string, payment: Signed): void {
	const payments = signedPayments.get(address) ?? new Map<string, Signed>();
	signedPayments.set(address, payments.set(nonce, payment));
}

/** Max Amount per Day of a credential in base units; undefined when it is 0, no limit. Throws a ServiceFailure for anything else. */
export function dailyMaximum(value: unknown): bigint | undefined {
	if (value === undefined || value === null || value === '') {
		return usdcUnits(USUAL_PER_DAY, LABEL);
	}
	if (Number(value) === 0) return undefined;
	return usdcUnits(value, `${LABEL} of the credential`);
}

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
export function requireDailyLimit({ address, amount, listed, maximum, now }: DailyCheck): void {
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
	const payments = signedPayments.get(address) ?? new Map<string, Signed>();
	let total = 0n;
	for (const [nonce, { units, at }] of payments) {
		if (at < since) payments.delete(nonce);
		else total += units;
	}
	return total;
}
