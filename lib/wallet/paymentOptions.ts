import { isRecord } from '../core/record';
import type { PaymentRequired } from './challenge';
import type { Rail } from '../wire/keys/privateKey';
import { NETWORKS, USDC_ADDRESSES, usdcText } from './usdc';

/** An entry of `accepts` for people to read; nothing in it is checked for signing. */
export interface PaymentOption {
	/** The network that a wallet credential names, where it is one of ours. */
	rail?: Rail;
	network: string;
	/** Dollars when the asset is USDC. */
	amountUsd?: number;
	/** In the smallest unit of the asset, as the service wrote it. */
	baseUnits: string;
	asset: string;
	receiver: string;
	validForSeconds?: number;
	feePayer?: string;
}

/** Every payment option of a 402 in plain facts (docs/maintainers/service.md#wallets). */
export function paymentOptions(required: PaymentRequired): PaymentOption[] {
	return required.accepts.filter(isRecord).map(paymentOption);
}

function paymentOption(entry: Record<string, unknown>): PaymentOption {
	const text = (value: unknown) => (typeof value === 'string' ? value : '');
	const rails: Rail[] = ['evm', 'solana'];
	const rail = rails.find((one) => NETWORKS[one] === entry.network);
	const baseUnits = text(entry.amount);
	const isUsdc = rail && text(entry.asset).toLowerCase() === USDC_ADDRESSES[rail].toLowerCase();
	const { feePayer } = isRecord(entry.extra) ? entry.extra : {};
	return {
		...(rail && { rail }),
		network: text(entry.network),
		...(isUsdc &&
			/^\d{1,18}$/.test(baseUnits) && { amountUsd: Number(usdcText(BigInt(baseUnits))) }),
		baseUnits,
		asset: text(entry.asset),
		receiver: text(entry.payTo),
		...(typeof entry.maxTimeoutSeconds === 'number' && {
			validForSeconds: entry.maxTimeoutSeconds,
		}),
		...(typeof feePayer === 'string' && { feePayer }),
	};
}
