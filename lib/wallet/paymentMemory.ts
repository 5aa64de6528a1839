import { z } from 'zod';

import { isRecord } from '../core/record';
import { badInput } from '../core/failure';
import { usdcText } from './usdc';

/**
 * All parts of a payment but its signature, kept with the data of the execution: signing it again produces the same
 * bytes, and without the private key it pays nothing.
 */
export interface PinnedPayment {
	wallet: string;
	/** 32 bytes in hex. */
	nonce: string;
	/** Unix milliseconds. */
	signedAt: number;
	/** USDC base units. */
	amount: string;
	/** The entry of `accepts`, as it is sent back. */
	accepted: Record<string, unknown>;
	/** Solana: the block hash, unless the entry brings one. */
	blockhash?: string;
	/** The transactions that the service listed before the payment was signed. */
	listed: string[];
	/** What the node returned for it, once it was settled. */
	result?: Record<string, unknown>;
}

/** The payments of one node in one execution, by the place of their item; `store` is kept by n8n with the execution. */
export class PaymentMemory {
	constructor(private readonly store: Record<string, unknown>) {}

	paymentAt(place: string): PinnedPayment | undefined {
		return Object.hasOwn(this.payments, place) ? readPinned(this.payments[place]) : undefined;
	}

	/** Keeps a payment, before it is sent and again when it was settled. */
	savePayment(place: string, payment: PinnedPayment): void {
		this.payments[place] = { ...payment };
	}

	/** Throws a ServiceFailure when one more payment would take the execution over its maximum; amounts in base units. */
	requireWithinMaximum(amount: bigint, maximum: bigint): void {
		const kept = Object.keys(this.payments).map((place) => this.paymentAt(place)?.amount ?? '0');
		const spent = kept.reduce((total, units) => total + BigInt(units), 0n);
		if (spent + amount <= maximum) return;
		throw badInput(
			`Nothing was signed: a top-up of ${usdcText(amount)} USD, after ${usdcText(spent)} USD in this execution, would exceed the ${usdcText(maximum)} of Never Pay More Than (USD), which holds for all items together`,
			'Raise Never Pay More Than (USD) to what all items may pay together, or top up less.',
		);
	}

	private get payments(): Record<string, unknown> {
		const { payments } = this.store;
		if (isRecord(payments)) return payments;
		const fresh = {};
		this.store.payments = fresh;
		return fresh;
	}
}

const PINNED_PAYMENT = z.object({
	wallet: z.string(),
	nonce: z.string().regex(/^[0-9a-f]{64}$/),
	signedAt: z.number(),
	amount: z.string().regex(/^\d{1,18}$/),
	accepted: z.record(z.unknown()),
	listed: z.array(z.unknown().transform(String)).catch([]),
	blockhash: z.string().optional().catch(undefined),
	result: z.record(z.unknown()).optional().catch(undefined),
});

/** What was stored is data like any other; a payment that cannot be read must not be made a second time. */
function readPinned(value: unknown): PinnedPayment {
	const read = PINNED_PAYMENT.safeParse(value);
	if (read.success) return read.data;
	throw badInput(
		'Nothing was signed: the payment that this execution keeps cannot be read',
		'Check Transaction > Get Many to see whether it was made, then start a new execution.',
	);
}
