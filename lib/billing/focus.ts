import {
	KNOWN_CURRENCIES,
	normalizedCurrency,
	amountOf,
	exactText,
	ZERO,
	type Amount,
} from './amount';
import type { CostLabels } from './costLabels';
import type { UsageEntry } from './usageEntry';

export interface FocusParties {
	account: string;
	/** Who provides the service, and sends the invoice. */
	provider: string;
}

/**
 * The columns of the FinOps Open Cost and Usage Specification 1.4, those that are mandatory and those that the usage history fills;
 * custom ones start with x_ and come last. What each is made of is in docs/focus.md.
 */
export const FOCUS_COLUMNS = [
	...['BilledCost', 'BillingAccountId', 'BillingAccountName', 'BillingCurrency'],
	...['BillingPeriodEnd', 'BillingPeriodStart', 'ChargeCategory', 'ChargeClass'],
	...['ChargeDescription', 'ChargeFrequency', 'ChargePeriodEnd', 'ChargePeriodStart'],
	...['ContractedCost', 'EffectiveCost', 'HostProviderName', 'InvoiceIssuerName', 'ListCost'],
	...['PricingCurrency', 'PricingCurrencyEffectiveCost', 'PricingQuantity', 'PricingUnit'],
	...['ServiceCategory', 'ServiceName', 'ServiceProviderName', 'ServiceSubcategory', 'SkuId'],
	...['SkuMeter', 'SkuPriceId', 'Tags', 'x_CompletionTokens', 'x_PromptTokens', 'x_RequestId'],
] as const;

export type FocusRow = Record<(typeof FOCUS_COLUMNS)[number], string | null>;

export const FOCUS_HEADER = `${FOCUS_COLUMNS.join(',')}\r\n`;

/** The product of an entry that names none, as a charge has to have one. */
const UNNAMED_PRODUCT = 'Unnamed';

/** One charge or refund as a row of the cost and usage dataset; null where there is no value. `labels` has the cost label of each request that has one. */
export function focusRow(
	entry: UsageEntry,
	{ account, provider }: FocusParties,
	labels: CostLabels = new Map(),
): FocusRow {
	const chargedAmount = amountOf(entry.amount, 'amount').times(-1);
	const isRefund = chargedAmount.lt(0);
	const currency = normalizedCurrency(nonBlankOrNull(entry.currency) ?? '');
	// Staked and bundled credit has a cost in its own currency alone: it is not invoiced.
	const isCredit = currency !== 'USD' && KNOWN_CURRENCIES.includes(currency);
	const billed = exactText(isCredit ? ZERO : chargedAmount);
	const at = new Date(entry.timestamp);
	const sku = nonBlankOrNull(entry.sku) ?? (isRefund ? null : UNNAMED_PRODUCT);
	const details = Object(entry.inferenceDetails) as Record<string, unknown>;
	const label = labels.get(String(details.requestId));
	const { PricingQuantity, PricingUnit } = pricingColumns(isRefund, entry.units, sku);
	// Put together of several, a row takes several times as long.
	return {
		BilledCost: billed,
		ContractedCost: billed,
		EffectiveCost: billed,
		ListCost: billed,
		BillingAccountId: account,
		BillingAccountName: account,
		BillingCurrency: isCredit ? 'USD' : currency,
		BillingPeriodStart: isoSecond(Date.UTC(at.getUTCFullYear(), at.getUTCMonth())),
		BillingPeriodEnd: isoSecond(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1)),
		ChargeCategory: isRefund ? 'Credit' : 'Usage',
		ChargeClass: null,
		ChargeDescription: [sku, nonBlankOrNull(entry.notes)].filter(Boolean).join(': ') || 'Charge',
		ChargeFrequency: isRefund ? 'One-Time' : 'Usage-Based',
		ChargePeriodStart: isoSecond(at.getTime()),
		ChargePeriodEnd: isoSecond(at.getTime() + 1000),
		HostProviderName: provider,
		InvoiceIssuerName: provider,
		ServiceProviderName: provider,
		ServiceName: provider,
		ServiceCategory: 'AI and Machine Learning',
		ServiceSubcategory: 'Generative AI',
		PricingCurrency: currency,
		PricingCurrencyEffectiveCost: exactText(chargedAmount),
		PricingQuantity,
		PricingUnit,
		SkuId: sku,
		SkuMeter: sku === null ? null : meterOf(sku, PricingUnit),
		// The history has one price for each product.
		SkuPriceId: isRefund ? null : sku,
		Tags: label === undefined ? null : JSON.stringify({ costLabel: label }),
		x_CompletionTokens: tokenCountText(details.completionTokens),
		x_PromptTokens: tokenCountText(details.promptTokens),
		x_RequestId: nonBlankOrNull(details.requestId),
	};
}

/** A row as a CSV record (RFC 4180); null is an empty cell. */
export function focusCsvLine(row: FocusRow): string {
	return `${FOCUS_COLUMNS.map((column) => csvCell(row[column])).join(',')}\r\n`;
}

/** What was priced: a refund has no quantity, and a charge without units is one request. */
function pricingColumns(isRefund: boolean, units: unknown, sku: string | null) {
	if (isRefund) return { PricingQuantity: null, PricingUnit: null };
	const knownQuantity = quantityOf(units);
	if (knownQuantity === undefined) return { PricingQuantity: '1', PricingUnit: 'Requests' };
	const millions = /-mtoken$/.test(sku ?? '') ? '1000000 Tokens' : undefined;
	const unit = millions ?? (/-mchar$/.test(sku ?? '') ? '1000000 Characters' : 'Units');
	return { PricingQuantity: exactText(knownQuantity), PricingUnit: unit };
}

/** What a product counts, by its name (docs/maintainers/service.md#usage-history). */
function meterOf(sku: string, unit: string | null): string {
	const direction = /-(input|output)-mtoken$/.exec(sku)?.[1];
	if (direction !== undefined) return direction === 'input' ? 'Input Tokens' : 'Output Tokens';
	return unit?.replace(/^\d+ /, '') ?? 'Units';
}

function quantityOf(units: unknown): Amount | undefined {
	return units === null || units === undefined ? undefined : amountOf(units, 'units');
}

function isoSecond(at: number): string {
	return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

function nonBlankOrNull(value: unknown): string | null {
	return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function tokenCountText(value: unknown): string | null {
	return typeof value === 'number' ? exactText(amountOf(value, 'token count')) : null;
}

function csvCell(value: string | null): string {
	if (value === null) return '';
	return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
