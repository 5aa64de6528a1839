import { encodeBase58 } from 'ethers';

import { paymentRequired, type WalletAnswer } from '../../../lib/wallet/challenge';
import { chooseOffer } from '../../../lib/wallet/offer';
import { paymentHeader } from '../../../lib/wallet/payment';
import { safePaymentUrl } from '../../../lib/wallet/site';
import type { Wallet } from '../../../lib/wallet/wallet';
import { entryOf, HOSTILE, type Hostility } from './hostility';
import { DOLLAR, evmEntry, wallets } from './offers';
import { Random } from './random';

const random = new Random('hostile');
const MAXIMUM = 10n * DOLLAR;

/** A wallet that counts what it signs. */
function watched(wallet: Wallet, signed: string[]): Wallet {
	return wallet.rail === 'evm'
		? {
				...wallet,
				signTransfer: (transfer) => {
					signed.push(transfer.to);
					return wallet.signTransfer(transfer);
				},
			}
		: {
				...wallet,
				signMessage: (message) => {
					signed.push('message');
					return wallet.signMessage(message);
				},
			};
}

/** The whole way from the service's answer to the header. */
async function pay(hostility: Hostility, signed: string[]): Promise<void> {
	const { rail = 'evm', status = 402, version = 2, entry, extra } = hostility;
	const wallet = watched(wallets[rail], signed);
	safePaymentUrl(hostility.baseUrl ?? 'https://api.example.com/api/v1');
	const offerIn = (accepts: unknown, body?: unknown) => {
		const header = hostility.header;
		const answer: WalletAnswer = {
			status,
			headers: header
				? { 'PAYMENT-REQUIRED': Buffer.from(JSON.stringify(header)).toString('base64') }
				: {},
			body: body ?? { x402Version: version, accepts },
		};
		const { receiver, amount } = hostility;
		return chooseOffer(paymentRequired(answer), wallet, { maximum: MAXIMUM, receiver, amount });
	};
	const honest = entryOf(rail, entry, extra);
	const offer = offerIn(hostility.accepts ?? [honest], hostility.body);
	const blockhash = encodeBase58(random.bytes(32));
	await paymentHeader(wallet, offer, { now: 0, nonce: random.bytes(32), blockhash });
}

it.each(HOSTILE)('signs nothing for %s', async (_what, hostility, words) => {
	const signed: string[] = [];
	const paying = pay(hostility, signed);
	await expect(paying).rejects.toMatchObject({ name: 'ServiceFailure', facts: { kind: 'input' } });
	await expect(paying).rejects.toThrow(words);
	expect(signed).toEqual([]);
});

it.each<[string, Hostility]>([
	['an honest answer on Base', {}],
	['an honest answer on Solana', { rail: 'solana' }],
	['the asset in small letters', { entry: { asset: String(evmEntry().asset).toLowerCase() } }],
	['the pinned receiver in small letters', { receiver: String(evmEntry().payTo).toLowerCase() }],
	['the transfer method eip3009', { extra: { assetTransferMethod: 'eip3009' } }],
	['exactly the maximum', { entry: { amount: '10000000' } }],
	['a higher amount of the user', { amount: 7n * DOLLAR }],
	['a bad entry beside a good one', { accepts: [evmEntry({ scheme: 'upto' }), evmEntry()] }],
	[
		'the same in body and header',
		{ header: { accepts: [entryOf('evm')], x402Version: 2, error: 'x' } },
	],
	[
		'requirements in the header only',
		{ body: {}, header: { x402Version: 2, accepts: [evmEntry()] } },
	],
	['loopback over http', { baseUrl: 'http://127.0.0.1:5678/api/v1' }],
	['loopback by name', { baseUrl: 'http://localhost:5678/api/v1' }],
	['loopback of IPv6', { baseUrl: 'http://[::1]:5678/api/v1' }],
])('signs once for %s', async (_what, hostility) => {
	const signed: string[] = [];
	await pay(hostility, signed);
	expect(signed).toHaveLength(1);
});
