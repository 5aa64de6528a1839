import { isRecord } from '../core/record';
import { decodeHeader } from './challenge';
import { unitsOfServiceAmount, usdcText } from './usdc';

/** What the service says of a payment that it credited in full, or why that is in doubt, as the end of a sentence. */
type Confirmation =
	| {
			amountCredited: number;
			balanceUsd: number | null;
			paymentId: string | null;
			transaction: string | null;
	  }
	| { doubt: string };

/** Longer than any identifier or transaction hash, and shorter than a signed payment. */
const MAX_ID_CHARACTERS = 128;

/** Whether an answer confirms a payment: it says success, for this wallet, and credits the whole amount (docs/maintainers/service.md#wallets). */
export function confirmationOf(
	{ headers, body }: { headers: Record<string, unknown>; body: unknown },
	paid: { amount: bigint; wallet: string },
): Confirmation {
	if (!isRecord(body)) return { doubt: 'the answer of the service is not a confirmation' };
	if (body.success !== true) return { doubt: 'the service did not report success' };
	const receipt = paymentReceipt(headers);
	if (receipt?.success === false) return { doubt: 'the receipt does not report success' };
	const data = isRecord(body.data) ? body.data : {};
	const { walletAddress, amountCredited, newBalance, paymentId } = data;
	if (walletAddress !== undefined && !isSameWallet(walletAddress, paid.wallet)) {
		return { doubt: 'the service credited another wallet' };
	}
	const credited = unitsOfServiceAmount(amountCredited);
	if (credited === undefined) return { doubt: 'the service did not say how much it credited' };
	// Some write base units where dollars are meant; the balance is then of a unit that is not known.
	const isInUnits = credited === paid.amount * 1_000_000n;
	if (credited !== paid.amount && !isInUnits) {
		const [some, all] = [Number(credited) / 1e6, usdcText(paid.amount)];
		return { doubt: `the service credited ${some} of ${all} USD` };
	}
	return {
		amountCredited: Number(paid.amount) / 1e6,
		balanceUsd: typeof newBalance === 'number' && !isInUnits ? newBalance : null,
		paymentId: shortTextOrNull(paymentId),
		transaction: shortTextOrNull(receipt?.transaction),
	};
}

function isSameWallet(value: unknown, wallet: string): boolean {
	if (typeof value !== 'string') return false;
	return wallet.startsWith('0x') ? value.toLowerCase() === wallet.toLowerCase() : value === wallet;
}

function shortTextOrNull(value: unknown): string | null {
	return typeof value === 'string' && value.length <= MAX_ID_CHARACTERS ? value : null;
}

interface PaymentReceipt {
	success: boolean;
	network?: string;
	payer?: string;
	transaction?: string;
}

/** The content of a `PAYMENT-RESPONSE` header (docs/maintainers/service.md#wallets); undefined when the answer has none that can be read. */
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
