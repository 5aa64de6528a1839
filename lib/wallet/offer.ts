import { isRecord } from '../core/record';
import { badInput } from '../core/failure';
import { decode32Bytes } from '../wire/keys/base58';
import type { PaymentRequired } from './challenge';
import { evmChecksumAddress } from './evm';
import { offerRefusal, type Payer, type PaymentLimits } from './offerRules';
import type { Rail } from '../wire/keys/privateKey';
import { MINIMUM_TOP_UP_UNITS, NETWORKS, usdcText } from './usdc';

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
	return badInput(`Nothing was signed: ${reason}`);
}
