import { Wallet } from 'ethers';

import { paymentRequired } from '../../lib/wallet/challenge';
import { paymentReceipt } from '../../lib/wallet/confirmation';
import { chooseOffer, type Offer } from '../../lib/wallet/offer';
import { paymentHeader } from '../../lib/wallet/payment';
import { openWallet, type Wallet as OwnWallet } from '../../lib/wallet/wallet';
import { chat, type Reply } from './client';
import { sign } from './wallet/nacl';
import { evmHeader, solanaHeader } from './wallet/signer';
import { localService } from './underTest';

const evm = Wallet.createRandom();
const poor = Wallet.createRandom();
const pair = sign.keyPair();
const wallets = {
	evm: openWallet('evm', evm.privateKey),
	solana: openWallet('solana', Buffer.from(pair.secretKey.subarray(0, 32)).toString('hex')),
};
const ID = evm.address.toLowerCase();
const local = localService({ unfunded: [poor.address.toLowerCase()] });

const TOP_UP = '/x402/top-up';
const MAXIMUM = 20_000_000_000n;

async function offer(wallet: OwnWallet, amount?: bigint): Promise<Offer> {
	const { status, headers, json } = await local.call(TOP_UP, { method: 'POST', key: null });
	const required = paymentRequired({ status, headers, body: json });
	return chooseOffer(required, wallet, { maximum: MAXIMUM, amount });
}

async function signed(wallet: OwnWallet, nonce: number, amount?: bigint): Promise<string> {
	const blockhash = 'EETubP5AKHgjPAhzPAFcb8BAY1hMH639CWCFTqi3hq1k';
	const moment = { now: Date.now(), nonce: new Uint8Array(32).fill(nonce), blockhash };
	return (await paymentHeader(wallet, await offer(wallet, amount), moment)).value;
}

const pay = (value: string, name = 'payment-signature') =>
	local.call(TOP_UP, { method: 'POST', key: null, headers: { [name]: value } });

async function read(path: string, query?: Record<string, string>): Promise<Reply> {
	const headers = { 'sign-in-with-x': await evmHeader(local.service, evm) };
	return await local.call(path, { key: null, headers, query });
}

it('says how to pay on both networks, in body and header', async () => {
	const reply = await local.call(TOP_UP, { method: 'POST', key: null });
	expect(reply.status).toBe(402);
	expect(reply.json).toMatchObject({
		x402Version: 2,
		accepts: [{ network: 'eip155:8453' }, { network: expect.stringMatching(/^solana:/) }],
	});
	expect(reply.json).not.toHaveProperty('resource');
	const header = Buffer.from(reply.headers['payment-required'] ?? '', 'base64').toString();
	expect(header).toBe(reply.text);
});

it.each(['payment-signature', 'x-402-payment', 'x-payment'])(
	'credits a payment on either network by the header %s',
	async (name) => {
		for (const wallet of [wallets.evm, wallets.solana]) {
			const reply = await pay(await signed(wallet, 1), name);
			const walletAddress = wallet.rail === 'evm' ? ID : wallet.address;
			expect(reply.status).toBe(200);
			expect(reply.json).toEqual({
				success: true,
				data: {
					walletAddress,
					amountCredited: 5,
					newBalance: 5,
					paymentId: expect.stringMatching(/^payment_/),
				},
			});
			expect(paymentReceipt(reply.headers)).toEqual({
				success: true,
				network: expect.stringMatching(wallet.rail === 'evm' ? /^eip155/ : /^solana/),
				payer: wallet.address,
				transaction: expect.any(String),
			});
		}
		expect(local.service.payments).toMatchObject([{ amountUsd: 5 }, { amountUsd: 5 }]);
		expect(local.service.unexpected).toEqual([]);
	},
);

it('answers the same header as the first time and takes the money once', async () => {
	const value = await signed(wallets.evm, 2);
	const [first, second] = await Promise.all([pay(value), pay(value)]);
	const third = await pay(value);
	expect([second?.text, third.text]).toEqual([first?.text, first?.text]);
	expect(third.headers['payment-response']).toBe(first?.headers['payment-response']);
	expect(local.service.payments).toHaveLength(1);
	expect((await read(`/x402/balance/${ID}`)).json).toMatchObject({ data: { balanceUsd: 5 } });
});

it('takes a nonce once, however often it is signed', async () => {
	expect((await pay(await signed(wallets.evm, 3))).status).toBe(200);
	const again = await pay(await signed(wallets.evm, 3, 6_000_000n));
	expect(again.status).toBe(400);
	expect(again.json).toMatchObject({ error: 'PAYMENT_VERIFICATION_FAILED' });
	expect(local.service.payments).toHaveLength(1);
});

it('can time out after it settled; the same header then returns what happened', async () => {
	const value = await signed(wallets.evm, 4);
	local.service.fault({ path: TOP_UP, status: 504, processed: true });
	expect((await pay(value)).status).toBe(504);
	expect(local.service.payments).toHaveLength(1);
	expect((await pay(value)).json).toMatchObject({ data: { amountCredited: 5, newBalance: 5 } });
	expect(local.service.payments).toHaveLength(1);
});

