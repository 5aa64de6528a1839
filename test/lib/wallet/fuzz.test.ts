import { confirmation } from '../../../lib/wallet/confirmation';
import { paymentRequired } from '../../../lib/wallet/challenge';
import { chooseOffer } from '../../../lib/wallet/offer';
import { paymentOptions } from '../../../lib/wallet/options';
import { paymentHeader } from '../../../lib/wallet/payment';
import { rounds } from '../../rounds';
import { ServiceFailure } from '../../../lib/transport/errors/failure';
import { DOLLAR, evmEntry, solanaEntry, wallets } from './offers';
import { Random } from './random';

const ROUNDS = rounds(400, 10_000);
const MAXIMUM = 10n * DOLLAR;
const HASH = solanaEntry().payTo;

/** What stands where a service should have written something else. */
const ODD: unknown[] = [
	undefined,
	null,
	true,
	0,
	-1,
	2,
	300,
	1e308,
	Number.NaN,
	'',
	'0',
	'5000000',
	'10000001',
	'-5000000',
	'5e6',
	'0x4c4b40',
	' 5000000',
	'9'.repeat(400),
	'exact',
	'\u0000',
	'\u202e',
	'__proto__',
	'constructor',
	'<script>',
	evmEntry().payTo,
	solanaEntry().payTo,
	wallets.evm.address,
	wallets.solana.address,
	[],
	['5000000'],
	{},
	{ toString: 'no function' },
	{ name: 'USD Coin', version: '2' },
];

const PLACES = ['scheme', 'network', 'amount', 'asset', 'payTo', 'maxTimeoutSeconds', 'extra'];
const EXTRAS = ['name', 'version', 'feePayer', 'memo', 'recentBlockhash', 'assetTransferMethod'];

function oddEntry(random: Random): unknown {
	if (random.int(0, 30) === 0) return random.pick(ODD);
	const entry: Record<string, unknown> = random.pick([evmEntry, solanaEntry])();
	const extra = { ...(entry.extra as object) } as Record<string, unknown>;
	entry.extra = extra;
	for (let change = random.int(0, 2); change > 0; change--) {
		if (random.int(0, 1) === 0) entry[random.pick(PLACES)] = random.pick(ODD);
		else extra[random.pick(EXTRAS)] = random.pick(ODD);
	}
	if (random.int(0, 3) === 0) entry.amount = String(random.int(1, 20_000_000));
	return entry;
}

/** What is signed, or undefined where a ServiceFailure refused it; anything else that is thrown fails the test. */
async function signed(rail: 'evm' | 'solana', body: unknown): Promise<string | undefined> {
	try {
		const required = paymentRequired({ status: 402, headers: {}, body });
		paymentOptions(required);
		const offer = chooseOffer(required, wallets[rail], { maximum: MAXIMUM });
		const moment = { now: 0, nonce: new Uint8Array(32), blockhash: String(HASH) };
		const { value } = await paymentHeader(wallets[rail], offer, moment);
		return value;
	} catch (error) {
		expect(error).toBeInstanceOf(ServiceFailure);
		expect((error as Error).message).toMatch(/^Nothing was signed/);
		expect((error as Error).message.length).toBeLessThan(600);
		return undefined;
	}
}

it(`signs within the limits only, in ${ROUNDS} rounds of odd offers`, async () => {
	const random = new Random('odd offers');
	let count = 0;
	for (let round = 0; round < ROUNDS; round++) {
		const rail = random.pick(['evm', 'solana'] as const);
		const accepts = Array.from({ length: random.int(0, 3) }, () => oddEntry(random));
		const x402Version = random.int(0, 9) === 0 ? random.pick(ODD) : 2;
		const header = await signed(rail, { x402Version, accepts });
		if (header === undefined) continue;
		count++;
		const { accepted, payload } = JSON.parse(Buffer.from(header, 'base64').toString('utf8'));
		const honest = rail === 'evm' ? evmEntry() : solanaEntry();
		expect(BigInt(accepted.amount)).toBeLessThanOrEqual(MAXIMUM);
		expect(accepted).toMatchObject({ scheme: 'exact', network: honest.network });
		expect(String(accepted.asset).toLowerCase()).toBe(String(honest.asset).toLowerCase());
		expect(accepted.maxTimeoutSeconds).toBeLessThanOrEqual(300);
		expect(accepted.payTo).not.toBe(wallets[rail].address);
		if (rail === 'solana') continue;
		expect(payload.authorization).toMatchObject({ to: accepted.payTo, value: accepted.amount });
		expect(payload.authorization.from).toBe(wallets.evm.address);
	}
	expect(count).toBeGreaterThan(ROUNDS / 20);
});

it(`takes no odd answer for a confirmation, in ${ROUNDS} rounds`, () => {
	const random = new Random('odd answers');
	const paid = { amount: 5n * DOLLAR, wallet: wallets.evm.address };
	let count = 0;
	for (let round = 0; round < ROUNDS; round++) {
		const odd = (usual: unknown) => (random.int(0, 2) === 0 ? random.pick(ODD) : usual);
		const data = odd({
			walletAddress: odd(paid.wallet),
			amountCredited: odd(random.pick([5, 5, '5.0', 4.999999, 0.01])),
			paymentId: odd('payment'),
		});
		const body = odd({ success: odd(true), data });
		const headers = { 'payment-response': odd('e30') };
		const read = confirmation({ headers, body }, paid);
		if ('doubt' in read) continue;
		count++;
		expect(body).toMatchObject({ success: true });
		expect(read.amountCredited).toBeGreaterThanOrEqual(5);
	}
	expect(count).toBeGreaterThan(ROUNDS / 100);
});
