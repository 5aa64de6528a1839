export const CURRENCIES = ['USD', 'DIEM', 'BUNDLED_CREDITS'] as const;
export type Currency = (typeof CURRENCIES)[number];

export interface InferenceDetails {
	completionTokens: number | null;
	inferenceExecutionTime: number | null;
	promptTokens: number | null;
	requestId: string;
}

/** One line of the usage history; charges are negative. */
export interface UsageEntry {
	amount: number;
	currency: Currency;
	inferenceDetails: InferenceDetails | null;
	notes: string;
	pricePerUnitUsd: number;
	sku: string;
	timestamp: string;
	units: number;
}
