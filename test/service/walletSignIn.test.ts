import { Wallet } from 'ethers';
import { signInSite } from '../../lib/wallet/site';
import { siwxHeader } from '../../lib/wallet/siwx';
import { openWallet } from '../../lib/wallet/wallet';
import { chat } from './client';
import { sign } from './wallet/nacl';
import { evmHeader, type SignInChange, solanaAddress, solanaHeader } from './wallet/signer';
import { localService } from './underTest';

const evm = Wallet.createRandom();
const pair = sign.keyPair();
const local = localService();
beforeEach(() => {
	local.service.reset();
	local.service.credit(evm.address, 1);
	local.service.credit(solanaAddress(pair), 1);
});

const send = (value: string, name = 'sign-in-with-x', path = '/chat/completions') =>
	local.call(path, { body: chat(), key: null, headers: { [name]: value } });

it.each(['SIGN-IN-WITH-X', 'X-Sign-In-With-X'])('takes a wallet by the header %s', async (name) => {
	expect((await send(await evmHeader(local.service, evm), name)).status).toBe(200);
	expect((await send(solanaHeader(local.service, pair), name)).status).toBe(200);
	expect((await send(solanaHeader(local.service, pair, { base64: true }), name)).status).toBe(200);
});

it.each([8453, '8453', 'eip155:8453'])('takes the chain id %p', async (chainId) => {
	expect((await send(await evmHeader(local.service, evm, { fields: { chainId } }))).status).toBe(
		200,
	);
});

it('takes what the package signs, on both networks', async () => {
	const seed = Buffer.from(pair.secretKey.subarray(0, 32)).toString('hex');
	for (const wallet of [openWallet('evm', evm.privateKey), openWallet('solana', seed)]) {
		const site = signInSite(local.service.url, 'Hi');
		const nonce = Buffer.from(sign.keyPair().publicKey.subarray(0, 8)).toString('hex');
		const { name, value } = await siwxHeader(wallet, { site, now: Date.now(), nonce });
		expect((await send(value, name)).status).toBe(200);
	}
});

it('spends a nonce with the first verified signature, per wallet, even when the call then fails', async () => {
	const value = await evmHeader(local.service, evm, { nonce: 'abcdef0123456789' });
	const broken = { body: { model: 5 }, key: null, headers: { 'sign-in-with-x': value } };
	expect((await local.call('/chat/completions', broken)).status).toBe(400);
	expect(await send(value)).toMatchObject({
		status: 401,
		json: { code: 'X402_INVALID_SIGN_IN', error: expect.stringMatching(/nonce/) },
	});
	const again = await evmHeader(local.service, evm, { nonce: 'abcdef0123456789' });
	expect((await send(again)).status).toBe(401);
	const other = solanaHeader(local.service, pair, { nonce: 'abcdef0123456789' });
	expect((await send(other)).status).toBe(200);
});

const REFUSED: Array<[string, SignInChange, RegExp]> = [
	['another domain', { domain: 'api.example.com' }, /domain/],
	['another address', { uri: 'https://api.example.com' }, /address of the service/],
	['a text issued 31 s ahead', { issuedIn: 31_500 }, /future/],
	['a text older than 5 minutes', { issuedIn: -300_000, life: 600_000 }, /expired/],
	['a text past its end', { issuedIn: -10_000, life: 9_000 }, /expired/],
	['another chain in the header', { fields: { chainId: 'eip155:1' } }, /chain/],
	['another chain in the text', { chain: 1 }, /chain/],
	['another timestamp', { fields: { timestamp: 5 } }, /timestamp/],
	['another type', { fields: { type: 'eip1271' } }, /type/],
	['a changed text', { fields: { message: 'Hello' } }, /follow/],
	['a signature that is none', { fields: { signature: 'none' } }, /signature/],
	['no signature', { fields: { signature: undefined } }, /texts/],
];

describe.each(['evm', 'solana'])('refuses from a wallet on %s', (rail) => {
	it.each(REFUSED)('a sign-in with %s is refused', async (_what, change, words) => {
		const make =
			rail === 'evm'
				? evmHeader(local.service, evm, change)
				: solanaHeader(local.service, pair, change);
		const reply = await send(await make);
		expect(reply.status).toBe(401);
		expect(reply.json).toEqual({
			code: 'X402_INVALID_SIGN_IN',
			error: expect.stringMatching(words),
		});
	});
});

it('allows 30 s ahead and nearly 5 minutes', async () => {
	expect((await send(await evmHeader(local.service, evm, { issuedIn: 28_000 }))).status).toBe(200);
	const old = { issuedIn: -290_000, life: 600_000 };
	expect((await send(await evmHeader(local.service, evm, old))).status).toBe(200);
});

it('refuses the address and signature of another wallet', async () => {
	const { address } = Wallet.createRandom();
	const claimed = await evmHeader(local.service, evm, { fields: { address } });
	expect(await send(claimed)).toMatchObject({
		status: 401,
		json: { code: 'X402_INVALID_SIGN_IN' },
	});
	const other = Buffer.from(
		await evmHeader(local.service, Wallet.createRandom()),
		'base64',
	).toString();
	const { signature } = JSON.parse(other);
	const forged = await evmHeader(local.service, evm, { fields: { signature } });
	expect((await send(forged)).status).toBe(401);
});

it.each(['', '%%%', Buffer.from('[]').toString('base64'), Buffer.from('{').toString('base64')])(
	'refuses the header "%s"',
	async (value) => {
		expect((await send(value)).status).toBe(401);
	},
);

it('prefers the header where a key comes too', async () => {
	const headers = { 'sign-in-with-x': await evmHeader(local.service, evm) };
	const reply = await local.call('/chat/completions', { body: chat(), headers });
	expect(reply.headers['x-balance-remaining']).toMatch(/^0\.\d{6}$/);
	expect(local.service.ledger).toMatchObject([{ user: evm.address.toLowerCase() }]);
	const wrong = { 'sign-in-with-x': 'wrong' };
	expect((await local.call('/chat/completions', { body: chat(), headers: wrong })).status).toBe(
		401,
	);
});

it.each([
	'/billing/balance',
	'/billing/usage-history',
	'/billing/usage-analytics',
	'/characters',
	'/api_keys/rate_limits',
	'/api_keys/rate_limits/log',
])('keeps %s for keys', async (path) => {
	const headers = { 'sign-in-with-x': await evmHeader(local.service, evm) };
	const reply = await local.call(path, { key: null, headers });
	expect(reply).toMatchObject({ status: 401, json: { code: 'AUTHENTICATION_FAILED' } });
});

it('serves five requests of a wallet at once, and no sixth', async () => {
	local.service.fault({ path: '/chat/completions', delayMs: 2_000, times: 6 });
	const headers = await Promise.all(Array.from({ length: 6 }, () => evmHeader(local.service, evm)));
	const replies = await Promise.all(headers.map((value) => send(value)));
	expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429]);
	expect((await send(await evmHeader(local.service, evm))).status).toBe(200);
	expect((await send(solanaHeader(local.service, pair))).status).toBe(200);
	expect(local.service.unexpected).toEqual([]);
});
