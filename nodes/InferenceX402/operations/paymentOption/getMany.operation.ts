import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../lib/run/operation';
import { fetchPaymentRequired } from '../../fetchPaymentRequired';
import { isRecord } from '../../../../lib/core/record';
import type { PaymentRequired } from '../../../../lib/wallet/challenge';
import type { Rail } from '../../../../lib/wire/keys/privateKey';
import { NETWORKS, USDC_ADDRESSES, usdcText } from '../../../../lib/wallet/usdc';

export const getManyPaymentOptions = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many payment options',
		description: 'List top-up options (network, amount, receiver). No payment is made.',
		routing: { request: { method: 'POST', url: '/x402/top-up' } },
	},
	free: true,
	hasFixedBody: true,
	async make({ context, request }) {
		const required = await fetchPaymentRequired(context, request);
		return paymentOptions(required).map((option) => ({ json: { ...option } as IDataObject }));
	},
	fields: [],
} satisfies Operation;

/** An entry of `accepts` for people to read; nothing in it is checked for signing. */
interface PaymentOption {
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
