import { badInput } from '../core/failure';
import type { Rail } from '../wire/keys/privateKey';

/** USDC has 6 decimals on both networks: one base unit is a millionth of a dollar. */
const UNIT_DECIMALS = 6;

/** The least a wallet can be topped up by, in base units (docs/maintainers/service.md#wallets). */
export const MINIMUM_TOP_UP_UNITS = 5_000_000n;

export const BASE_CHAIN_ID = 8453;

/** CAIP-2 names of the networks, the only ones a payment is signed for. */
export const NETWORKS: Record<Rail, string> = {
	evm: `eip155:${BASE_CHAIN_ID}`,
	solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
};

export const USDC_ADDRESSES = {
	evm: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
	solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
} as const satisfies Record<Rail, string>;

/** What USDC's contract on Base hashes into its EIP-712 domain besides chain and address. */
export const USDC_DOMAIN = { name: 'USD Coin', version: '2' } as const;

/**
 * An amount in dollars ("5", "12.50", 10) as base units; `label` names the field in the refusal.
 * Throws a ServiceFailure when it is not a positive decimal number with at most 6 places.
 */
export function usdcUnits(value: unknown, label: string): bigint {
	if (value === '' || value === undefined || value === null) {
		throw badInput(
			`${label} must not be empty. Enter an amount in USD, e.g. 10 or 12.50`,
			'Enter an amount such as 10 or 12.50.',
		);
	}
	const text = typeof value === 'number' ? String(value) : value;
	const parts = typeof text === 'string' ? /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text.trim()) : null;
	const units = parts ? BigInt(`${parts[1]}${(parts[2] ?? '').padEnd(UNIT_DECIMALS, '0')}`) : 0n;
	if (units > 0n) return units;
	throw badInput(
		`${label} must be an amount in USD above 0, written with digits and at most 6 places, e.g. 10 or 12.50`,
		'Enter an amount such as 10 or 12.50.',
	);
}

/** Base units as dollars, without trailing zeros: 5250000n is "5.25". */
export function usdcText(units: bigint): string {
	const digits = units.toString().padStart(UNIT_DECIMALS + 1, '0');
	const fraction = digits.slice(-UNIT_DECIMALS).replace(/(?<!0)0+$/, '');
	return `${digits.slice(0, -UNIT_DECIMALS)}${fraction && `.${fraction}`}`;
}

/** An amount in dollars as the service writes it, in base units; undefined when it is not a number. May be negative. */
export function unitsOfServiceAmount(value: unknown): bigint | undefined {
	const text = typeof value === 'string' && /^-?\d{1,12}(\.\d{1,18})?$/.test(value);
	const usd = typeof value === 'number' || text ? Number(value) : Number.NaN;
	return Math.abs(usd) < 1e12 ? BigInt(Math.round(usd * 10 ** UNIT_DECIMALS)) : undefined;
}
