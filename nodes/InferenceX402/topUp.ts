import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { badInput, cancelled } from '../../lib/core/failure';
import type { Send, SendAll } from '../../lib/wire/send';
import { inWalletTurn, noteSettled } from '../../lib/wallet/dailyLimit';
import { chooseOffer, type Offer } from '../../lib/wallet/offer';
import { paymentHeader } from '../../lib/wallet/payment';
import { usdcText } from '../../lib/wallet/usdc';
import type { Wallet } from '../../lib/wallet/wallet';
import { advertised } from './advertised';
import { memoryOf, placeOf, pinPayment } from './pinPayment';
import { settlePayment } from './settlePayment';
import { topUpLimits, walletAndDay } from './topUpLimits';

/** Tops the wallet up once: reads the offer, checks it, signs it, sends it; a dry run stops before signing. */
export const topUpWallet: SendAll = async function (options, send) {
	const { wallet, perDay } = await walletAndDay(this);
	if (this.getNodeParameter('dryRun', true) !== false) {
		const offer = chooseOffer(await advertised(this, options), wallet, topUpLimits(this));
		const json = { ...factsOf(wallet, offer), dryRun: true, validForSeconds: offer.validFor };
		return [{ json }];
	}
	return await inWalletTurn(wallet.address, async () => {
		if (this.getExecutionCancelSignal()?.aborted) throw cancelled();
		return [{ json: await payOnce(this, options, send, wallet, perDay) }];
	});
};

/** The payment of this execution, run and item: signed before, it is the very same one again, and settled it is not sent. */
async function payOnce(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
	wallet: Wallet,
	perDay: bigint | undefined,
): Promise<IDataObject> {
	const memory = memoryOf(context);
	const place = placeOf(context);
	const known = memory.at(place);
	const payment = known ?? (await pinPayment(context, options, send, wallet, perDay));
	if (payment.wallet !== wallet.address) {
		throw badInput(
			`Nothing was signed: this execution has signed this payment with the wallet ${payment.wallet} before`,
			'Start a new execution to pay from another wallet.',
		);
	}
	if (payment.result !== undefined) return payment.result as IDataObject;
	const entry = { x402Version: 2, accepts: [payment.accepted] };
	const { maximum, receiver } = topUpLimits(context);
	const offer = chooseOffer(entry, wallet, { maximum, receiver });
	const header = await paymentHeader(wallet, offer, {
		now: payment.signedAt,
		nonce: Uint8Array.from(Buffer.from(payment.nonce, 'hex')),
		blockhash: payment.blockhash,
	});
	const facts = factsOf(wallet, offer);
	const task = { offer, header, facts, payment, isNew: known === undefined };
	const result = { ...facts, ...(await settlePayment(context, options, send, task)) };
	noteSettled(payment.wallet, payment.nonce);
	memory.keep(place, { ...payment, result });
	return result as IDataObject;
}

/** What the output and the errors name: the very values that are signed. */
function factsOf(wallet: Wallet, offer: Offer): Record<string, string> {
	return {
		wallet: wallet.address,
		network: String(offer.accepted.network),
		amountUsd: usdcText(offer.amount),
		receiver: offer.payTo,
	};
}
