import { getBytes, keccak256, toUtf8Bytes, TypedDataEncoder } from 'ethers';

import { decodeBase58, encodeBase58 } from '../../../lib/wire/keys/base58';
import { ed25519PublicKey, ed25519Sign } from '../../../lib/wire/keys/ed25519';
import { parsePrivateKey } from '../../../lib/wire/keys/privateKey';
import {
	TRANSFER_DOMAIN,
	TRANSFER_TYPES,
	evmChecksumAddress,
	evmAddress,
	signPersonal,
	signTypedData,
	typedDataDigest,
} from '../../../lib/wallet/evm';
import { signInText } from '../../../lib/wallet/siwx';
import { associatedTokenAccount } from '../../../lib/wallet/solana';
import { openWallet } from '../../../lib/wallet/wallet';
import vectors from './vectors.json';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replace(/^0x/, ''), 'hex'));
const hex = (from: Uint8Array) => Buffer.from(from).toString('hex');
const keyOf = (phrase: string) => keccak256(toUtf8Bytes(phrase));

const MAIL = {
	domain: {
		name: 'Ether Mail',
		version: '1',
		chainId: 1,
		verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
	},
	types: {
		Person: [
			{ name: 'name', type: 'string' },
			{ name: 'wallet', type: 'address' },
		],
		Mail: [
			{ name: 'from', type: 'Person' },
			{ name: 'to', type: 'Person' },
			{ name: 'contents', type: 'string' },
		],
	},
	primaryType: 'Mail',
	message: {
		from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
		to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
		contents: 'Hello, Bob!',
	},
} as const;

describe('Ethereum', () => {
	it('has the keccak-256 that the vectors are made with', () => {
		expect(keccak256('0x')).toBe(vectors.keccak256.empty);
	});

	it.each(vectors.accounts)('derives the address of $name', (account) => {
		const key = account.privateKey ?? keyOf(account.privateKeyFromKeccakOfUtf8 ?? '');
		expect(openWallet('evm', key).address).toBe(account.address);
		expect(evmAddress(parsePrivateKey('evm', key.slice(2).toUpperCase()))).toBe(account.address);
	});

	it.each(vectors.eip55.addresses)('writes %s with the capitals of EIP-55', (address) => {
		expect(evmChecksumAddress(address.toLowerCase())).toBe(address);
		expect(evmChecksumAddress(address)).toBe(address);
	});

	it.each(vectors.eip191)('signs "$message" under EIP-191', async ({ message, ...known }) => {
		expect(await signPersonal(bytes(known.privateKey), message)).toBe(known.signature);
		expect(await openWallet('evm', known.privateKey).signText(message)).toBe(known.signature);
	});

	it('signs the mail of EIP-712', async () => {
		const { digest, r, s, v, privateKeyFromKeccakOfUtf8 } = vectors.eip712Mail;
		const key = getBytes(keyOf(privateKeyFromKeccakOfUtf8));
		expect(typedDataDigest(MAIL)).toBe(digest);
		expect(await signTypedData(key, MAIL)).toBe(`${r}${s.slice(2)}${v.toString(16)}`);
	});

	it('has the type hash of EIP-3009 and the domain separators of USDC', () => {
		const { typehash, domainSeparators } = vectors.eip3009;
		const types = Object.fromEntries(
			Object.entries(TRANSFER_TYPES).map(([name, fields]) => [name, [...fields]]),
		);
		const encoded = TypedDataEncoder.from(types).encodeType('TransferWithAuthorization');
		expect(keccak256(toUtf8Bytes(encoded))).toBe(typehash.transferWithAuthorization);
		expect(TypedDataEncoder.hashDomain(TRANSFER_DOMAIN)).toBe(domainSeparators.usdcBase.separator);
		for (const known of [
			domainSeparators.usdcBase,
			domainSeparators.usdcEthereum,
			domainSeparators.usdcBaseSepolia,
		]) {
			const { separator, ...domain } = known;
			expect(TypedDataEncoder.hashDomain(domain)).toBe(separator);
		}
		expect(
			keccak256(
				toUtf8Bytes(
					'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
				),
			),
		).toBe(typehash.eip712Domain);
	});
});

describe('sign-in texts (EIP-4361)', () => {
	const chain = 'Ethereum';
	const { ercExample, messages, signed } = vectors.eip4361;

	it.each([ercExample, ...messages])('writes the text of $source', ({ fields, message }) => {
		expect(signInText({ chain, ...fields })).toBe(message);
	});

	it.each(signed)('writes a text that the signature of $source fits', async (known) => {
		const { verifyMessage } = await import('ethers');
		const text = signInText({ chain, ...known.fields });
		expect(verifyMessage(text, known.signature)).toBe(known.fields.address);
	});
});

describe('Solana', () => {
	it.each(vectors.ed25519.cases)('signs as RFC 8032 with seed $seed', (known) => {
		const seed = parsePrivateKey('solana', known.seed);
		expect(hex(ed25519PublicKey(seed))).toBe(known.publicKey);
		expect(hex(ed25519Sign(seed, bytes(known.message)))).toBe(known.signature);
	});

	it('derives the address of a key in base58, alone and with its public half', () => {
		const { seedBase58, address } = vectors.solana.keyToAddress;
		const seed = decodeBase58(seedBase58) ?? new Uint8Array();
		const pair = encodeBase58(Buffer.concat([seed, ed25519PublicKey(seed)]));
		for (const form of [seedBase58, pair, hex(seed), `0x${hex(seed)}`, ` ${seedBase58}\n`]) {
			expect(openWallet('solana', form).address).toBe(address);
		}
	});

	it.each(vectors.solana.associatedTokenAddresses.cases)(
		'derives the token account of $owner',
		({ owner, mint, ata }) => {
			expect(associatedTokenAccount(owner, mint)).toBe(ata);
		},
	);
});
