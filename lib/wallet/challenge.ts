import { isRecord } from '../core/record';
import { badInput } from '../core/failure';
import { parseJson } from '../core/decodeBody';

const CHECK_BASE_URL =
	'Check the Base URL of the credential: at this address, the service does not offer top-ups.';

export interface WalletAnswer {
	status: number;
	headers: Record<string, unknown>;
	/** Parsed JSON. */
	body: unknown;
}

/** What a service asks to be paid, unchecked: `offer.ts` decides whether an entry may be signed. */
export interface PaymentRequired {
	x402Version: unknown;
	accepts: readonly unknown[];
}

/**
 * The payment requirements of a 402, from its body or else its `PAYMENT-REQUIRED` header (docs/maintainers/service.md#wallets).
 * Throws a ServiceFailure for a redirect or another status, when there are none, and when body and header disagree.
 */
export function paymentRequired({ status, headers, body }: WalletAnswer): PaymentRequired {
	if (status >= 300 && status < 400) {
		throw badInput(
			'Nothing was signed: the service answered with a redirect, which is not followed for a payment',
			'Enter the final address of the service as Base URL of the credential.',
		);
	}
	if (status !== 402) {
		throw badInput(
			`Nothing was signed: the service answered with status ${status} instead of its payment options (402)`,
			CHECK_BASE_URL,
		);
	}
	const fromBody = requirementsIn(body);
	const fromHeader = requirementsIn(decodeHeader(headers, 'payment-required'));
	if (fromBody && fromHeader && canonicalJson(fromBody) !== canonicalJson(fromHeader)) {
		throw badInput(
			'Nothing was signed: the payment options in the answer and in its PAYMENT-REQUIRED header differ',
			CHECK_BASE_URL,
		);
	}
	const found = fromBody ?? fromHeader;
	if (found) return found;
	throw badInput(
		'Nothing was signed: the answer of the service holds no payment options',
		CHECK_BASE_URL,
	);
}

/** The object inside a base64 JSON header, whatever the capitals of its name; undefined when there is none. */
export function decodeHeader(
	headers: Record<string, unknown>,
	name: string,
): Record<string, unknown> | undefined {
	const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
	if (typeof value !== 'string') return undefined;
	try {
		const parsed: unknown = parseJson(Buffer.from(value, 'base64').toString('utf8'));
		return isRecord(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

/** JSON with sorted names, so that two values of the same content give the same text. */
export function canonicalJson(value: unknown): string {
	return (
		JSON.stringify(value, (_name, inner: unknown) =>
			isRecord(inner)
				? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
				: inner,
		) ?? ''
	);
}

function requirementsIn(body: unknown): PaymentRequired | undefined {
	const accepts = ownField(body, 'accepts');
	return Array.isArray(accepts)
		? { x402Version: ownField(body, 'x402Version'), accepts }
		: undefined;
}

function ownField(value: unknown, name: string): unknown {
	return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
