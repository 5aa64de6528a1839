/** The least a top-up may be, and the most, in dollars. */
export const LEAST_USD = 5;
export const MOST_USD = 10_000;
const UNITS_PER_USD = 1_000_000;

/** The secret seed of the facilitator that pays Solana's fees, and its address. Nothing of value is behind either. */
export const FACILITATOR_SEED = new Uint8Array(32).fill(7);
export const FEE_PAYER = 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB';

export const RECEIVERS = {
	evm: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
	solana: 'B1iGmDJdvmxyUiYM8UEo2Uw2D58EmUrw4KyLYMmrhf8V',
};

/** An entry of `accepts`. */
export interface Accepted {
	scheme: 'exact';
	network: 'eip155:8453' | 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
	amount: string;
	asset: string;
	payTo: string;
	maxTimeoutSeconds: number;
	extra: Record<string, unknown>;
}

/** How the service can be paid: USDC on either network. */
export const ACCEPTS: readonly Accepted[] = [
	{
		scheme: 'exact',
		network: 'eip155:8453',
		amount: String(LEAST_USD * UNITS_PER_USD),
		asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
		payTo: RECEIVERS.evm,
		maxTimeoutSeconds: 300,
		extra: { name: 'USD Coin', version: '2' },
	},
	{
		scheme: 'exact',
		network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
		amount: String(LEAST_USD * UNITS_PER_USD),
		asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
		payTo: RECEIVERS.solana,
		maxTimeoutSeconds: 300,
		extra: { feePayer: FEE_PAYER },
	},
];

/** What a caller without payment gets, as body and (in base64) as header. */
export const PAYMENT_REQUIRED = { x402Version: 2, accepts: ACCEPTS };

export function usdOf(units: string): number {
	return Number(units) / UNITS_PER_USD;
}

export function base64Json(value: unknown): string {
	return Buffer.from(JSON.stringify(value)).toString('base64');
}
