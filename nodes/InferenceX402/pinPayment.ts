import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { clock } from '../../lib/core/clock';
import { executionMemory } from '../../lib/core/execution';
import { badInput, caught, ServiceFailure } from '../../lib/core/failure';
import type { Send } from '../../lib/wire/send';
import { DAY_MS, requireDailyLimit, requireNoneOpen } from '../../lib/wallet/dailyLimit';
import { chooseOffer } from '../../lib/wallet/offer';
import { paymentNonce } from '../../lib/wallet/payment';
import { PaymentMemory, type PinnedPayment } from '../../lib/wallet/paymentMemory';
import type { Wallet } from '../../lib/wallet/wallet';
import { advertised } from './advertised';
import { latestBlockhash } from './latestBlockhash';
import { recentTopUps, type ListedTopUp } from './recentTopUps';
import { topUpLimits } from './topUpLimits';

/** The payments that n8n keeps with this execution. Throws a ServiceFailure where n8n keeps nothing, as for n8n Agents. */
export function memoryOf(context: IExecuteSingleFunctions): PaymentMemory {
	const memory = executionMemory(context, 'node');
	if (memory !== undefined) return new PaymentMemory(memory);
	throw badInput(
		'Nothing was signed: this way of running the node keeps no execution data, so a repeated payment could not be recognized',
		'Run Top Up in a workflow.',
	);
}

/** The run of the node in this execution, counting loops, and the item. */
export function placeOf(context: IExecuteSingleFunctions): string {
	const item = context.getItemIndex();
	return `${String(context.evaluateExpression('{{ $runIndex }}', item))}:${item}`;
}

/**
 * Takes the first offer of the service, checks it against every limit, and keeps all that the payment is made of with the
 * execution: whatever the service asks for later, this payment is sent again and no other.
 */
export async function pinPayment(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
	wallet: Wallet,
	perDay: bigint | undefined,
): Promise<PinnedPayment> {
	const memory = memoryOf(context);
	const place = placeOf(context);
	const limits = topUpLimits(context);
	requireNoneOpen(wallet.address, clock.now());
	const offer = chooseOffer(await advertised(context, options), wallet, limits);
	memory.requireRoom(offer.amount, limits.maximum);
	const topUps = await listedTopUps(options, send);
	const now = clock.now();
	const { address } = wallet;
	if (perDay !== undefined) {
		const listed = topUps.reduce((sum, { units }) => sum + units, 0n);
		requireDailyLimit({ address, amount: offer.amount, listed, maximum: perDay, now });
	}
	const nonce = paymentNonce({
		execution: context.getExecutionId() ?? '',
		node: context.getNode().id,
		place,
		scope: `${context.getWorkflow().id ?? ''}:${address}`,
	});
	const needsBlockhash = wallet.rail === 'solana' && offer.blockhash === undefined;
	const payment: PinnedPayment = {
		wallet: address,
		nonce: Buffer.from(nonce).toString('hex'),
		amount: String(offer.amount),
		accepted: { ...offer.accepted },
		listed: topUps.map(({ id }) => id),
		...(needsBlockhash && { blockhash: await latestBlockhash(context, options, send) }),
		signedAt: clock.now(),
	};
	memory.keep(place, payment);
	return payment;
}

async function listedTopUps(options: IHttpRequestOptions, send: Send): Promise<ListedTopUp[]> {
	const found = await recentTopUps(options, send, clock.now() - DAY_MS).catch(caught);
	if (!(found instanceof ServiceFailure)) return found;
	throw found.as(
		`Nothing was signed: the top-ups of the past day could not be checked: ${found.message}`,
		{ cure: 'Run Transaction > Get Many to see what the service lists.' },
	);
}
