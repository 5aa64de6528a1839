/** A row of a FOCUS file, read by a parser that is not the package's; an empty cell is null. */
export type FocusRecord = Record<string, string | null>;

interface Rule {
	type: 'string' | 'decimal' | 'moment' | 'currency';
	allowed?: string[];
	/** When the value must be null, and when it may be; if unset, never. */
	mustBeNull?: (row: FocusRecord) => boolean;
	mayBeNull?: (row: FocusRecord) => boolean;
	also?: (value: string, row: FocusRecord) => boolean;
}

const FORMS: Record<Rule['type'], RegExp> = {
	string: /\S/u,
	// No sign before a positive value, and none before a positive exponent.
	decimal: /^-?\d+(\.\d+)?(E-?\d+)?$/,
	moment: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
	currency: /^[A-Z]{3}$/,
};

const string: Rule = { type: 'string' };
const optional: Rule = { type: 'string', mayBeNull: () => true };
const cost: Rule = {
	type: 'decimal',
	also: (value, row) => row.ChargeCategory !== 'Credit' || value === row.BilledCost,
};
const month = (at: string | null) => /^\d{4}-\d{2}-01T00:00:00Z$/.test(at ?? '');
const isBefore = (one: string | null, other: string | null) =>
	Date.parse(one ?? '') < Date.parse(other ?? '');
const isUsage = ({ ChargeCategory }: FocusRecord) => ChargeCategory === 'Usage';

/** A JSON object of single values. */
function isKeyValues(text: string): boolean {
	const value: unknown = JSON.parse(text);
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
	return Object.values(value).every((one) => typeof one !== 'object' || one === null);
}

/** The columns that FOCUS 1.4 demands of every cost and usage dataset. */
export const MANDATORY: Record<string, Rule> = {
	BilledCost: cost,
	BillingAccountId: string,
	BillingAccountName: string,
	BillingCurrency: { type: 'currency' },
	BillingPeriodEnd: { type: 'moment', also: (value) => month(value) },
	BillingPeriodStart: {
		type: 'moment',
		also: (value, row) => month(value) && isBefore(value, row.BillingPeriodEnd ?? null),
	},
	ChargeCategory: {
		type: 'string',
		allowed: ['Usage', 'Purchase', 'Tax', 'Credit', 'Adjustment'],
	},
	ChargeClass: { type: 'string', allowed: ['Correction'], mayBeNull: () => true },
	ChargeDescription: string,
	ChargePeriodEnd: { type: 'moment' },
	ChargePeriodStart: {
		type: 'moment',
		also: (value, row) =>
			isBefore(value, row.ChargePeriodEnd ?? null) &&
			!isBefore(value, row.BillingPeriodStart ?? null) &&
			isBefore(value, row.BillingPeriodEnd ?? null),
	},
	ContractedCost: cost,
	EffectiveCost: cost,
	HostProviderName: string,
	InvoiceIssuerName: string,
	ListCost: cost,
	PricingQuantity: {
		type: 'decimal',
		mustBeNull: ({ SkuPriceId }) => SkuPriceId === null,
		mayBeNull: (row) => !isUsage(row),
	},
	PricingUnit: {
		type: 'string',
		mustBeNull: ({ PricingQuantity }) => PricingQuantity === null,
		also: (value) => /^(\d+ )?[A-Z][A-Za-z]+$/.test(value),
	},
	ServiceCategory: { type: 'string', allowed: ['AI and Machine Learning'] },
	ServiceName: string,
	ServiceProviderName: string,
};

/** Those that are recommended or conditional, or custom. */
export const OTHERS: Record<string, Rule> = {
	ChargeFrequency: { type: 'string', allowed: ['One-Time', 'Recurring', 'Usage-Based'] },
	PricingCurrency: string,
	PricingCurrencyEffectiveCost: { type: 'decimal' },
	ServiceSubcategory: { type: 'string', allowed: ['Generative AI'] },
	SkuId: { type: 'string', mayBeNull: (row) => !isUsage(row) },
	SkuMeter: { type: 'string', mustBeNull: ({ SkuId }) => SkuId === null },
	SkuPriceId: { type: 'string', mayBeNull: (row) => !isUsage(row) },
	Tags: { type: 'string', mayBeNull: () => true, also: (value) => isKeyValues(value) },
	x_CompletionTokens: { type: 'decimal', mayBeNull: () => true },
	x_PromptTokens: { type: 'decimal', mayBeNull: () => true },
	x_RequestId: optional,
};

/** What breaks a rule of the specification in a row, in words. */
export function brokenRules(row: FocusRecord): string[] {
	return Object.entries({ ...MANDATORY, ...OTHERS }).flatMap(([column, rule]) => {
		const value = row[column];
		const said = `${column} ${JSON.stringify(value)}`;
		if (value === undefined) return [`${column} is missing`];
		const { mustBeNull, mayBeNull, allowed, also, type } = rule;
		if (value === null)
			return mustBeNull?.(row) || mayBeNull?.(row) ? [] : [`${column} must not be null`];
		if (mustBeNull?.(row)) return [`${said} must be null`];
		if (!FORMS[type].test(value)) return [`${said} is no ${type}`];
		if (allowed && !allowed.includes(value)) return [`${said} is not allowed`];
		return also?.(value, row) === false ? [`${said} does not fit the row`] : [];
	});
}
