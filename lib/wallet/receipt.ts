import { decodeHeader } from './challenge';

/** How a payment was settled on its network. */
export interface PaymentReceipt {
	success: boolean;
	network?: string;
	payer?: string;
	transaction?: string;
}

/** The content of a `PAYMENT-RESPONSE` header (docs/service.md#wallets); undefined when the answer has none that can be read. */
export function paymentReceipt(headers: Record<string, unknown>): PaymentReceipt | undefined {
	const read = decodeHeader(headers, 'payment-response');
	if (!read) return undefined;
	const receipt: PaymentReceipt = { success: read.success === true };
	for (const name of ['network', 'payer', 'transaction'] as const) {
		const value = read[name];
		if (typeof value === 'string') receipt[name] = value;
	}
	return receipt;
}
