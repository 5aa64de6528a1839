import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { clock, wait } from '../../lib/core/clock';
import { caught, isCancelled, ServiceFailure } from '../../lib/core/failure';
import { requireSuccess } from '../../lib/wire/exchange';
import { sendWithoutCredential } from '../../lib/wire/sendWithoutCredential';
import { withRetry } from '../../lib/wire/retry';
import type { Send } from '../../lib/wire/send';
import { confirmation } from '../../lib/wallet/confirmation';
import { noteSigned } from '../../lib/wallet/dailyLimit';
import { topUpRequest } from './advertised';
import { lapsesAt, unconfirmed, type PaymentTask } from './paymentTask';
import { recentTopUps, type ListedTopUp } from './recentTopUps';

const RETRIES = { maxTries: 3, maxWaitMs: 60_000 };
/** A payment that was accepted may be listed a little later. */
const MOST_LOOK_UPS = 3;
const BETWEEN_LOOKS_MS = 2_000;
/** How far the times of the list may be from ours: sign-ins allow half a minute. */
const CLOCK_LEEWAY_MS = 60_000;

/** What the output says of a settled payment. */
export interface Settled {
	amountCredited: number;
	newBalance: number | null;
	paymentId: string | null;
	transaction: string | null;
	/** Who says so: the answer to the payment, or the transaction list. */
	confirmedBy: 'answer' | 'transactions';
}

/**
 * Sends the payment and finds out what became of it: only the service's word with the whole amount is success; anything
 * else is looked up in the transaction list. Throws a ServiceFailure that says whether the payment was settled, not settled, or unknown.
 */
export async function settlePayment(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
	task: PaymentTask,
): Promise<Settled> {
	const { offer, isNew } = task;
	const isOver = !isNew && clock.now() >= lapsesAt(task);
	const answer = isOver ? PAYMENT_EXPIRED : await answerTo(context, options, task);
	if (!(answer instanceof ServiceFailure) && 'settled' in answer) return answer.settled;
	if (isCancelled(answer)) throw unconfirmed(answer, task, undefined);
	const looks = isOver || isRefusal(answer) ? 1 : MOST_LOOK_UPS;
	const signal = context.getExecutionCancelSignal();
	const found = await lookUp(options, send, task, looks, signal).catch(caught);
	if (found instanceof ServiceFailure) throw unconfirmed(answer, task, found);
	const match = found.find(({ units }) => units === offer.amount);
	if (match === undefined) throw unconfirmed(answer, task, found);
	return {
		amountCredited: Number(match.units) / 1e6,
		newBalance: typeof match.balanceAfter === 'number' ? match.balanceAfter : null,
		paymentId: null,
		transaction: null,
		confirmedBy: 'transactions',
	};
}

const PAYMENT_EXPIRED = new ServiceFailure('the payment expired before the service confirmed it', {
	kind: 'refused',
});

/** Sends the payment; after a time-out or trouble at the service the very same one again, never another (docs/maintainers/service.md#wallets: it settles once). */
async function answerTo(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	task: PaymentTask,
): Promise<{ settled: Settled } | ServiceFailure> {
	const { offer, header, payment } = task;
	const request = topUpRequest(options);
	request.headers = { ...request.headers, [header.name]: header.value };
	const signal = context.getExecutionCancelSignal();
	noteSigned(payment.wallet, payment.nonce, {
		...{ units: offer.amount, at: payment.signedAt, until: lapsesAt(task) },
	});
	const sendOnce = async () => await requireSuccess(await sendWithoutCredential(context, request));
	const policy = { ...RETRIES, repeatable: true, signal };
	const response = await withRetry(sendOnce, policy).catch(caught);
	if (response instanceof ServiceFailure) return response;
	const read = confirmation(response, {
		amount: offer.amount,
		wallet: payment.wallet,
	});
	if ('doubt' in read) {
		return new ServiceFailure(read.doubt, { kind: 'malformed', status: response.statusCode });
	}
	return { settled: { ...read, confirmedBy: 'answer' } };
}

/** The top-ups of the time in which the payment could settle, without those listed before it was signed. */
async function lookUp(
	options: IHttpRequestOptions,
	send: Send,
	task: PaymentTask,
	looks: number,
	signal: AbortSignal | undefined,
): Promise<ListedTopUp[]> {
	const { offer, payment } = task;
	for (let look = 1; ; look++) {
		const topUps = await recentTopUps(options, send, payment.signedAt - CLOCK_LEEWAY_MS);
		const until = lapsesAt(task);
		const fresh = topUps.filter(
			({ id, at = until }) => at <= until && !payment.listed.includes(id),
		);
		const isSettled = fresh.some(({ units }) => units === offer.amount);
		if (isSettled || look >= looks || signal?.aborted) return fresh;
		await wait(BETWEEN_LOOKS_MS, signal);
	}
}

function isRefusal(answer: unknown): boolean {
	const status = answer instanceof ServiceFailure ? (answer.facts.status ?? 0) : 0;
	// After 402 the facilitator may still settle it.
	return status >= 400 && status < 500 && status !== 402 && status !== 409;
}
