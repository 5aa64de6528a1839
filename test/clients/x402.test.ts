import { x402Client } from '@x402/core/client';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/client';
import { wrapFetchWithPayment } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';
import { ACCEPTS } from '../service/wallet/accepts';
import { startService, type LocalService } from '../service/service';

/** The payment clients that the authors of x402 publish, against the local service. */
let service: LocalService;
beforeAll(async () => {
	service = await startService();
});
beforeEach(() => service.reset());
afterEach(() => expect(service.unexpected).toEqual([]));
afterAll(async () => await service.close());

const account = privateKeyToAccount(`0x${'0b'.repeat(32)}`);
const topUp = () => `${service.url}/x402/top-up`;
const confirmed = {
	success: true,
	data: { walletAddress: account.address.toLowerCase(), amountCredited: 5, newBalance: 5 },
};

it('pays for a top-up, with the fetch of the client', async () => {
	const client = x402Client.fromConfig({
		schemes: [{ network: 'eip155:*', client: new ExactEvmScheme(account) }],
		spendControls: false,
	});
	const paying = wrapFetchWithPayment(fetch, client);
	const response = await paying(topUp(), { method: 'POST' });
	expect(response.status).toBe(200);
	expect(await response.json()).toMatchObject(confirmed);
	expect(response.headers.get('payment-response')).toEqual(expect.any(String));
	expect(service.payments).toMatchObject([{ payer: account.address, amountUsd: 5 }]);
	const [, paid] = service.requests('/x402/top-up');
	expect(paid?.headers['payment-signature']).toEqual(expect.any(String));
});

it.each(['x-payment', 'x-402-payment'])(
	'takes the older form of the payment too, in %s',
	async (name) => {
		const [offer] = ACCEPTS;
		if (offer === undefined) throw new Error('Nothing is offered');
		const older = {
			...{ ...offer, network: 'base', maxAmountRequired: offer.amount },
			...{ resource: topUp(), description: '', mimeType: '' },
		};
		const payment = await new ExactEvmSchemeV1(account).createPaymentPayload(1, older as never);
		const whole = { ...payment, scheme: 'exact', network: 'base' };
		expect(whole).not.toHaveProperty('accepted');
		const header = Buffer.from(JSON.stringify(whole)).toString('base64');
		const sent = { method: 'POST', headers: { [name]: header } };
		const response = await fetch(topUp(), sent);
		expect(await response.json()).toMatchObject(confirmed);
		expect(service.payments).toHaveLength(1);
		const again = await fetch(topUp(), sent);
		expect(await again.json()).toMatchObject(confirmed);
		expect(service.payments).toHaveLength(1);
	},
);

it('refuses a payment of an unknown form', async () => {
	const header = Buffer.from(JSON.stringify({ x402Version: 3, payload: {} })).toString('base64');
	const sent = { method: 'POST', headers: { 'payment-signature': header } };
	expect((await fetch(topUp(), sent)).status).toBe(400);
	expect(service.payments).toEqual([]);
});
