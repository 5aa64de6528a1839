import { verifyTypedData } from 'ethers';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { PaymentPayloadV2Schema } from '@x402/core/schemas';

import { TRANSFER_DOMAIN, TRANSFER_TYPES } from '../../../lib/wallet/evm';
import { chooseOffer } from '../../../lib/wallet/offer';
import { paymentNonce, paymentHeader } from '../../../lib/wallet/payment';
import { openWallet } from '../../../lib/wallet/wallet';
import { rounds } from '../../rounds';
import { openEvmChain } from '../../service/wallet/evmChain';
import { DOLLAR, evmAddressOf, evmEntry, solanaEntry, wallets } from './offers';
import { Random } from './random';

const ROUNDS = rounds(6, 300);

type Payment = PaymentPayload & {
	payload: { signature: string; authorization: Record<string, string> };
};

function decoded(value: string): Payment {
	const payload: Payment = JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
	return payload;
}

it(`signs ${ROUNDS} random payments that ethers and the x402 facilitator accept, each once`, async () => {
	const random = new Random('evm payments');
	const chain = await openEvmChain();
	for (let round = 0; round < ROUNDS; round += 1) {
		const wallet = openWallet('evm', random.hex(32));
		const entry = evmEntry({
			amount: String(random.int(5_000_000, 10_000_000_000)),
			payTo: random.pick([evmAddressOf(random), evmAddressOf(random).toLowerCase()]),
			maxTimeoutSeconds: random.int(7, 300),
			extra: { name: 'USD Coin', version: '2', [random.pick(['a', 'b'])]: random.int(0, 9) },
		});
		const required = { x402Version: 2, accepts: [solanaEntry(), entry] };
		const chosen = random.pick([undefined, BigInt(String(entry.amount)) + 1_500_000n]);
		const limits = { maximum: 20_000n * DOLLAR, amount: chosen };
		const offer = chooseOffer(required, wallet, limits);
		const amount = offer.amount;
		expect(amount).toBe(chosen ?? BigInt(String(entry.amount)));
		const occasion = { execution: String(round), node: 'Top Up', place: '0:0' };
		const nonce = paymentNonce(occasion);
		const now = Date.now();
		const { name, value } = await paymentHeader(wallet, offer, { now, nonce });
		expect(await paymentHeader(wallet, offer, { now, nonce })).toEqual({ name, value });

		const payment = decoded(value);
		expect(name).toBe('PAYMENT-SIGNATURE');
		expect(PaymentPayloadV2Schema.safeParse(payment).success).toBe(true);
		expect(payment.accepted).toEqual({ ...entry, amount: String(amount) });
		const { authorization, signature } = payment.payload;
		expect(authorization).toEqual({
			from: wallet.address,
			to: offer.payTo,
			value: String(amount),
			validAfter: '0',
			validBefore: String(Math.floor(now / 1000) + Number(entry.maxTimeoutSeconds)),
			nonce: `0x${Buffer.from(nonce).toString('hex')}`,
		});
		const types = { TransferWithAuthorization: [...TRANSFER_TYPES.TransferWithAuthorization] };
		expect(verifyTypedData(TRANSFER_DOMAIN, types, authorization, signature)).toBe(wallet.address);

		const requirements = payment.accepted as PaymentRequirements;
		const verdict = await chain.facilitator.verify(payment, requirements);
		expect(verdict).toEqual({ isValid: true, invalidReason: undefined, payer: wallet.address });
		const settled = await chain.facilitator.settle(payment, requirements);
		expect(settled).toMatchObject({ success: true, payer: wallet.address });
		// The same nonce signed at another moment is the same payment to the contract.
		const again = decoded((await paymentHeader(wallet, offer, { now: now + 60_000, nonce })).value);
		const second = await chain.facilitator.settle(again, requirements);
		expect(second.success).toBe(false);
	}
	expect(chain.transfers).toHaveLength(ROUNDS);
});

it('distinguishes payments by execution, node, item, amount and scope, and by nothing else', () => {
	const occasion = { execution: '12', node: 'Top Up', place: '0:0' };
	const hex = (change = {}) =>
		Buffer.from(paymentNonce({ ...occasion, ...change })).toString('hex');
	const all = [
		hex(),
		hex({ execution: '1', node: '2Top Up' }),
		hex({ execution: '13' }),
		hex({ node: 'Top Up1' }),
		hex({ place: '0:1' }),
		hex({ place: '1:0' }),
		hex({ scope: 'workflow' }),
	];
	expect(new Set(all).size).toBe(all.length);
	expect(hex()).toBe(hex());
	expect(hex()).toHaveLength(64);
	expect(() => hex({ execution: '' })).toThrow(/execution/);
	expect(() => hex({ node: '' })).toThrow(/execution/);
});

it('signs no offer of another network and no nonce of another length', async () => {
	const required = { x402Version: 2, accepts: [evmEntry()] };
	const offer = chooseOffer(required, wallets.evm, { maximum: 10n * DOLLAR });
	const moment = { now: 0, nonce: new Uint8Array(32) };
	await expect(paymentHeader(wallets.solana, offer, moment)).rejects.toThrow(/another network/);
	const short = { now: 0, nonce: new Uint8Array(31) };
	await expect(paymentHeader(wallets.evm, offer, short)).rejects.toThrow(/32 bytes/);
});
