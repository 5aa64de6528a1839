import { wireText } from '../core/wireText';
import { currencyOf, amountOf, exactText, ZERO, type Amount } from './amount';
import type { UsageEntry } from './entry';
import { digest } from './entryId';
import { spendPeriod, type PeriodUnit, type SpendPeriod } from './period';

export interface AlertSettings {
	threshold: number;
	unit: PeriodUnit;
	/** IANA name. */
	zone: string;
	/** What is counted: a count of something else cannot be gone on with. */
	of: string;
}

/** The spend of a period so far, by currency, as decimal text. */
export interface SpendCount {
	of: string;
	period: SpendPeriod;
	spend: Record<string, string>;
	/** The threshold that was passed, by currency. */
	passed: Record<string, string>;
}

export interface SpendAlert {
	id: string;
	currency: string;
	threshold: string;
	spend: string;
	period: PeriodUnit;
	periodStart: string;
	periodEnd: string;
	/** Time of the entry that passed the threshold, or of the look that found it passed; null in an example. */
	passedAt: string | null;
}

/** What is counted, as a name: another unit, zone or filter makes another one; another threshold does not. */
export function countName(...parts: Array<string | number | undefined>): string {
	return JSON.stringify(parts.map((part) => part ?? null));
}

/** An empty count of the period that a moment (ISO 8601) lies in. */
export function newCount(at: string, { of, unit, zone }: AlertSettings): SpendCount {
	return { of, period: spendPeriod(Date.parse(at), unit, zone), spend: {}, passed: {} };
}

/**
 * Adds up charges, which come in order of time, and alerts when their sum reaches the threshold: once per period and currency, and
 * again only if the threshold was raised meanwhile. Refunds count for nothing; currencies are never added together.
 */
export class SpendWatch {
	private period: SpendPeriod;
	private end: number;
	private readonly spend: Map<string, Amount>;
	private readonly passed: Map<string, Amount>;
	private readonly threshold: Amount;

	constructor(
		count: SpendCount,
		private readonly settings: AlertSettings,
	) {
		this.period = count.period;
		this.end = Date.parse(count.period.end);
		this.spend = new Map(amounts(count.spend));
		this.passed = new Map(amounts(count.passed));
		this.threshold = amountOf(settings.threshold, 'threshold');
	}

	/** What is passed already in the period that a moment (ISO 8601) lies in, for a threshold that was lowered. */
	passedAt(at: string): SpendAlert[] {
		this.moveTo(Date.parse(at));
		return [...this.spend.keys()].flatMap((currency) => this.alert(currency, at));
	}

	add({ timestamp, currency, amount }: UsageEntry): SpendAlert[] {
		this.moveTo(Date.parse(timestamp));
		const charged = amountOf(amount, 'amount');
		if (charged.gte(ZERO)) return [];
		const name = currencyOf(wireText(currency));
		this.spend.set(name, (this.spend.get(name) ?? ZERO).minus(charged));
		return this.alert(name, timestamp);
	}

	/** The count to keep. */
	count(): SpendCount {
		const { period, spend, passed } = this;
		return { of: this.settings.of, period, spend: texts(spend), passed: texts(passed) };
	}

	private alert(currency: string, at: string): SpendAlert[] {
		const spend = this.spend.get(currency) ?? ZERO;
		const passed = this.passed.get(currency);
		if (spend.lt(this.threshold) || passed?.gte(this.threshold)) return [];
		this.passed.set(currency, this.threshold);
		return [spendAlert(this.settings, this.period, currency, spend, at)];
	}

	private moveTo(at: number): void {
		if (!(at >= this.end)) return;
		this.period = spendPeriod(at, this.settings.unit, this.settings.zone);
		this.end = Date.parse(this.period.end);
		this.spend.clear();
		this.passed.clear();
	}
}

/** The alert with an id that is the same whenever the same threshold is passed in the same period. */
export function spendAlert(
	{ threshold, unit, of }: AlertSettings,
	{ start, end }: SpendPeriod,
	currency: string,
	spend: Amount,
	passedAt: string | null,
): SpendAlert {
	const limit = exactText(amountOf(threshold, 'threshold'));
	const name = countName(of, start, currency, limit);
	return {
		id: digest(name),
		currency,
		threshold: limit,
		spend: exactText(spend),
		period: unit,
		periodStart: start,
		periodEnd: end,
		passedAt,
	};
}

function amounts(texts: Record<string, string>): Array<[string, Amount]> {
	return Object.entries(texts).map(([name, text]) => [name, amountOf(text, name)]);
}

function texts(sums: Map<string, Amount>): Record<string, string> {
	return Object.fromEntries([...sums].map(([name, sum]) => [name, exactText(sum)]));
}
