import { cut } from '../core/cut';
import { isRecord } from '../core/record';
import { decode32 } from '../wire/keys/base58';
import { checkedEvmAddress } from './evm';
import type { Rail } from '../wire/keys/privateKey';
import { USDC, USDC_DOMAIN, usdcText } from './usdc';

type Entry = Record<string, unknown>;

/** What the user allows; amounts in USDC base units. */
export interface PaymentLimits {
	/** The most that may be paid. */
	maximum: bigint;
	/** What to pay instead of the advertised amount. */
	amount?: bigint;
	/** The only receiver that may be paid. */
	receiver?: string;
}

/** The parts of a wallet that the checks read: nothing can be signed with them. */
export interface Payer {
	readonly rail: Rail;
	readonly address: string;
}

const LONGEST_VALIDITY_SECONDS = 300;
const LARGEST_ENTRY = 4096;
const LARGEST_MEMO = 256;

/** Why an entry of `accepts` on the payer's network must not be signed, as the end of a sentence; undefined when it may. */
export function offerRefusal(
	entry: Entry,
	payer: Payer,
	limits: PaymentLimits,
): string | undefined {
	const rules = [
		scheme,
		asset,
		amount,
		validity,
		method,
		receiver,
		...RAIL_RULES[payer.rail],
		size,
	];
	for (const rule of rules) {
		const refusal = rule(entry, payer, limits);
		if (refusal !== undefined) return refusal;
	}
	return undefined;
}

type Rule = (entry: Entry, payer: Payer, limits: PaymentLimits) => string | undefined;

const scheme: Rule = (entry) =>
	entry.scheme === 'exact' ? undefined : `the scheme is ${shown(entry.scheme)}, not "exact"`;

const asset: Rule = (entry, { rail }) =>
	sameAddress(rail, entry.asset, USDC[rail])
		? undefined
		: `the asset ${shown(entry.asset)} is not USDC`;

const amount: Rule = (entry, _payer, limits) => {
	if (typeof entry.amount !== 'string' || !/^[1-9]\d{0,17}$/.test(entry.amount)) {
		return `the amount ${shown(entry.amount)} is not a positive whole number of base units`;
	}
	const asked = BigInt(entry.amount);
	const paid = limits.amount ?? asked;
	if (asked <= limits.maximum && paid <= limits.maximum) return undefined;
	const most = usdcText(limits.maximum);
	return asked > limits.maximum
		? `the service asks for ${usdcText(asked)} USD, more than the Max Amount of ${most} USD`
		: `the Amount of ${usdcText(paid)} USD is more than the Max Amount of ${most} USD`;
};

const validity: Rule = ({ maxTimeoutSeconds: seconds }) =>
	typeof seconds === 'number' &&
	Number.isInteger(seconds) &&
	seconds >= 1 &&
	seconds <= LONGEST_VALIDITY_SECONDS
		? undefined
		: `the payment would be valid for ${shown(seconds)} seconds, not for 1 to ${LONGEST_VALIDITY_SECONDS}`;

const method: Rule = ({ extra }) => {
	const asked = isRecord(extra) ? extra.assetTransferMethod : undefined;
	return asked === undefined || asked === 'eip3009'
		? undefined
		: `the transfer method is ${shown(asked)}, which could give away more than this amount`;
};

const receiver: Rule = ({ payTo }, { rail, address }, limits) => {
	if (!isAddress(rail, payTo)) return `the receiver ${shown(payTo)} is not a valid address`;
	if (sameAddress(rail, payTo, address)) return 'the receiver is the paying wallet itself';
	if (sameAddress(rail, payTo, USDC[rail])) return 'the receiver is the USDC contract itself';
	const pinned = limits.receiver?.trim();
	return !pinned || sameAddress(rail, payTo, pinned)
		? undefined
		: `the receiver ${shown(payTo)} is not the pinned one`;
};

const domain: Rule = ({ extra }) =>
	isRecord(extra) && extra.name === USDC_DOMAIN.name && extra.version === USDC_DOMAIN.version
		? undefined
		: `the asset is named ${shown(isRecord(extra) ? extra.name : undefined)}, version ${shown(isRecord(extra) ? extra.version : undefined)}, not "${USDC_DOMAIN.name}", version "${USDC_DOMAIN.version}"`;

const feePayer: Rule = ({ extra }, { address }) => {
	const payer = isRecord(extra) ? extra.feePayer : undefined;
	if (!isAddress('solana', payer)) return `the fee payer ${shown(payer)} is not a valid address`;
	return payer === address ? 'the fee payer is the paying wallet itself' : undefined;
};

const chainFacts: Rule = ({ extra }) => {
	const { memo, recentBlockhash } = isRecord(extra) ? extra : {};
	const fits = (text: unknown) =>
		typeof text === 'string' && Buffer.byteLength(text, 'utf8') <= LARGEST_MEMO;
	if (memo !== undefined && !fits(memo)) {
		return `the memo is not a text of at most ${LARGEST_MEMO} bytes`;
	}
	return recentBlockhash === undefined || decode32(recentBlockhash)
		? undefined
		: `the block hash ${shown(recentBlockhash)} is not valid`;
};

const size: Rule = (entry) =>
	JSON.stringify(entry).length <= LARGEST_ENTRY
		? undefined
		: 'the payment option is too large to be sent back in a header';

const RAIL_RULES: Record<Rail, Rule[]> = { evm: [domain], solana: [feePayer, chainFacts] };

/** Not the all-zero address, which is a sink on one network and the system program on the other. */
function isAddress(rail: Rail, value: unknown): boolean {
	const zero = rail === 'evm' ? /^0x0{40}$/ : /^1{32}$/;
	if (typeof value !== 'string' || zero.test(value)) return false;
	return (rail === 'evm' ? checkedEvmAddress(value) : decode32(value)) !== undefined;
}

function sameAddress(rail: Rail, value: unknown, other: string): boolean {
	if (typeof value !== 'string') return false;
	return rail === 'evm' ? value.toLowerCase() === other.toLowerCase() : value === other;
}

/** A value of the service in an error text: short, and in quotes where it is a text. */
function shown(value: unknown): string {
	const text = JSON.stringify(value) ?? 'missing';
	return text.length > 80 ? `${cut(text, 80).text}…` : text;
}
