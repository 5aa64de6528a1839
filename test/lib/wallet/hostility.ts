import { encodeBase58 } from 'ethers';
import type { Rail } from '../../../lib/wire/keys/privateKey';
import { DOLLAR, type Entry, evmEntry, solanaEntry, wallets } from './offers';
import { Random } from './random';

/** What a service may do to a client that wants to pay; whatever is not named is honest. */
export interface Hostility {
	rail?: Rail;
	baseUrl?: string;
	status?: number;
	version?: unknown;
	/** The entries of the answer; the honest one of the rail otherwise. */
	accepts?: unknown;
	/** Fields of the one entry. */
	entry?: Record<string, unknown>;
	/** Fields of its `extra`. */
	extra?: Record<string, unknown>;
	body?: unknown;
	header?: unknown;
	receiver?: string;
	amount?: bigint;
}

const random = new Random('hostile answers');
const OTHER_EVM = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER_SOLANA = encodeBase58(random.bytes(32));

export const entryOf = (rail: Rail, entry: Record<string, unknown> = {}, extra = {}): Entry => {
	const honest = rail === 'evm' ? evmEntry() : solanaEntry();
	return { ...honest, ...entry, extra: { ...honest.extra, ...extra, ...Object(entry.extra) } };
};

/** None of them is a whole number of base units in plain digits. */
const NO_AMOUNTS = [
	...['-5000000', '0', '5000000.5', '0x4c4b40', '5e6', '+5000000', ' 5000000', '5000000\n'],
	...['5_000_000', '05000000', '٥٠٠٠٠٠٠', 5000000, '', ['5000000']],
];

/** What the service does, how, and words of the refusal. */
type Row = [what: string, how: Hostility, words: RegExp];

