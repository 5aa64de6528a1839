import { wireText } from '../core/wireText';
import { normalizedCurrency, amountOf, exactText, ZERO, type Amount } from './amount';
import type { UsageEntry } from './usageEntry';
import { digestId } from './entryId';
import { spendPeriodAround, type PeriodUnit, type SpendPeriod } from './period';

export interface AlertSettings {
	threshold: number;
	unit: PeriodUnit;
	/** IANA name. */
	zone: string;
	/** What is counted: a count of something else cannot be gone on with. */
	of: string;
}

/** The spend of a period so far, by currency, as decimal text. */
export interface SpendState {
	of: string;
	period: SpendPeriod;
	spend: Record<string, string>;
	/** The threshold that was passed, by currency. */
	passed: Record<string, string>;
}

export interface SpendAlert {
	id: string;
	currency: string;
	threshold: number;
	spend: number;
	period: PeriodUnit;
	periodStart: string;
	periodEnd: string;
	/** Time of the entry that passed the threshold, or of the look that found it passed; null in an example. */
	passedAt: string | null;
}

/** What is counted, as a name: another unit, zone or filter makes another one; another threshold does not. */
export function joinedKey(...parts: Array<string | number | undefined>): string {
	return JSON.stringify(parts.map((part) => part ?? null));
}

export function emptyCount(at: string, { of, unit, zone }: AlertSettings): SpendState {
	return { of, period: spendPeriodAround(Date.parse(at), unit, zone), spend: {}, passed: {} };
}

/**
 * Adds up charges, which come in order of time, and alerts when their sum reaches the threshold: once per period and currency, and
 * again only if the threshold was raised meanwhile. Refunds count for nothing; currencies are never added together.
 */
export class SpendWatch {
	private period: SpendPeriod;
	private end: number;
	private readonly spend: Map<string, Amount>;
	private readonly passedThresholds: Map<string, Amount>;
	private readonly threshold: Amount;

	constructor(
		count: SpendState,
		private readonly settings: AlertSettings,
	) {
		this.period = count.period;
		this.end = Date.parse(count.period.end);
		this.spend = new Map(parseAmounts(count.spend));
		this.passedThresholds = new Map(parseAmounts(count.passed));
		this.threshold = amountOf(settings.threshold, 'threshold');
	}

	/** What is passed already in the period that a moment (ISO 8601) lies in, for a threshold that was lowered. */
	alertsPassedAlready(at: string): SpendAlert[] {
		this.moveToPeriod(Date.parse(at));
		return [...this.spend.keys()].flatMap((currency) => this.alertIfPassed(currency, at));
	}

	add({ timestamp, currency, amount }: UsageEntry): SpendAlert[] {
		this.moveToPeriod(Date.parse(timestamp));
		const charged = amountOf(amount, 'amount');
		if (charged.gte(ZERO)) return [];
		const name = normalizedCurrency(wireText(currency));
		this.spend.set(name, (this.spend.get(name) ?? ZERO).minus(charged));
		return this.alertIfPassed(name, timestamp);
	}

	countToKeep(): SpendState {
		const { period, spend, passedThresholds: passed } = this;
		return { of: this.settings.of, period, spend: exactTexts(spend), passed: exactTexts(passed) };
	}

	private alertIfPassed(currency: string, at: string): SpendAlert[] {
		const spend = this.spend.get(currency) ?? ZERO;
		const passed = this.passedThresholds.get(currency);
		if (spend.lt(this.threshold) || passed?.gte(this.threshold)) return [];
		this.passedThresholds.set(currency, this.threshold);
		return [createSpendAlert(this.settings, this.period, currency, spend, at)];
	}

	private moveToPeriod(at: number): void {
		if (!(at >= this.end)) return;
		this.period = spendPeriodAround(at, this.settings.unit, this.settings.zone);
		this.end = Date.parse(this.period.end);
		this.spend.clear();
		this.passedThresholds.clear();
	}
}

/** The alert with an id that is the same whenever the same threshold is passed in the same period. */
export function createSpendAlert(
	{ threshold, unit, of }: AlertSettings,
	{ start, end }: SpendPeriod,
	currency: string,
	spend: Amount,
	passedAt: string | null,
): SpendAlert {
	const limit = exactText(amountOf(threshold, 'threshold'));
	const name = joinedKey(of, start, currency, limit);
	return {
		id: digestId(name),
		currency,
		threshold,
		spend: Number(spend),
		period: unit,
		periodStart: start,
		periodEnd: end,
		passedAt,
	};
}

function parseAmounts(texts: Record<string, string>): Array<[string, Amount]> {
	return Object.entries(texts).map(([name, text]) => [name, amountOf(text, name)]);
}

function exactTexts(sums: Map<string, Amount>): Record<string, string> {
	return Object.fromEntries([...sums].map(([name, sum]) => [name, exactText(sum)]));
}
