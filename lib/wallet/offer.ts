import { isRecord } from '../core/record';
import { badInput } from '../core/failure';
import { decode32Bytes } from '../wire/keys/base58';
import type { PaymentRequired } from './challenge';
import { evmChecksumAddress } from './evm';
import type { Rail } from '../wire/keys/privateKey';
import { MINIMUM_TOP_UP_UNITS, NETWORKS, usdcText, USDC_ADDRESSES, USDC_DOMAIN } from './usdc';
import { cut } from '../core/cut';

const CHECKED_MARK = Symbol('checked');

/** An entry of `accepts` that passed every check; only `chooseOffer` makes one, and only one can be signed. */
export interface Offer {
	readonly [CHECKED_MARK]: true;
	readonly rail: Rail;
	/** The entry as it will be sent back; a chosen amount stands in it. */
	readonly accepted: Readonly<Record<string, unknown>>;
	/** Base units. */
	readonly amount: bigint;
	readonly payTo: string;
	/** Seconds. */
	readonly validFor: number;
	/** Solana: who pays the network's fee. */
	readonly feePayer?: string;
	readonly memo?: string;
	/** Solana: the block hash the service supplies. */
	readonly blockhash?: string;
}

/**
 * Chooses the entry of `accepts` for the wallet's network and checks it (x402 version 2, scheme "exact"; docs/maintainers/service.md#wallets).
 * Throws a ServiceFailure that names what was wrong: version, network, asset, amount, validity, receiver and so on.
 */
export function chooseOffer(required: PaymentRequired, payer: Payer, limits: PaymentLimits): Offer {
	if (required.x402Version !== 2) {
		throw nothingSignedFailure('the payment options are not of x402 version 2');
	}
	const network = NETWORKS[payer.rail];
	const entries = required.accepts.filter(isRecord).filter((entry) => entry.network === network);
	const refusals = entries.map((entry) => offerRefusal(entry, payer, limits));
	const fit = entries[refusals.indexOf(undefined)];
	if (fit) return offerOf(fit, payer.rail, chosenAmount(fit, limits));
	throw nothingSignedFailure(refusals[0] ?? `the service offers no payment on ${network}`);
}

function chosenAmount(entry: Record<string, unknown>, limits: PaymentLimits): bigint {
	const advertised = BigInt(String(entry.amount));
	const { amount = advertised } = limits;
	const least = advertised > MINIMUM_TOP_UP_UNITS ? advertised : MINIMUM_TOP_UP_UNITS;
	if (amount !== advertised && amount < least) {
		throw nothingSignedFailure(`Amount to Pay (USD) must be at least ${usdcText(least)} USD`);
	}
	return amount;
}

function offerOf(entry: Record<string, unknown>, rail: Rail, amount: bigint): Offer {
	const extra = isRecord(entry.extra) ? entry.extra : {};
	const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
	const payTo = String(entry.payTo);
	const offer: Offer = {
		[CHECKED_MARK]: true,
		rail,
		accepted: { ...structuredClone(entry), amount: String(amount) },
		amount,
		payTo: (rail === 'evm' ? evmChecksumAddress(payTo) : undefined) ?? payTo,
		validFor: Number(entry.maxTimeoutSeconds),
		...(rail === 'solana' && {
			feePayer: text(extra.feePayer),
			memo: text(extra.memo),
			blockhash: decode32Bytes(extra.recentBlockhash) && text(extra.recentBlockhash),
		}),
	};
	return Object.freeze(offer);
}

function nothingSignedFailure(reason: string) {
	return badInput(
		`Nothing was signed: ${reason}`,
		'Choose another Payment Option, or another network in the credential. Payment Option > Get Many lists what the service accepts.',
	);
}

type OfferEntry = Record<string, unknown>;

/** What the user allows; amounts in USDC base units. */
export interface PaymentLimits {
	maximum: bigint;
	/** What to pay instead of the advertised amount. */
	amount?: bigint;
	receiver?: string;
}

/** The parts of a wallet that the checks read: nothing can be signed with them. */
interface Payer {
	readonly rail: Rail;
	readonly address: string;
}

const LONGEST_VALIDITY_SECONDS = 300;
const MAX_ENTRY_CHARACTERS = 4096;
const MAX_MEMO_BYTES = 256;

/** Why an entry of `accepts` on the payer's network must not be signed, as the end of a sentence; undefined when it may. */
function offerRefusal(entry: OfferEntry, payer: Payer, limits: PaymentLimits): string | undefined {
	const rules = [
		checkScheme,
		checkAsset,
		checkAmount,
		checkValidity,
		checkMethod,
		checkReceiver,
		...RAIL_RULES[payer.rail],
		checkEntrySize,
	];
	for (const rule of rules) {
		const refusal = rule(entry, payer, limits);
		if (refusal !== undefined) return refusal;
	}
	return undefined;
}

type OfferRule = (entry: OfferEntry, payer: Payer, limits: PaymentLimits) => string | undefined;

const checkScheme: OfferRule = (entry) =>
	entry.scheme === 'exact' ? undefined : `the scheme is ${valueInError(entry.scheme)}, not "exact"`;

