import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types';
import { PaymentPayloadV2Schema } from '@x402/core/schemas';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { encodeBase58 } from 'ethers';
import { chooseOffer } from '../../../lib/wallet/offer';
import { paymentHeader } from '../../../lib/wallet/payment';
import { openWallet } from '../../../lib/wallet/wallet';
import { sign } from '../../service/wallet/nacl';
import { openSolanaChain, parts } from '../../service/wallet/solanaChain';
import { DOLLAR, solanaAddressOf, solanaEntry, wallets } from './offers';
import { rounds } from '../../rounds';
import { Random } from './random';

const ROUNDS = rounds(6, 300);

type KitSigner = ConstructorParameters<typeof ExactSvmScheme>[0];
type Payment = PaymentPayload & { payload: { transaction: string } };

/** The signer that Solana's own library wants, signing with tweetnacl. */
function kitSigner(pair: ReturnType<typeof sign.keyPair.fromSeed>): KitSigner {
	const address = encodeBase58(pair.publicKey);
	const signer = {
		address,
		signTransactions: async (transactions: Array<{ messageBytes: Uint8Array }>) =>
			transactions.map(({ messageBytes }) => ({
				[address]: sign.detached(Uint8Array.from(messageBytes), pair.secretKey),
			})),
	};
	return signer as unknown as KitSigner;
}

/** A node of the chain that knows one account: the mint of USDC (82 bytes; 6 decimals at byte 44). */
function startRpc(): Promise<Server> {
	const mint = Buffer.alloc(82);
	mint.set([6, 1], 44);
	const account = {
		data: [mint.toString('base64'), 'base64'],
		executable: false,
		lamports: 1,
		owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
		rentEpoch: 0,
		space: 82,
	};
	const server = createServer((request, response) => {
		request.on('data', (body: Buffer) => {
			const { id } = JSON.parse(body.toString());
			const result = { context: { slot: 1 }, value: account };
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
		});
	});
	return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

let server: Server;
beforeAll(async () => {
	server = await startRpc();
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

it(`signs ${ROUNDS} random payments like Solana's own library, byte for byte, and the x402 facilitator takes each once`, async () => {
	const random = new Random('solana payments');
	const chain = await openSolanaChain(random.bytes(32));
	const rpcUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	for (let round = 0; round < ROUNDS; round += 1) {
		const pair = sign.keyPair.fromSeed(random.bytes(32));
		const wallet = openWallet('solana', encodeBase58(pair.secretKey));
		const memo = random.pick([random.hex(16), random.text(1, 64, 'aé€ 09😀')]);
		const entry = solanaEntry({
			amount: String(random.int(5_000_000, 9_000_000_000)),
			payTo: solanaAddressOf(random),
			maxTimeoutSeconds: random.int(1, 300),
			extra: { feePayer: chain.feePayer, memo, recentBlockhash: encodeBase58(random.bytes(32)) },
		});
		const required = { x402Version: 2, accepts: [entry] };
		const offer = chooseOffer(required, wallet, { maximum: 10_000n * DOLLAR });
		const moment = { now: Date.now(), nonce: random.bytes(32) };
		const { value } = await paymentHeader(wallet, offer, moment);
		const payment: Payment = JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
		expect(PaymentPayloadV2Schema.safeParse(payment).success).toBe(true);
		expect(payment.accepted).toEqual(entry);

		const requirements = payment.accepted as PaymentRequirements;
		const library = new ExactSvmScheme(kitSigner(pair), { rpcUrl });
		const { payload } = await library.createPaymentPayload(2, requirements);
		expect(payment.payload).toEqual(payload);

		const { message, signatures } = parts(Buffer.from(payment.payload.transaction, 'base64'));
		expect(signatures).toHaveLength(2);
		expect(
			sign.detached.verify(
				Uint8Array.from(message),
				Uint8Array.from(signatures[1] ?? []),
				pair.publicKey,
			),
		).toBe(true);
		const verdict = await chain.facilitator.verify(payment, requirements);
		expect(verdict).toMatchObject({ isValid: true, payer: wallet.address });
		expect(await chain.facilitator.settle(payment, requirements)).toMatchObject({
			success: true,
		});
		expect((await chain.facilitator.settle(payment, requirements)).success).toBe(false);
	}
	expect(chain.sent).toHaveLength(ROUNDS);
});

const offerOf = (extra: Record<string, unknown>) => {
	const entry = solanaEntry();
	const required = {
		x402Version: 2,
		accepts: [{ ...entry, extra: { ...entry.extra, ...extra } }],
	};
	return chooseOffer(required, wallets.solana, { maximum: 10n * DOLLAR });
};

it('uses a given block hash and writes the head of the nonce as memo when the service names neither', async () => {
	const nonce = new Random('nonce').bytes(32);
	const bytes = new Random('hash').bytes(32);
	const moment = { now: 0, nonce, blockhash: encodeBase58(bytes) };
	const { value } = await paymentHeader(wallets.solana, offerOf({}), moment);
	const { payload } = JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
	const transaction = Buffer.from(payload.transaction, 'base64');
	expect(transaction.includes(Buffer.from(bytes))).toBe(true);
	const memo = Buffer.from(Buffer.from(nonce.subarray(0, 16)).toString('hex'));
	expect(transaction.includes(memo)).toBe(true);
});

it.each([undefined, '', 'not a hash', encodeBase58(new Random('short').bytes(31))])(
	'signs nothing with the block hash %p',
	async (blockhash) => {
		const moment = { now: 0, nonce: new Uint8Array(32), blockhash };
		const signing = paymentHeader(wallets.solana, offerOf({}), moment);
		await expect(signing).rejects.toThrow(/block hash/);
	},
);