export const HOSTILE: Row[] = [
	['another EVM network', { entry: { network: 'eip155:1' } }, /no payment on eip155:8453/],
	['a test network', { entry: { network: 'eip155:84532' } }, /no payment on/],
	['a network by a short name', { entry: { network: 'base' } }, /no payment on/],
	['a network as a number', { entry: { network: 8453 } }, /no payment on/],
	['the other rail only', { accepts: [solanaEntry()] }, /no payment on/],
	[
		'a Solana test network',
		{ rail: 'solana', entry: { network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' } },
		/no payment on solana/,
	],
	[
		'the short name of Solana',
		{ rail: 'solana', entry: { network: 'solana' } },
		/no payment on solana/,
	],
	['another contract', { entry: { asset: OTHER_EVM } }, /asset/],
	['no asset', { entry: { asset: undefined } }, /asset missing/],
	['the asset of the other rail', { entry: { asset: solanaEntry().asset } }, /asset/],
	['another mint', { rail: 'solana', entry: { asset: OTHER_SOLANA } }, /asset/],
	[
		'a mint in other capitals',
		{ rail: 'solana', entry: { asset: String(solanaEntry().asset).toLowerCase() } },
		/asset/,
	],
	[
		'one unit over the maximum',
		{ entry: { amount: '10000001' } },
		/10.000001 USD, more than the 10 of Never Pay More Than/,
	],
	[
		'a fortune',
		{ entry: { amount: '999999999999999999' } },
		/more than the 10 of Never Pay More Than/,
	],
	['more than a contract can hold', { entry: { amount: '1'.repeat(90) } }, /amount/],
	[
		'a maximum passed on Solana',
		{ rail: 'solana', entry: { amount: '10000001' } },
		/more than the 10 of Never Pay More Than/,
	],
	['a user amount over the maximum', { amount: 11n * DOLLAR }, /amount of 11 USD/],
	[
		'a user amount under the advertised one',
		{ entry: { amount: '9000000' }, amount: 6n * DOLLAR },
		/at least 9 USD/,
	],
	...NO_AMOUNTS.map((amount): Row => [
		`the amount ${JSON.stringify(amount)}`,
		{ entry: { amount } },
		/amount/,
	]),
	['no amount', { entry: { amount: undefined } }, /amount missing/],
	['permit2', { extra: { assetTransferMethod: 'permit2' } }, /transfer method is "permit2"/],
	[
		'a transfer method of another type',
		{ extra: { assetTransferMethod: null } },
		/transfer method/,
	],
	[
		'permit2 on Solana',
		{ rail: 'solana', extra: { assetTransferMethod: 'permit2' } },
		/transfer method/,
	],
	...[31_536_000, 301, 0, -60, 0.5, '300', null].map((seconds): Row => [
		`a validity of ${JSON.stringify(seconds)}`,
		{ entry: { maxTimeoutSeconds: seconds } },
		new RegExp(`valid for ${JSON.stringify(seconds)}`),
	]),
	['version 1', { version: 1 }, /version 2/],
	['version "2" as text', { version: '2' }, /version 2/],
	['no version', { body: { accepts: [evmEntry()] } }, /version 2/],
	['version 3', { version: 3 }, /version 2/],
	['the scheme "upto"', { entry: { scheme: 'upto' } }, /scheme is "upto"/],
	['no scheme', { entry: { scheme: undefined } }, /scheme is missing/],
	['another token name', { extra: { name: 'USDC' } }, /named "USDC"/],
	['another domain version', { extra: { version: '1' } }, /version "1"/],
	['a domain version as number', { extra: { version: 2 } }, /version 2/],
	['no token name', { accepts: [{ ...evmEntry(), extra: undefined }] }, /named missing/],
	['a receiver other than the pinned one', { receiver: OTHER_EVM }, /not the pinned one/],
	[
		'a Solana receiver other than the pinned one',
		{ rail: 'solana', receiver: OTHER_SOLANA },
		/not the pinned one/,
	],
	['a receiver of the other rail', { entry: { payTo: solanaEntry().payTo } }, /receiver/],
	['the zero address', { entry: { payTo: `0x${'0'.repeat(40)}` } }, /receiver/],
	[
		'a receiver with wrong capitals',
		{ entry: { payTo: '0x70997970c51812dc3A010C7d01b50e0d17dc79C8' } },
		/receiver/,
	],
	[
		'a receiver cut short',
		{ entry: { payTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79' } },
		/receiver/,
	],
	[
		'the token contract as receiver',
		{ entry: { payTo: evmEntry().asset } },
		/USDC contract itself/,
	],
	['the wallet as receiver', { entry: { payTo: wallets.evm.address } }, /paying wallet itself/],
	[
		'the system program as receiver',
		{ rail: 'solana', entry: { payTo: '1'.repeat(32) } },
		/receiver/,
	],
	['no receiver', { entry: { payTo: undefined } }, /receiver missing/],
	[
		'the payer as fee payer',
		{ rail: 'solana', extra: { feePayer: wallets.solana.address } },
		/fee payer is the paying wallet/,
	],
	['no fee payer', { rail: 'solana', extra: { feePayer: undefined } }, /fee payer missing/],
	['a fee payer that is no address', { rail: 'solana', extra: { feePayer: 'me' } }, /fee payer/],
	['a memo of 257 bytes', { rail: 'solana', extra: { memo: 'm'.repeat(257) } }, /memo/],
	['a memo that is no text', { rail: 'solana', extra: { memo: { a: 1 } } }, /memo/],
	[
		'a block hash that is none',
		{ rail: 'solana', extra: { recentBlockhash: 'latest' } },
		/block hash/,
	],
	['a payload in the entry', { extra: { note: 'x'.repeat(5000) } }, /too large/],
	['plain http to a host', { baseUrl: 'http://api.example.com/api/v1' }, /over http/],
	[
		'plain http to a host that begins like loopback',
		{ baseUrl: 'http://127.0.0.1.example.com/api/v1' },
		/over http/,
	],
	['plain http to localhost of a domain', { baseUrl: 'http://localhost.example.com' }, /over http/],
	['another scheme', { baseUrl: 'ftp://api.example.com' }, /Base URL/],
	['a login in the address', { baseUrl: 'https://api.example.com@evil.example' }, /Base URL/],
	['a redirect', { status: 307 }, /redirect/],
	['a permanent redirect', { status: 301 }, /redirect/],
	['status 200', { status: 200 }, /status 200/],
	['status 500', { status: 500 }, /status 500/],
	[
		'a header that says something else',
		{ header: { x402Version: 2, accepts: [evmEntry({ payTo: OTHER_EVM })] } },
		/differ/,
	],
	['no entries', { accepts: [] }, /no payment on/],
	['entries that are no list', { accepts: evmEntry() }, /no payment options/],
	['entries that are no objects', { accepts: ['pay', null, 5, [evmEntry()]] }, /no payment on/],
	['a page instead of JSON', { body: '<html>402</html>' }, /no payment options/],
	[
		'inherited entries',
		{ body: JSON.parse('{"__proto__": {"x402Version": 2, "accepts": []}}') },
		/no payment options/,
	],
];
