import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { isCancelled, ServiceFailure, failureOrRethrow } from '../../lib/core/failure';
import type { ServiceTime } from '../../lib/core/serviceTime';
import type { Offer } from '../../lib/wallet/offer';
import type { PinnedPayment } from '../../lib/wallet/paymentMemory';
import { usdcText } from '../../lib/wallet/usdc';
import { verdictOf } from '../../lib/wire/errors/verdict';
import { type ListedTopUp, readRecentTopUps } from './recentTopUps';
import { wait } from '../../lib/core/clock';
import { requireSuccess } from '../../lib/wire/exchange';
import { sendWithoutCredential } from '../../lib/wire/sendWithoutCredential';
import { withRetry } from '../../lib/wire/retry';
import type { Item } from '../../lib/run/item';
import { confirmationOf } from '../../lib/wallet/confirmation';
import { noteSigned } from '../../lib/wallet/dailyLimit';
import { createTopUpRequest } from './fetchPaymentRequired';

interface PaymentTask {
	offer: Offer;
	header: { name: string; value: string };
	/** What was signed, for output and errors. */
	facts: PaymentFacts;
	payment: PinnedPayment;
	isNew: boolean;
	time: ServiceTime;
}

export interface PaymentFacts {
	walletAddress: string;
	network: string;
	amountUsd: number;
	receiver: string;
}

/** A block hash of Solana lives for about a minute (docs/wallet.md); after twice that it is certainly over. */
const BLOCKHASH_LIFE_MS = 120_000;
/** How far the clock of the service and its transaction list may be behind: sign-ins allow half a minute. */
const SETTLE_LEEWAY_MS = 60_000;

/** When a signed payment can no longer be settled, and a settled one is listed, in Unix milliseconds of the service's time. */
function paymentLapsesAt({ offer, payment }: Pick<PaymentTask, 'offer' | 'payment'>): number {
	const life = offer.rail === 'solana' ? BLOCKHASH_LIFE_MS : offer.validFor * 1000;
	return payment.signedAt + life + SETTLE_LEEWAY_MS;
}

/** Whether that time has certainly passed, whatever the clock of n8n shows. */
function hasPaymentLapsed(task: PaymentTask): boolean {
	return (task.time.earliestNow() ?? -Infinity) >= paymentLapsesAt(task);
}

const LIST_OPERATION = 'Transaction > Get Many';

/**
 * The failure of a payment that its answer did not confirm. It is unknown as long as the service can settle it, whatever the service has
 * answered; after that, it is not settled where `found`, the new top-ups of the transaction list, does not hold it.
 */
function unconfirmedPaymentFailure(
	answer: ServiceFailure,
	task: PaymentTask,
	found: ListedTopUp[] | ServiceFailure | undefined,
): ServiceFailure {
	const { facts } = task;
	const validUntil = new Date(paymentLapsesAt(task)).toISOString();
	const hasLapsed = hasPaymentLapsed(task);
	const isAbsent = Array.isArray(found) && found.length === 0;
	const settlement = hasLapsed && isAbsent ? 'notSettled' : 'unknown';
	const details = { ...answer.facts.details, ...facts, settlement, validUntil };
	const stopped = [answer, found].find(isCancelled);
	if (stopped instanceof ServiceFailure) {
		return stopped.withMessage(stopped.message, { charge: 'possible', details });
	}
	const state = settlement === 'notSettled' ? 'Not settled' : 'Unknown whether it was settled';
	const words = `The top-up was not confirmed: ${unconfirmedReason(answer)}. ${state}${transactionListWords(found, facts)}`;
	if (!hasLapsed) {
		const cure = `Wait until ${validUntil}: the service can still settle the signed payment. After that, the Retry button of this execution shows what became of it, and pays nothing.`;
		return answer.withMessage(words, { cure, details });
	}
	const cure =
		settlement === 'notSettled'
			? 'The payment has expired and cannot be settled any more. Start a new execution to pay.'
			: `Check ${LIST_OPERATION} before you start a new execution, which pays again.`;
	return answer.withMessage(words, { cure, details });
}

/** A payment that is refused with 402 says nothing of the credit of the account, as the words for other calls do. */
function unconfirmedReason({ message, facts }: ServiceFailure): string {
	if (verdictOf(facts).reason !== 'funds') return message;
	const { code } = facts;
	return `the service answered with status 402${code === undefined ? '' : ` (${code})`}`;
}

function transactionListWords(
	found: ListedTopUp[] | ServiceFailure | undefined,
	facts: PaymentFacts,
) {
	if (!Array.isArray(found)) {
		const reason = found === undefined ? '' : `: ${found.message}`;
		return `, because the transaction list could not be read${reason}`;
	}
	const [other] = found;
	if (other === undefined) {
		return `: the transaction list shows no new top-up of ${facts.amountUsd} USD`;
	}
	return `: the transaction list shows a new top-up of ${usdcText(other.units)} USD, not of ${facts.amountUsd} USD`;
}

const PAYMENT_RETRIES = { maxTries: 3, maxWaitMs: 60_000 };
/** A payment that was accepted may be listed a little later. */
const MAX_LOOK_UPS = 3;
const LOOK_UP_INTERVAL_MS = 2_000;
/** How far the times of the list may be from ours: sign-ins allow half a minute. */
const CLOCK_LEEWAY_MS = 60_000;

interface SettledPayment {
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
