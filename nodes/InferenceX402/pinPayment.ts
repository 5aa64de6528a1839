import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { executionMemory } from '../../lib/core/execution';
import { badInput, failureOrRethrow, ServiceFailure } from '../../lib/core/failure';
import type { ServiceTime } from '../../lib/core/serviceTime';
import type { Item } from '../../lib/run/item';
import { DAY_MS, requireWithinDailyLimit, requireNoOpenPayment } from '../../lib/wallet/dailyLimit';
import { chooseOffer } from '../../lib/wallet/offer';
import { paymentNonce } from '../../lib/wallet/payment';
import { PaymentMemory, type PinnedPayment } from '../../lib/wallet/paymentMemory';
import type { Wallet } from '../../lib/wallet/wallet';
import { verdictOf } from '../../lib/wire/errors/verdict';
import { fetchPaymentRequired } from './fetchPaymentRequired';
import { readRecentTopUps, type ListedTopUp } from './recentTopUps';
import { limitsWithAmount } from './topUpLimits';
import { decodeBody } from '../../lib/core/decodeBody';
import { isServed } from '../../lib/core/answer';
import { isRecord } from '../../lib/core/record';
import { isStream, readAll } from '../../lib/core/streams';
import { fetchWithoutCredential } from '../../lib/files/fetchWithoutCredential';

/** The payments that n8n keeps with this execution. Throws a ServiceFailure where n8n keeps nothing, as for n8n Agents. */
export function readPaymentMemory(context: IExecuteSingleFunctions): PaymentMemory {
	const memory = executionMemory(context, 'node');
	if (memory !== undefined) return new PaymentMemory(memory);
	throw badInput(
		'Nothing was signed: this way of running the node keeps no execution data, so a repeated payment could not be recognized',
		'Run Top Up in a workflow.',
	);
}

/** The run of the node in this execution, counting loops, and the item. */
export function runAndItemKey(context: IExecuteSingleFunctions): string {
	const item = context.getItemIndex();
	return `${String(context.evaluateExpression('{{ $runIndex }}', item))}:${item}`;
}

interface PaymentTerms {
	wallet: Wallet;
	/** Base units; undefined where there is no limit. */
	perDay: bigint | undefined;
	time: ServiceTime;
}

/**
 * Takes the first offer of the service, checks it against every limit, and keeps all that the payment is made of with the
 * execution: whatever the service asks for later, this payment is sent again and no other.
 */
export async function pinPayment(
	item: Item,
	{ wallet, perDay, time }: PaymentTerms,
): Promise<PinnedPayment> {
	const { context, request } = item;
	const memory = readPaymentMemory(context);
	const paymentKey = runAndItemKey(context);
	const { address } = wallet;
	const required = await fetchPaymentRequired(context, request, time);
	requireNoOpenPayment(address, timeToSignAt(time));
	const limits = await limitsWithAmount(item);
	const offer = chooseOffer(required, wallet, limits);
	memory.requireWithinMaximum(offer.amount, limits.maximum);
	const topUps = await readTopUpsOfDay(item, timeToSignAt(time));
	if (perDay !== undefined) {
		const listedSum = topUps.reduce((sum, { units }) => sum + units, 0n);
		requireWithinDailyLimit({
			address,
			amount: offer.amount,
			listed: listedSum,
			maximum: perDay,
			now: timeToSignAt(time),
		});
	}
	const nonce = paymentNonce({
		execution: context.getExecutionId() ?? '',
		node: context.getNode().id,
		place: paymentKey,
		scope: `${context.getWorkflow().id ?? ''}:${address}`,
	});
	const needsBlockhash = wallet.rail === 'solana' && offer.blockhash === undefined;
	const payment: PinnedPayment = {
		wallet: address,
		nonce: Buffer.from(nonce).toString('hex'),
		amount: String(offer.amount),
		accepted: { ...offer.accepted },
		listed: topUps.map(({ id }) => id),
		...(needsBlockhash && { blockhash: await fetchLatestBlockhash(item) }),
		signedAt: timeToSignAt(time),
	};
	memory.savePayment(paymentKey, payment);
	return payment;
}

/** A clock of n8n that is ahead would sign a payment that can be settled for longer than n8n waits for it, and then another one. */
function timeToSignAt(time: ServiceTime): number {
	const now = time.earliestNow();
	if (now !== undefined) return now;
	throw badInput(
		'Nothing was signed: the payment options came without the time of the service (the header Date), and the clock of n8n may be wrong',
		'Ask whoever runs the service, or a proxy before it, to let the header Date through.',
	);
}

async function readTopUpsOfDay(item: Item, now: number): Promise<ListedTopUp[]> {
	const found = await readRecentTopUps(item, now - DAY_MS).catch(failureOrRethrow);
	if (!(found instanceof ServiceFailure)) return found;
	throw found.withMessage(
		`Nothing was signed: the top-ups of the past day could not be checked: ${found.message}`,
		verdictOf(found.facts).reason === 'key'
			? {}
			: { cure: 'Run Transaction > Get Many to see what the service lists.' },
	);
}

const SERVICE_RPC_URL = '/crypto/rpc/solana-mainnet';
const RPC_TIMEOUT_MS = 30_000;
/** An answer has a few hundred bytes. */
const RPC_ANSWER_LIMITS = { bytes: 100_000, ms: RPC_TIMEOUT_MS };
const BLOCKHASH_CALL = {
	jsonrpc: '2.0',
	id: 1,
	method: 'getLatestBlockhash',
	params: [{ commitment: 'confirmed' }],
};

/** The latest block hash of Solana, from the user's RPC URL or else the RPC of the service. Throws a ServiceFailure. */
async function fetchLatestBlockhash(item: Item): Promise<string> {
	const { context } = item;
	const url = String(context.parameters.options.rpcUrl ?? '').trim();
	const body = url === '' ? await askServiceRpc(item) : await askRpcUrl(context, url);
	const result = isRecord(body) && isRecord(body.result) ? body.result.value : undefined;
	if (isRecord(result) && typeof result.blockhash === 'string') return result.blockhash;
	throw new ServiceFailure('Nothing was signed: the RPC returned no recent block hash', {
		kind: 'malformed',
		cure: 'Set the option Solana RPC URL to another address.',
	});
}

async function askServiceRpc({ send, request }: Item): Promise<unknown> {
	const asked = { ...request, url: SERVICE_RPC_URL, body: BLOCKHASH_CALL };
	const answer = await send(asked, { bucket: 'rpc' }).catch(failureOrRethrow);
	if (!(answer instanceof ServiceFailure)) return answer.body;
	throw answer.withMessage(
		`Nothing was signed: the RPC of the service refused: ${answer.message}`,
		{
			cure: 'A wallet without credit needs another RPC for its first top-up. Set the option Solana RPC URL.',
		},
	);
}

async function askRpcUrl(context: IExecuteSingleFunctions, url: string): Promise<unknown> {
	const request = { method: 'POST', url, body: BLOCKHASH_CALL, timeout: RPC_TIMEOUT_MS } as const;
	const response = await fetchWithoutCredential(context, request, 'Solana RPC URL');
	const { statusCode, body } = response;
	if (isServed(response))
		return decodeBody(isStream(body) ? await readAll(body, RPC_ANSWER_LIMITS) : '');
	throw new ServiceFailure(
		`Nothing was signed: the Solana RPC answered with status ${statusCode}`,
		{
			kind: 'refused',
			status: statusCode,
			cure: 'Set the option Solana RPC URL to another address.',
		},
	);
}
