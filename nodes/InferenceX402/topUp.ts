import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../../lib/core/execution';
import { badInput, cancelledFailure, failureOrRethrow, isCancelled } from '../../lib/core/failure';
import { notePlaceholder, REHEARSAL_WORD } from '../../lib/core/rehearsal';
import { ServiceTime } from '../../lib/core/serviceTime';
import { accountOf } from '../../lib/wire/account';
import { WALLET_CREDENTIAL } from '../../lib/wire/credential';
import type { Item } from '../../lib/run/item';
import { inWalletTurn, noteSettled } from '../../lib/wallet/dailyLimit';
import { chooseOffer, type Offer } from '../../lib/wallet/offer';
import { paymentHeader } from '../../lib/wallet/payment';
import { MINIMUM_TOP_UP_UNITS, usdcText } from '../../lib/wallet/usdc';
import type { Wallet } from '../../lib/wallet/wallet';
import { fetchPaymentRequired } from './fetchPaymentRequired';
import { type PaymentFacts, settlePayment } from './settlePayment';
import { readPaymentMemory, runAndItemKey, pinPayment } from './pinPayment';
import { limitsWithAmount, readTopUpLimits, readWalletAndDailyLimit } from './topUpLimits';

/** Tops the wallet up once: reads the offer, checks it, signs it, sends it; a dry run stops before signing. */
export async function topUpWallet(item: Item): Promise<INodeExecutionData[]> {
	const { context } = item;
	const isDryRun = context.parameters.dryRun !== false;
	const { rehearses } = await accountOf(context, WALLET_CREDENTIAL);
	if (rehearses === true && !isDryRun) return rehearsedTopUp(context);
	const { wallet, perDay } = await readWalletAndDailyLimit(context);
	if (isDryRun) {
		const required = await fetchPaymentRequired(context, item.request);
		const limits = await limitsWithAmount(item);
		const offer = chooseOffer(required, wallet, limits);
		const json = {
			...signedPaymentFacts(wallet, offer),
			amountFrom: limits.amountFrom,
			neverMoreThanUsd: Number(usdcText(limits.maximum)),
			dryRun: true,
			validForSeconds: offer.validFor,
		};
		return [{ json }];
	}
	return await inWalletTurn(wallet.address, async () => {
		if (context.getExecutionCancelSignal()?.aborted) throw cancelledFailure();
		return [{ json: await payOnce(item, wallet, perDay) }];
	});
}

/** The output of a payment where nothing is signed. */
function rehearsedTopUp(context: ItemContext): INodeExecutionData[] {
	notePlaceholder(context);
	const amount = Number(usdcText(readTopUpLimits(context).amount ?? MINIMUM_TOP_UP_UNITS));
	const names = ['walletAddress', 'network', 'receiver', 'confirmedBy'];
	const texts = Object.fromEntries(names.map((name) => [name, REHEARSAL_WORD]));
	const unknown = { balanceUsd: null, paymentId: null, transaction: null };
	return [{ json: { ...texts, amountUsd: amount, amountCredited: amount, ...unknown } }];
}

/** The payment of this execution, run and item: signed before, it is the very same one again, and settled it is not sent. */
async function payOnce(
	item: Item,
	wallet: Wallet,
	perDay: bigint | undefined,
): Promise<IDataObject> {
	const { context, request } = item;
	const memory = readPaymentMemory(context);
	const paymentKey = runAndItemKey(context);
	const pinnedBefore = memory.paymentAt(paymentKey);
	const time = new ServiceTime();
	const task = { wallet, perDay, time };
	const payment = pinnedBefore ?? (await pinPayment(item, task));
	if (payment.wallet !== wallet.address) {
		throw badInput(
			`Nothing was signed: this execution has signed this payment with the wallet ${payment.wallet} before`,
			'Start a new execution to pay from another wallet.',
		);
	}
	if (payment.result !== undefined) return payment.result as IDataObject;
	// Only the time of the answer is of use: this payment is sent again, whatever the service asks for now.
	if (pinnedBefore !== undefined) {
		const asked = await fetchPaymentRequired(context, request, time).catch(failureOrRethrow);
		if (isCancelled(asked)) throw asked;
	}
	const entry = { x402Version: 2, accepts: [payment.accepted] };
	const { maximum, receiver } = readTopUpLimits(context);
	const offer = chooseOffer(entry, wallet, { maximum, receiver });
	const header = await paymentHeader(wallet, offer, {
		now: payment.signedAt,
		nonce: Uint8Array.from(Buffer.from(payment.nonce, 'hex')),
		blockhash: payment.blockhash,
	});
	const facts = signedPaymentFacts(wallet, offer);
	const isNew = pinnedBefore === undefined;
	const signed = { offer, header, facts, payment, isNew, time };
	const result = { ...facts, ...(await settlePayment(item, signed)) };
	noteSettled(payment.wallet, payment.nonce);
	memory.savePayment(paymentKey, { ...payment, result });
	return result as IDataObject;
}

/** What the output and the errors name: the very values that are signed. */
function signedPaymentFacts(wallet: Wallet, offer: Offer): PaymentFacts {
	return {
		amountUsd: Number(usdcText(offer.amount)),
		walletAddress: wallet.address,
		network: String(offer.accepted.network),
		receiver: offer.payTo,
	};
}
