import { inspect } from 'node:util';
import { decodeBase58, encodeBase58 } from '../../../lib/wire/keys/base58';
import { parsePrivateKey, type Rail } from '../../../lib/wire/keys/privateKey';
import { openWallet } from '../../../lib/wallet/wallet';
import { EVM_KEY, SOLANA_KEY } from './offers';
import { Random } from './random';

const random = new Random('keys');
const bare = EVM_KEY.slice(2);
const ORDER = 2n ** 256n - 0x14551231950b75fc4402da1732fc9bebfn;

const MALFORMED: Array<[string, Rail, unknown]> = [
	['nothing', 'evm', ''],
	['blanks', 'evm', '   '],
	['undefined', 'evm', undefined],
	['a number', 'evm', 1234567890123456],
	['an object', 'evm', { key: EVM_KEY }],
	['one digit too few', 'evm', bare.slice(1)],
	['one digit too many', 'evm', `${bare}0`],
	['a letter outside hex', 'evm', `${bare.slice(1)}g`],
	['0x twice', 'evm', `0x${EVM_KEY}`],
	['a blank inside', 'evm', `${bare.slice(0, 32)} ${bare.slice(32)}`],
	['a line break inside', 'evm', `${bare.slice(0, 32)}\n${bare.slice(32)}`],
	['quotes around', 'evm', `"${EVM_KEY}"`],
	['an address instead', 'evm', `0x${random.hex(20)}`],
	['zero', 'evm', '0'.repeat(64)],
	['the order of the curve', 'evm', ORDER.toString(16)],
	['more than the order', 'evm', 'f'.repeat(64)],
	['words', 'evm', 'test test test test test test test test test test test junk'],
	['a Solana key', 'evm', SOLANA_KEY],
	['letters of another script', 'evm', `${bare.slice(1)}а`],
	['nothing', 'solana', ''],
	['null', 'solana', null],
	['a character outside base58', 'solana', `${SOLANA_KEY.slice(1)}0`],
	['31 bytes', 'solana', encodeBase58(random.bytes(31))],
	['33 bytes', 'solana', encodeBase58(random.bytes(33))],
	['63 bytes', 'solana', encodeBase58(random.bytes(63))],
	['65 bytes', 'solana', encodeBase58(random.bytes(65))],
	['64 bytes whose halves do not belong together', 'solana', encodeBase58(random.bytes(64))],
	['hex with a digit too few', 'solana', bare.slice(1)],
	['128 hex digits whose halves do not belong together', 'solana', random.hex(64)],
	[
		'a list of numbers whose halves do not belong together',
		'solana',
		JSON.stringify([...random.bytes(64)]),
	],
	['a list with a number above 255', 'solana', '[256,1,2]'],
	['an empty list', 'solana', '[]'],
	['a list that goes on', 'solana', `[${'1,'.repeat(500_000)}`],
	['a very long text', 'solana', 'z'.repeat(100_000)],
];

const bytesOf = (key: string) => decodeBase58(key) ?? new Uint8Array();
const hexOf = (key: string) => Buffer.from(bytesOf(key)).toString('hex');

it.each(MALFORMED)('refuses %s (%s) without repeating it', (_what, rail, value) => {
	const failure = (() => {
		try {
			openWallet(rail, value);
		} catch (error) {
			return error;
		}
		return undefined;
	})();
	expect(failure).toMatchObject({ name: 'ServiceFailure', facts: { kind: 'input' } });
	const seen = inspect(failure, { depth: 9, showHidden: true }) + JSON.stringify(failure);
	const text = typeof value === 'string' ? value.trim() : '';
	for (let at = 0; at + 8 <= Math.min(text.length, 400); at += 8) {
		expect(seen.replace(/at .*\n/g, '')).not.toContain(text.slice(at, at + 8));
	}
});

it.each<[Rail, string]>([
	['evm', EVM_KEY],
	['evm', bare],
	['evm', `  ${EVM_KEY.toUpperCase().replace('0X', '0x')}\n`],
	['solana', SOLANA_KEY],
	['solana', bare],
	['solana', hexOf(SOLANA_KEY)],
	['solana', JSON.stringify([...bytesOf(SOLANA_KEY)])],
	['solana', `${JSON.stringify([...bytesOf(SOLANA_KEY)], null, 1)}\n`],
	['solana', JSON.stringify([...bytesOf(SOLANA_KEY).subarray(0, 32)])],
])('takes the forms that wallets export (%s)', (rail, value) => {
	expect(parsePrivateKey(rail, value)).toHaveLength(32);
});

it.each<[Rail, string]>([
	['evm', EVM_KEY],
	['solana', SOLANA_KEY],
])('shows the address of a wallet and nothing of its key (%s)', (rail, value) => {
	const wallet = openWallet(rail, value);
	const seen = inspect(wallet, { depth: 9, showHidden: true }) + JSON.stringify(wallet);
	expect(seen).toContain(wallet.address);
	expect(seen).not.toContain(value.slice(2, 12));
	expect(seen).not.toContain(Buffer.from(parsePrivateKey(rail, value)).toString('hex'));
});