const checkAsset: OfferRule = (entry, { rail }) =>
	sameAddress(rail, entry.asset, USDC_ADDRESSES[rail])
		? undefined
		: `the asset ${valueInError(entry.asset)} is not USDC`;

const checkAmount: OfferRule = (entry, _payer, limits) => {
	if (typeof entry.amount !== 'string' || !/^[1-9]\d{0,17}$/.test(entry.amount)) {
		return `the amount ${valueInError(entry.amount)} is not a positive whole number of base units`;
	}
	const askedUnits = BigInt(entry.amount);
	const paid = limits.amount ?? askedUnits;
	if (askedUnits <= limits.maximum && paid <= limits.maximum) return undefined;
	const most = usdcText(limits.maximum);
	return askedUnits > limits.maximum
		? `the service asks for ${usdcText(askedUnits)} USD, more than the ${most} of Never Pay More Than (USD)`
		: `the amount of ${usdcText(paid)} USD is more than the ${most} of Never Pay More Than (USD)`;
};

const checkValidity: OfferRule = ({ maxTimeoutSeconds: seconds }) =>
	typeof seconds === 'number' &&
	Number.isInteger(seconds) &&
	seconds >= 1 &&
	seconds <= LONGEST_VALIDITY_SECONDS
		? undefined
		: `the payment would be valid for ${valueInError(seconds)} seconds, not for 1 to ${LONGEST_VALIDITY_SECONDS}`;

const checkMethod: OfferRule = ({ extra }) => {
	const asked = isRecord(extra) ? extra.assetTransferMethod : undefined;
	return asked === undefined || asked === 'eip3009'
		? undefined
		: `the transfer method is ${valueInError(asked)}, which could give away more than this amount`;
};

const checkReceiver: OfferRule = ({ payTo }, { rail, address }, limits) => {
	if (!isAddress(rail, payTo)) return `the receiver ${valueInError(payTo)} is not a valid address`;
	if (sameAddress(rail, payTo, address)) return 'the receiver is the paying wallet itself';
	if (sameAddress(rail, payTo, USDC_ADDRESSES[rail]))
		return 'the receiver is the USDC contract itself';
	const pinned = limits.receiver?.trim();
	return !pinned || sameAddress(rail, payTo, pinned)
		? undefined
		: `the receiver ${valueInError(payTo)} is not the pinned one`;
};

const checkDomain: OfferRule = ({ extra }) =>
	isRecord(extra) && extra.name === USDC_DOMAIN.name && extra.version === USDC_DOMAIN.version
		? undefined
		: `the asset is named ${valueInError(isRecord(extra) ? extra.name : undefined)}, version ${valueInError(isRecord(extra) ? extra.version : undefined)}, not "${USDC_DOMAIN.name}", version "${USDC_DOMAIN.version}"`;

const checkFeePayer: OfferRule = ({ extra }, { address }) => {
	const payer = isRecord(extra) ? extra.feePayer : undefined;
	if (!isAddress('solana', payer))
		return `the fee payer ${valueInError(payer)} is not a valid address`;
	return payer === address ? 'the fee payer is the paying wallet itself' : undefined;
};

const checkMemoAndBlockhash: OfferRule = ({ extra }) => {
	const { memo, recentBlockhash } = isRecord(extra) ? extra : {};
	const fits = (text: unknown) =>
		typeof text === 'string' && Buffer.byteLength(text, 'utf8') <= MAX_MEMO_BYTES;
	if (memo !== undefined && !fits(memo)) {
		return `the memo is not a text of at most ${MAX_MEMO_BYTES} bytes`;
	}
	return recentBlockhash === undefined || decode32Bytes(recentBlockhash)
		? undefined
		: `the block hash ${valueInError(recentBlockhash)} is not valid`;
};

const checkEntrySize: OfferRule = (entry) =>
	JSON.stringify(entry).length <= MAX_ENTRY_CHARACTERS
		? undefined
		: 'the payment option is too large to be sent back in a header';

const RAIL_RULES: Record<Rail, OfferRule[]> = {
	evm: [checkDomain],
	solana: [checkFeePayer, checkMemoAndBlockhash],
};

/** Not the all-zero address, which is a sink on one network and the system program on the other. */
function isAddress(rail: Rail, value: unknown): boolean {
	const zero = rail === 'evm' ? /^0x0{40}$/ : /^1{32}$/;
	if (typeof value !== 'string' || zero.test(value)) return false;
	return (rail === 'evm' ? evmChecksumAddress(value) : decode32Bytes(value)) !== undefined;
}

function sameAddress(rail: Rail, value: unknown, other: string): boolean {
	if (typeof value !== 'string') return false;
	return rail === 'evm' ? value.toLowerCase() === other.toLowerCase() : value === other;
}

/** A value of the service in an error text: short, and in quotes where it is a text. */
function valueInError(value: unknown): string {
	const text = JSON.stringify(value) ?? 'missing';
	return text.length > 80 ? `${cut(text, 80).text}…` : text;
}
