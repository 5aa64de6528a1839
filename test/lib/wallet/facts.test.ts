import { paymentRequired } from '../../../lib/wallet/challenge';
import { paymentReceipt } from '../../../lib/wallet/confirmation';
import { paymentOptions } from '../../../nodes/InferenceX402/operations/paymentOption/getMany.operation';
import { signInSite } from '../../../lib/wallet/site';
import { unitsOfServiceAmount, usdcText, usdcUnits } from '../../../lib/wallet/usdc';
import { evmEntry, solanaEntry } from './offers';

describe('amounts', () => {
	it.each<[unknown, bigint, string]>([
		['5', 5_000_000n, '5'],
		[10, 10_000_000n, '10'],
		[0.000001, 1n, '0.000001'],
		[' 12.50 ', 12_500_000n, '12.5'],
		['0.000001', 1n, '0.000001'],
		['999999999999.999999', 999_999_999_999_999_999n, '999999999999.999999'],
	])('reads %p', (value, units, text) => {
		expect(usdcUnits(value, 'Amount')).toBe(units);
		expect(usdcText(units)).toBe(text);
	});

	it.each(['', '0', '0.0', '-5', '+5', '5e3', '0x5', '5,50', '.5', '5.', '1.1234567', 'NaN'])(
		'refuses %p by the name of the field',
		(value) => expect(() => usdcUnits(value, 'Maximum Amount')).toThrow(/^Maximum Amount must/),
	);

	it.each([undefined, null, NaN, Infinity, 1e21, 1e-7, {}, [5], true, 10n])(
		'refuses %p',
		(value) => {
			expect(() => usdcUnits(value, 'Amount')).toThrow(/Amount must/);
		},
	);
});

it.each<[unknown, bigint | undefined]>([
	[12.25, 12_250_000n],
	['5.00', 5_000_000n],
	[-0.000001, -1n],
	[0.1 + 0.2, 300_000n],
	[1e300, undefined],
	[Number.NaN, undefined],
	['five', undefined],
	['1e3', undefined],
	[null, undefined],
])('reads the credited amount %p', (value, units) =>
	expect(unitsOfServiceAmount(value)).toBe(units),
);

describe('whom to sign in to', () => {
	const BASE = 'https://api.example.com/api/v1/';

	it('is the host of the base URL, with the statement of the credential or a default one', () => {
		const known = { domain: 'api.example.com', uri: 'https://api.example.com' };
		expect(signInSite(BASE, ' Mine. ')).toEqual({ ...known, statement: 'Mine.' });
		expect(signInSite(BASE)).toEqual({ ...known, statement: expect.stringMatching(/^\w/) });
		expect(signInSite('http://127.0.0.1:5678/api/v1')).toMatchObject({
			domain: '127.0.0.1:5678',
			uri: 'http://127.0.0.1:5678',
		});
	});

	it.each(['"quoted"', 'a\nb', 'é', '100%', '<b>'])('allows no statement %p', (statement) => {
		expect(() => signInSite(BASE, statement)).toThrow(/Statement/);
	});
});

describe('what a 402 says', () => {
	it('ignores a header that cannot be read', () => {
		const body = { x402Version: 2, accepts: [evmEntry()] };
		const headers = { 'payment-required': '%%%' };
		expect(paymentRequired({ status: 402, headers, body })).toEqual(body);
	});

	it('shows every option in plain facts', () => {
		const accepts = [
			evmEntry(),
			solanaEntry({ amount: '5250000' }),
			{ network: 'eip155:1', amount: 'x' },
			'text',
		];
		const [base, solana, other, ...rest] = paymentOptions({ x402Version: 2, accepts });
		expect(base).toEqual({
			rail: 'evm',
			network: 'eip155:8453',
			amountUsd: 5,
			baseUnits: '5000000',
			asset: evmEntry().asset,
			receiver: evmEntry().payTo,
			validForSeconds: 300,
		});
		expect(solana).toMatchObject({
			rail: 'solana',
			amountUsd: 5.25,
			feePayer: solanaEntry().extra.feePayer,
		});
		expect(other).toEqual({ network: 'eip155:1', baseUnits: 'x', asset: '', receiver: '' });
		expect(rest).toEqual([]);
	});
});

it('reads the receipt of a payment', () => {
	const receipt = { success: true, network: 'eip155:8453', payer: '0x1', transaction: '0x2' };
	const value = Buffer.from(JSON.stringify({ ...receipt, more: 1 })).toString('base64');
	expect(paymentReceipt({ 'Payment-Response': value })).toEqual(receipt);
	expect(paymentReceipt({ 'payment-response': 'e30=' })).toEqual({ success: false });
	expect(paymentReceipt({ 'payment-response': 'nonsense' })).toBeUndefined();
	expect(paymentReceipt({})).toBeUndefined();
});
