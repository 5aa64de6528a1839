import { encodeBase58, verifyTypedData } from 'ethers';
import fc from 'fast-check';

import { paymentRequired } from '../../../../lib/wallet/challenge';
import type { Rail } from '../../../../lib/wire/keys/privateKey';
import { chooseOffer } from '../../../../lib/wallet/offer';
import { paymentOptions } from '../../../../nodes/InferenceX402/operations/paymentOption/getMany.operation';
import { paymentHeader } from '../../../../lib/wallet/payment';
import { evmEntry, solanaEntry, wallets } from '../../../lib/wallet/offers';
import { parts } from '../../../service/wallet/solanaChain';
import { attempt, must, type Fuzzer } from '../fuzzer';
import { redact } from '../secrets';
import { json, nearly } from '../values';

interface Case {
	rail: Rail;
	body: unknown;
	/** What the header says, where it is not the same as the body. */
	header?: unknown;
	maximum: number;
	amount?: number;
	receiver?: 'honest' | 'other';
}

const MAXIMA = [5_000_000, 10_000_000];
const honest = { evm: evmEntry(), solana: solanaEntry() };
const OTHER = { evm: `0x${'ab'.repeat(20)}`, solana: String(honest.solana.extra.feePayer) };
const NOW = Date.parse('2026-03-01T00:00:00Z');
const NONCE = new Uint8Array(32).fill(7);
const BLOCKHASH = String(honest.solana.payTo);

const accepts = fc.array(
	fc.oneof(
		{ weight: 1, arbitrary: json },
		{ weight: 9, arbitrary: nearly(fc.constantFrom<unknown>(honest.evm, honest.solana)) },
	),
	{ maxLength: 3 },
);

const cases: fc.Arbitrary<Case> = fc.record(
	{
		rail: fc.constantFrom<Rail>('evm', 'solana'),
		body: fc.oneof(
			{ weight: 9, arbitrary: accepts.map((list) => ({ x402Version: 2, accepts: list })) },
			{ weight: 1, arbitrary: nearly(fc.constant({ x402Version: 2, accepts: [honest.evm] })) },
		),
		header: json,
		maximum: fc.constantFrom(...MAXIMA),
		amount: fc.constantFrom(1, 5_000_000, 6_000_000, 10_000_001),
		receiver: fc.constantFrom('honest' as const, 'other' as const),
	},
	{ requiredKeys: ['rail', 'body', 'maximum'] },
);

async function check({ rail, body, header, maximum, amount, receiver }: Case): Promise<string> {
	const text = header === undefined ? undefined : JSON.stringify(redact.value(header));
	const headers = text ? { 'PAYMENT-REQUIRED': Buffer.from(text).toString('base64') } : {};
	const pinned = receiver && (receiver === 'honest' ? String(honest[rail].payTo) : OTHER[rail]);
	const limits = {
		maximum: BigInt(maximum),
		...(amount !== undefined && { amount: BigInt(amount) }),
		...(pinned !== undefined && { receiver: pinned }),
	};
	const { value, failure } = await attempt(async () => {
		const required = paymentRequired({ status: 402, headers, body: redact.value(body) });
		paymentOptions(required);
		const offer = chooseOffer(required, wallets[rail], limits);
		const moment = { now: NOW, nonce: NONCE, blockhash: BLOCKHASH };
		return (await paymentHeader(wallets[rail], offer, moment)).value;
	});
	if (failure) {
		must(
			failure.message.startsWith('Nothing was signed'),
			'a refusal says that nothing was signed',
		);
		must(failure.message.length < 700, 'a refusal is short');
		return 'refused';
	}
	const { accepted, payload } = JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
	must(BigInt(accepted.amount) <= limits.maximum, 'no more is signed than is allowed');
	must(amount === undefined || accepted.amount === String(amount), 'the Amount is what is signed');
	must(pinned === undefined || same(accepted.payTo, pinned), 'the pinned receiver is signed');
	must(!same(accepted.payTo, wallets[rail].address), 'the wallet does not pay itself');
	must(same(accepted.asset, String(honest[rail].asset)), 'USDC is signed');
	must(
		accepted.network === honest[rail].network && accepted.scheme === 'exact',
		'as it is offered',
	);
	must(accepted.maxTimeoutSeconds <= 300, 'no payment is valid for more than five minutes');
	if (rail === 'evm') evmSigned(accepted, payload);
	else solanaSigned(accepted, payload);
	return 'signed';
}

const same = (one: unknown, other: string) => String(one).toLowerCase() === other.toLowerCase();

const TYPES = {
	TransferWithAuthorization: [
		{ name: 'from', type: 'address' },
		{ name: 'to', type: 'address' },
		{ name: 'value', type: 'uint256' },
		{ name: 'validAfter', type: 'uint256' },
		{ name: 'validBefore', type: 'uint256' },
		{ name: 'nonce', type: 'bytes32' },
	],
};
const DOMAIN = {
	name: 'USD Coin',
	version: '2',
	chainId: 8453,
	verifyingContract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
};

/** What ethers reads in it, and what is sent beside it, are the same. */
function evmSigned(accepted: Record<string, unknown>, payload: unknown): void {
	const { authorization: said, signature } = payload as {
		authorization: Record<string, string>;
		signature: string;
	};
	must(same(accepted.payTo, String(said.to)), 'the receiver of the offer is signed');
	must(String(accepted.amount) === said.value, 'the amount of the offer is signed');
	must(Number(said.validBefore) * 1000 <= NOW + 300_000, 'the payment lapses in five minutes');
	must(verifyTypedData(DOMAIN, TYPES, said, signature) === wallets.evm.address, 'it is signed');
}

/** The one transfer of the transaction: instruction 12 of the token program, with its amount. */
function solanaSigned(accepted: Record<string, unknown>, payload: Record<string, string>): void {
	const { message } = parts(Buffer.from(String(payload.transaction), 'base64'));
	const key = (index: number) => encodeBase58(message.subarray(5 + 32 * index, 37 + 32 * index));
	const extra = accepted.extra as Record<string, unknown>;
	must(key(0) === extra.feePayer, 'the fee payer of the offer pays the fee');
	must(key(1) === wallets.solana.address, 'the wallet pays');
	const units = Buffer.alloc(10);
	units[0] = 12;
	units.writeBigUInt64LE(BigInt(String(accepted.amount)), 1);
	units[9] = 6;
	must(Buffer.from(message).includes(units), 'the amount of the offer is signed');
}

export const offers: Fuzzer<Case> = { name: 'offers', runs: 500, cases, check };
