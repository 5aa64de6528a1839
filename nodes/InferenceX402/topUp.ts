import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { withRetry } from '../../lib/transport/http/retry';
import { clock } from '../../lib/transport/clock';
import { openExchange, refusal } from '../../lib/transport/http/exchange';
import { badInput, isCancelled, ServiceFailure } from '../../lib/transport/errors/failure';
import type { Send } from '../../lib/transport/runOperation';
import { WALLET_CREDENTIAL } from '../../lib/transport/http/credential';
import { isRecord } from '../../lib/record';
import { paymentNonce } from '../../lib/wallet/nonce';
import { chooseOffer, type Offer } from '../../lib/wallet/offer';
import { paymentHeader } from '../../lib/wallet/payment';
import { paymentReceipt } from '../../lib/wallet/receipt';
import { usdcText, usdcUnits } from '../../lib/wallet/usdc';
import { openWallet, type Wallet } from '../../lib/wallet/wallet';
import { advertised, topUpRequest } from './advertised';
import { latestBlockhash } from './latestBlockhash';

const RETRIES = { maxTries: 3, maxWaitMs: 60_000 };

interface Header {
	name: string;
	value: string;
}

/** Payments signed by this process: a run that is repeated sends the very same one again. */
const signed = new Map<string, Header>();

/** Checks the amounts before anything is asked of the service. */
export function checkTopUp(this: IExecuteSingleFunctions): void {
	const maximum = usdcUnits(this.getNodeParameter('maxAmount'), 'Max Amount (USD)');
	const amount = chosenAmount(this);
	if (amount !== undefined && amount > maximum) {
		throw badInput(
			`Amount (USD) must be at most the Max Amount of ${usdcText(maximum)} USD, but ${usdcText(amount)} was given`,
		);
	}
}

/** Tops the wallet up once: reads the offer, checks it, signs it, sends it; a dry run stops before signing. */
export async function topUpWallet(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
): Promise<INodeExecutionData[]> {
	const wallet = await walletOf(this);
	const required = await advertised(this, options);
	const receiver = String(this.getNodeParameter('options.receiver', '') ?? '').trim();
	const offer = chooseOffer(required, wallet, {
		maximum: usdcUnits(this.getNodeParameter('maxAmount'), 'Max Amount (USD)'),
		amount: chosenAmount(this),
		...(receiver === '' ? {} : { receiver }),
	});
	const facts = {
		wallet: wallet.address,
		network: String(offer.accepted.network),
		amountUsd: usdcText(offer.amount),
		receiver: offer.payTo,
	};
	if (this.getNodeParameter('dryRun', true) !== false) {
		return [{ json: { ...facts, dryRun: true, validForSeconds: offer.validFor } }];
	}
	const header = await paymentOf(this, wallet, offer, options, send);
	const { headers, body } = await pay(this, options, header, facts);
	const data = isRecord(body) && isRecord(body.data) ? body.data : {};
	return [
		{
			json: {
				...facts,
				amountCredited: data.amountCredited ?? null,
				newBalance: data.newBalance ?? null,
				paymentId: data.paymentId ?? null,
				transaction: paymentReceipt(headers)?.transaction ?? null,
			} as INodeExecutionData['json'],
		},
	];
}

/** The payment of this execution and item: the one signed before, if there is one. */
async function paymentOf(
	context: IExecuteSingleFunctions,
	wallet: Wallet,
	offer: Offer,
	options: IHttpRequestOptions,
	send: Send,
): Promise<Header> {
	const nonce = paymentNonce({
		execution: context.getExecutionId() ?? '',
		node: context.getNode().id,
		item: context.getItemIndex(),
		amount: offer.amount,
		scope: `${context.getWorkflow().id ?? ''}:${wallet.address}`,
	});
	const occasion = Buffer.from(nonce).toString('hex');
	const known = signed.get(occasion);
	if (known !== undefined) return known;
	const blockhash =
		wallet.rail === 'solana' && offer.blockhash === undefined
			? await latestBlockhash(context, options, send)
			: undefined;
	const header = await paymentHeader(wallet, offer, { now: clock.now(), nonce, blockhash });
	signed.set(occasion, header);
	return header;
}

/** Sends the payment; after a time-out or trouble at the service the very same one again, never another (docs/service.md#wallets: it settles once). */
async function pay(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	header: Header,
	facts: Record<string, string>,
) {
	const request = topUpRequest(options);
	request.headers = { ...request.headers, [header.name]: header.value };
	const signal = context.getExecutionCancelSignal();
	const send = async () => {
		const response = await openExchange(context, request);
		if (response.statusCode >= 200 && response.statusCode < 300) return response;
		throw await refusal(response);
	};
	try {
		return await withRetry(send, { ...RETRIES, repeatable: true, signal });
	} catch (error) {
		throw unsettled(error, facts);
	}
}

function unsettled(error: unknown, facts: Record<string, string>): unknown {
	if (!(error instanceof ServiceFailure) || isCancelled(error)) return error;
	const { status = 0 } = error.facts;
	const refused = status >= 400 && status < 500 && status !== 409;
	return error.as(`The top-up was not confirmed: ${error.message}`, {
		cure: refused
			? (error.facts.cure ?? '')
			: 'The payment may have been made all the same. Read the balance first (Get Balance). Running this same execution again sends the same payment and cannot pay twice; a new execution would pay again.',
		details: { ...error.facts.details, ...facts },
	});
}

function chosenAmount(context: IExecuteSingleFunctions): bigint | undefined {
	const amount = context.getNodeParameter('options.amount', '');
	return amount === '' ? undefined : usdcUnits(amount, 'Amount (USD)');
}

async function walletOf(context: IExecuteSingleFunctions): Promise<Wallet> {
	const { network, privateKey } = await context.getCredentials(WALLET_CREDENTIAL);
	return openWallet(network === 'solana' ? 'solana' : 'evm', privateKey);
}
