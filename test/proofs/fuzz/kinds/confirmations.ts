import fc from 'fast-check';

import { confirmationOf } from '../../../../lib/wallet/confirmation';
import { unitsOfServiceAmount } from '../../../../lib/wallet/usdc';
import { wallets } from '../../../lib/wallet/offers';
import { attempt, must, type Fuzzer } from '../fuzzer';
import { json, nearly } from '../values';

interface Case {
	body: unknown;
	receipt?: unknown;
}

const PAID = { amount: 5_000_000n, wallet: wallets.evm.address };

const honest = fc
	.constantFrom<unknown>(5, '5.0', 4.999999, 0.01, '5', 5_000_000, '5000000', 1e30)
	.map((amountCredited): unknown => ({
		success: true,
		data: { walletAddress: PAID.wallet, amountCredited, newBalance: 7, paymentId: 'payment' },
	}));

const cases: fc.Arbitrary<Case> = fc.record(
	{
		body: nearly(honest),
		receipt: fc.oneof(json, nearly(fc.constant({ success: true, transaction: '0x12' }))),
	},
	{ requiredKeys: ['body'] },
);

async function check({ body, receipt }: Case): Promise<string> {
	const text = receipt === undefined ? undefined : JSON.stringify(receipt);
	const headers = text ? { 'payment-response': Buffer.from(text).toString('base64') } : {};
	const { value } = await attempt(() => {
		const read = confirmationOf({ headers, body }, PAID);
		// Facts of an answer are shown as they are once its secrets are out, which is done where answers enter.
		return 'doubt' in read ? read : { amountCredited: read.amountCredited };
	});
	must(value !== undefined, 'an answer is a confirmation or a doubt, never a failure');
	if ('doubt' in value) return 'doubted';
	const said = body as { success: unknown; data: { amountCredited: unknown } };
	must(said.success === true, 'the service said success');
	const credited = unitsOfServiceAmount(said.data.amountCredited);
	must(
		credited === PAID.amount || credited === PAID.amount * 1_000_000n,
		'what was paid is what was credited, in dollars or base units',
	);
	must(value.amountCredited === 5, 'the amount is that of the service');
	return 'confirmed';
}

export const confirmations: Fuzzer<Case> = { name: 'top-up answers', runs: 5_000, cases, check };
