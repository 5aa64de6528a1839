import { encodeBase58, decodeBase58, hexlify, toBeArray } from 'ethers';
import { SiweMessage } from 'siwe';
import { sign } from '../../service/wallet/nacl';
import { signInSite } from '../../../lib/wallet/site';
import { SIGN_IN_LIFE_MS, siwxHeader } from '../../../lib/wallet/siwx';
import { openWallet } from '../../../lib/wallet/wallet';
import { wallets } from './offers';
import { rounds } from '../../rounds';
import { Random } from './random';

const ROUNDS = rounds(12, 600);
const STATEMENT_LETTERS = "abcXYZ 0189 :/?#[]@!$&'()*+,;=-._~";
const HOSTS = ['https://api.example.com', 'http://127.0.0.1:8080', 'https://a-b.example.co.uk:444'];

function request(random: Random) {
	const baseUrl = `${random.pick(HOSTS)}/api/v1${random.pick(['', '/'])}`;
	const statement = `S${random.text(0, 60, STATEMENT_LETTERS)}`.trim();
	const now = random.int(1_600_000_000_000, 4_000_000_000_000);
	return { site: signInSite(baseUrl, statement), now, nonce: random.hex(8) };
}

function decoded(value: string): Record<string, unknown> & { message: string; signature: string } {
	expect(value).toMatch(/^[A-Za-z0-9+/]+=*$/);
	return JSON.parse(Buffer.from(value, 'base64').toString('utf8'));
}

it(`signs ${ROUNDS} random EVM headers that siwe and ethers verify`, async () => {
	const random = new Random('evm headers');
	for (let round = 0; round < ROUNDS; round += 1) {
		const wallet = openWallet('evm', random.hex(32));
		const { site, now, nonce } = request(random);
		const { name, value } = await siwxHeader(wallet, { site, now, nonce });
		const payload = decoded(value);
		expect(name).toBe('SIGN-IN-WITH-X');
		expect(Object.keys(payload)).toEqual([
			'address',
			'message',
			'signature',
			'timestamp',
			'chainId',
		]);
		expect(payload).toMatchObject({ address: wallet.address, timestamp: now, chainId: 8453 });
		const message = new SiweMessage(payload.message);
		expect(message).toMatchObject({ ...site, address: wallet.address, chainId: 8453, nonce });
		expect(Date.parse(message.issuedAt ?? '')).toBe(now);
		expect(Date.parse(message.expirationTime ?? '')).toBe(now + SIGN_IN_LIFE_MS);
		const time = new Date(now + 1000).toISOString();
		const { success } = await message.verify({
			signature: payload.signature,
			domain: site.domain,
			nonce,
			time,
		});
		expect(success).toBe(true);
	}
});

it(`signs ${ROUNDS} random Solana headers that tweetnacl verifies`, async () => {
	const random = new Random('solana headers');
	for (let round = 0; round < ROUNDS; round += 1) {
		const pair = sign.keyPair.fromSeed(random.bytes(32));
		const wallet = openWallet('solana', encodeBase58(pair.secretKey));
		const { site, now, nonce } = request(random);
		const payload = decoded((await siwxHeader(wallet, { site, now, nonce })).value);
		expect(payload).toMatchObject({
			address: encodeBase58(pair.publicKey),
			timestamp: now,
			chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
			type: 'ed25519',
		});
		expect(payload.message).toBe(
			`${site.domain} wants you to sign in with your Solana account:\n${wallet.address}\n\n${site.statement}\n\nURI: ${site.uri}\nVersion: 1\nChain ID: 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp\nNonce: ${nonce}\nIssued At: ${new Date(now).toISOString()}\nExpiration Time: ${new Date(now + 240_000).toISOString()}`,
		);
		const signature = toBeArray(decodeBase58(payload.signature), 64);
		expect(hexlify(signature)).toHaveLength(130);
		expect(
			sign.detached.verify(
				Uint8Array.from(Buffer.from(payload.message)),
				Uint8Array.from(signature),
				pair.publicKey,
			),
		).toBe(true);
	}
});

const site = { domain: 'api.example.com', uri: 'https://api.example.com', statement: 'Hello' };

it('uses the older name of the header where asked', async () => {
	const asked = { site, now: 0, nonce: '0123456789abcdef', legacyHeader: true };
	expect((await siwxHeader(wallets.evm, asked)).name).toBe('X-Sign-In-With-X');
});

it.each([
	['a line break in the statement', { site: { ...site, statement: 'a\nURI: https://evil' } }],
	['a line separator in the statement', { site: { ...site, statement: 'a\u2028b' } }],
	['a line break in the domain', { site: { ...site, domain: 'a\nb' } }],
	['a line break in the uri', { site: { ...site, uri: 'https://a\r\nb' } }],
	['a short nonce', { nonce: 'abc' }],
	['a nonce with a hyphen', { nonce: '01234567-89ab' }],
])('signs no text with %s', async (_what, change) => {
	const asked = { site, now: 0, nonce: '0123456789abcdef', ...change };
	await expect(siwxHeader(wallets.solana, asked)).rejects.toThrow(/sign-in/);
});