it('credits what was chosen, and refuses too little, too much and what cannot be paid', async () => {
	const chosen = await pay(await signed(wallets.evm, 5, 7_500_000n));
	expect(chosen.json).toMatchObject({ data: { amountCredited: 7.5 } });
	const much = await pay(await signed(wallets.evm, 6, 10_001_000_000n));
	expect(much).toMatchObject({ status: 400, json: { error: 'X402_INVALID_PAYMENT' } });
	const empty = await pay(await signed(openWallet('evm', poor.privateKey), 7));
	expect(empty).toMatchObject({ status: 400, json: { error: 'PAYMENT_VERIFICATION_FAILED' } });
	expect(local.service.payments).toHaveLength(1);
});

type Change = (payment: {
	x402Version: number;
	accepted: Record<string, unknown>;
	payload: Record<string, unknown>;
}) => void;

it.each<[string, Change]>([
	['another version', (payment) => (payment.x402Version = 1)],
	['another receiver', ({ accepted }) => (accepted.payTo = evm.address)],
	['another asset', ({ accepted }) => (accepted.asset = evm.address)],
	['another network', ({ accepted }) => (accepted.network = 'eip155:1')],
	['a smaller amount', ({ accepted }) => (accepted.amount = '4999999')],
	['a field of its own', ({ accepted }) => (accepted.more = 1)],
	['a larger amount than signed', ({ accepted }) => (accepted.amount = '6000000')],
	['no payload', (payment) => Object.assign(payment, { payload: null })],
	['a signature of nobody', ({ payload }) => (payload.signature = `0x${'11'.repeat(65)}`)],
])('refuses a payment with %s', async (_what, change) => {
	const payment = JSON.parse(Buffer.from(await signed(wallets.evm, 8), 'base64').toString());
	change(payment);
	const reply = await pay(Buffer.from(JSON.stringify(payment)).toString('base64'));
	expect(reply.status).toBe(400);
	expect(reply.json).toMatchObject({
		error: expect.stringMatching(/^(X402_INVALID_PAYMENT|PAYMENT_VERIFICATION_FAILED)$/),
		message: expect.any(String),
		details: { reason: expect.any(String) },
	});
	expect(local.service.payments).toEqual([]);
});

it('charges each call, reports what is left, and stops below 10 cents with a challenge', async () => {
	local.service.credit(evm.address, 0.1);
	const send = async () => {
		const headers = { 'sign-in-with-x': await evmHeader(local.service, evm) };
		return await local.call('/chat/completions', { body: chat(), key: null, headers });
	};
	const paid = await send();
	expect(paid.status).toBe(200);
	const left = Number(paid.headers['x-balance-remaining']);
	expect(left).toBeLessThan(0.1);
	expect(paid.headers).not.toHaveProperty('x-service-balance-usd');
	const stopped = await send();
	expect(stopped.status).toBe(402);
	expect(stopped.json).toMatchObject({
		error: 'Payment required',
		code: 'PAYMENT_REQUIRED',
		reason: 'insufficient_balance',
		minimumBalanceUsd: 0.1,
		suggestedTopUpUsd: 10,
		minimumTopUpUsd: 5,
		siwxChallenge: { info: { domain: new URL(local.service.url).host } },
	});
	const header = Buffer.from(stopped.headers['payment-required'] ?? '', 'base64').toString();
	expect(JSON.parse(header)).toMatchObject({ x402Version: 2 });
	const [charge, topUp] = await movements();
	expect(charge).toMatchObject({ type: 'CHARGE', requestId: expect.stringMatching(/^chatcmpl/) });
	expect(topUp).toMatchObject({ type: 'TOP_UP', amount: 0.1, balanceAfter: 0.1, requestId: null });
});

async function movements(): Promise<unknown[]> {
	const { json } = await read(`/x402/transactions/${evm.address}`);
	return Object(json).data.transactions;
}

it('pages through the movements, newest first', async () => {
	for (let usd = 1; usd <= 5; usd += 1) local.service.credit(evm.address, usd);
	const page = (query: Record<string, string>) => read(`/x402/transactions/${ID}`, query);
	expect((await page({ limit: '2' })).json).toMatchObject({
		data: {
			walletAddress: ID,
			currentBalance: 15,
			transactions: [{ amount: 5 }, { amount: 4 }],
			pagination: { limit: 2, offset: 0, hasMore: true },
		},
	});
	expect((await page({ limit: '2', offset: '4' })).json).toMatchObject({
		data: { transactions: [{ amount: 1 }], pagination: { offset: 4, hasMore: false } },
	});
	expect((await page({})).json).toMatchObject({ data: { pagination: { limit: 50 } } });
	for (const [name, value] of [
		['limit', '0'],
		['limit', '101'],
		['offset', '-1'],
		['limit', 'x'],
	] as const) {
		expect((await page({ [name]: value })).status).toBe(400);
	}
});

it('shows a balance to its own wallet only', async () => {
	const path = `/x402/balance/${evm.address}`;
	expect((await read(path)).json).toEqual({
		success: true,
		data: {
			walletAddress: ID,
			balanceUsd: 0,
			canConsume: false,
			minimumTopUpUsd: 5,
			suggestedTopUpUsd: 10,
		},
	});
	const other = await read(`/x402/balance/${poor.address}`);
	expect(other).toMatchObject({ status: 403, json: { code: 'X402_WALLET_MISMATCH' } });
	const solana = { 'sign-in-with-x': solanaHeader(local.service, pair) };
	expect((await local.call(path, { key: null, headers: solana })).status).toBe(403);
	expect((await read('/x402/balance/me')).status).toBe(400);
	const byKey = await local.call(path);
	expect(byKey).toMatchObject({ status: 401, json: { code: 'X402_INVALID_SIGN_IN' } });
	expect((await local.call(path, { key: null })).status).toBe(401);
});
