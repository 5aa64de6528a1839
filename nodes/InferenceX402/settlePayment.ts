import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { wait } from '../../lib/core/clock';
import { failureOrRethrow, isCancelled, ServiceFailure } from '../../lib/core/failure';
import { requireSuccess } from '../../lib/wire/exchange';
import { sendWithoutCredential } from '../../lib/wire/sendWithoutCredential';
import { withRetry } from '../../lib/wire/retry';
import type { Item } from '../../lib/run/item';
import { confirmationOf } from '../../lib/wallet/confirmation';
import { noteSigned } from '../../lib/wallet/dailyLimit';
import { createTopUpRequest } from './fetchPaymentRequired';
import {
	hasPaymentLapsed,
	paymentLapsesAt,
	unconfirmedPaymentFailure,
	type PaymentTask,
} from './paymentTask';
import { readRecentTopUps, type ListedTopUp } from './recentTopUps';

const PAYMENT_RETRIES = { maxTries: 3, maxWaitMs: 60_000 };
/** A payment that was accepted may be listed a little later. */
const MAX_LOOK_UPS = 3;
const LOOK_UP_INTERVAL_MS = 2_000;
/** How far the times of the list may be from ours: sign-ins allow half a minute. */
const CLOCK_LEEWAY_MS = 60_000;

export interface SettledPayment {
	amountCredited: number;
	balanceUsd: number | null;
	paymentId: string | null;
	transaction: string | null;
	/** Who says so: the answer to the payment, or the transaction list. */
	confirmedBy: 'answer' | 'transactions';
}

/**
 * Sends the payment and finds out what became of it: only the service's word with the whole amount is success; anything
 * else is looked up in the transaction list. Throws a ServiceFailure that says whether the payment was settled, not settled, or unknown.
 */
export async function settlePayment(item: Item, task: PaymentTask): Promise<SettledPayment> {
	const { context, request } = item;
	const { offer, isNew } = task;
	const hasLapsed = !isNew && hasPaymentLapsed(task);
	const answer = hasLapsed ? PAYMENT_EXPIRED : await sendPayment(context, request, task);
	if (!(answer instanceof ServiceFailure) && 'settled' in answer) return answer.settled;
	if (isCancelled(answer)) throw unconfirmedPaymentFailure(answer, task, undefined);
	const looks = hasLapsed || isFinalRefusal(answer) ? 1 : MAX_LOOK_UPS;
	const found = await findNewTopUps(item, task, looks).catch(failureOrRethrow);
	if (found instanceof ServiceFailure) throw unconfirmedPaymentFailure(answer, task, found);
	const match = found.find(({ units }) => units === offer.amount);
	if (match === undefined) throw unconfirmedPaymentFailure(answer, task, found);
	return {
		amountCredited: Number(match.units) / 1e6,
		balanceUsd: typeof match.balanceAfter === 'number' ? match.balanceAfter : null,
		paymentId: null,
		transaction: null,
		confirmedBy: 'transactions',
	};
}

const PAYMENT_EXPIRED = new ServiceFailure('the payment expired before the service confirmed it', {
	kind: 'refused',
});

/** Sends the payment; after a time-out or trouble at the service the very same one again, never another (docs/maintainers/service.md#wallets: it settles once). */
async function sendPayment(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	task: PaymentTask,
): Promise<{ settled: SettledPayment } | ServiceFailure> {
	const { offer, header, payment } = task;
	const request = createTopUpRequest(options);
	request.headers = { ...request.headers, [header.name]: header.value };
	const signal = context.getExecutionCancelSignal();
	noteSigned(payment.wallet, payment.nonce, {
		...{ units: offer.amount, at: payment.signedAt, until: paymentLapsesAt(task) },
	});
	const sendOnce = async () => await requireSuccess(await sendWithoutCredential(context, request));
	const policy = { ...PAYMENT_RETRIES, repeatable: true, signal };
	const response = await withRetry(sendOnce, policy).catch(failureOrRethrow);
	if (response instanceof ServiceFailure) return response;
	const read = confirmationOf(response, {
		amount: offer.amount,
		wallet: payment.wallet,
	});
	if ('doubt' in read) {
		return new ServiceFailure(read.doubt, { kind: 'malformed', status: response.statusCode });
	}
	return { settled: { ...read, confirmedBy: 'answer' } };
}

/** The top-ups of the time in which the payment could settle, without those listed before it was signed. */
async function findNewTopUps(
	item: Item,
	task: PaymentTask,
	maxLookUps: number,
): Promise<ListedTopUp[]> {
	const { offer, payment } = task;
	const signal = item.context.getExecutionCancelSignal();
	for (let look = 1; ; look++) {
		const topUps = await readRecentTopUps(item, payment.signedAt - CLOCK_LEEWAY_MS);
		const until = paymentLapsesAt(task);
		const newTopUps = topUps.filter(
			({ id, at = until }) => at <= until && !payment.listed.includes(id),
		);
		const isSettled = newTopUps.some(({ units }) => units === offer.amount);
		if (isSettled || look >= maxLookUps || signal?.aborted) return newTopUps;
		await wait(LOOK_UP_INTERVAL_MS, signal);
	}
}

function isFinalRefusal(answer: unknown): boolean {
	const status = answer instanceof ServiceFailure ? (answer.facts.status ?? 0) : 0;
	// After 402 the facilitator may still settle it.
	return status >= 400 && status < 500 && status !== 402 && status !== 409;
}
