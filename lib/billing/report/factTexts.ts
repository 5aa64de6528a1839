import { amountOf, ZERO, type Amount } from '../amount';
import type { Forecast } from '../forecast';
import { groupedDigits, roundedText } from '../roundedText';
import type { Anomaly } from './anomalies';
import type { CurrencySummary } from './outlook';
import type { ProductRow, CurrencyTotals } from './reportRows';
import type { SpendReport } from './spendReport';
import { readableDay } from './times';
import {
	readableCurrency,
	oneLine,
	readableAmount,
	readableCount,
	readableMoney,
	distinguishableMoney,
} from './formatting';

const MAX_LABEL_LENGTH = 80;
/** Periods whose name says that they are not over. */
const RUNNING_PERIOD_LABELS = ['Today', 'This Month'];

export type Fact = [name: string, value: string];

/** Name and value of what is known of a currency, for every form of the report. The amounts have so many places, and add up as shown. */
export function factsOf(currency: string, totals: CurrencySummary, places: number): Fact[] {
	const { entries, calls, promptTokens, completionTokens } = totals;
	const facts = moneyFacts(totals, places).map(([name, value]): Fact => [
		name,
		`${value} ${readableCurrency(currency)}`,
	]);
	const change = changeFact(totals, currency, places);
	if (change !== undefined) facts.push(['Change', change]);
	facts.push(...outlookFacts(totals, currency));
	facts.push(['Calls', readableCount(calls)]);
	facts.push(['Entries', readableCount(entries)]);
	if (promptTokens + completionTokens > 0) {
		const tokens = `${readableCount(promptTokens)} in, ${readableCount(completionTokens)} out`;
		facts.push(['Tokens', tokens]);
	}
	return facts;
}

/** The amount that decides how many places the facts of a currency have. */
export function mainAmount({ exact, before }: CurrencyTotals): Amount {
	const amounts = [exact.spend, exact.refunds, before?.exact.net ?? '0'].map((text) =>
		parseAmount(text),
	);
	return amounts.find((amount) => !amount.eq(0)) ?? ZERO;
}

/** The product of a row, or how many others it stands for. */
export function productName({ product, name, products }: ProductRow): string {
	if (product !== null) return (name ?? product) || '(no name)';
	return othersText(products);
}

export function othersText(count: number): string {
	return `${count} ${count === 1 ? 'other' : 'others'}`;
}

/** A percentage in words, as the tables of the page have it, or nothing. */
export function shareText({ share, exact }: Pick<ProductRow, 'share' | 'exact'>): string {
	if (share === null) return '';
	return `${roundedText(parseAmount(String(share)).round(1), parseAmount(exact.spend), 1)}%`;
}

/** A change in so many places, with its sign: `+0.02 USD (+3.4%)`. */
export function changeText(shown: Amount, exact: Amount, places: number): string {
	// Rounded amounts can differ the other way round than the exact ones do.
	const rounded = shown.times(exact).lt(0) ? ZERO : shown;
	return `${exact.lt(0) ? '' : '+'}${roundedText(rounded, exact, places)}`;
}

/** How much of the budget is used, and what the period is expected to come to. */
function outlookFacts({ budget, forecast, monthAhead }: CurrencySummary, currency: string): Fact[] {
	const facts: Fact[] = [];
	if (budget !== undefined) {
		const used = budget.percentUsed === null ? '' : `${budget.percentUsed}% of `;
		const gap = budget.complete ? '' : ', without the charges in other currencies';
		const amount = readableMoney(budget.exact.budget, currency);
		facts.push(['Budget', `${used}${amount}, this period’s part of the monthly budget${gap}`]);
	}
	if (forecast !== undefined) facts.push(['Forecast', forecastText(forecast, currency)]);
	if (monthAhead !== undefined) {
		facts.push(['30 days at this rate', forecastText(monthAhead, currency)]);
	}
	return facts;
}

function forecastText({ spend, low, high }: Forecast, currency: string): string {
	const [from, to] = [low, high].map((one) => readableAmount(String(one)));
	return `${readableMoney(String(spend), currency)} (${from} to ${to})`;
}

function moneyFacts({ exact, before }: CurrencyTotals, places: number): Fact[] {
	const text = (amount: string) =>
		roundedText(parseAmount(amount).round(places), parseAmount(amount), places);
	const facts: Fact[] = [['Spend', text(exact.spend)]];
	if (exact.refunds !== '0') {
		facts.push(['Refunds', text(exact.refunds)]);
		facts.push([
			'Net',
			roundedText(displayedNet({ exact }, places), parseAmount(exact.net), places),
		]);
	}
	if (before !== null) facts.push(['Previous period', text(before.exact.net)]);
	return facts;
}

function changeFact(totals: CurrencyTotals, currency: string, places: number): string | undefined {
	const { before, change } = totals;
	if (before === null || change === null) return undefined;
	const exact = parseAmount(change.exact);
	if (exact.eq(0)) return 'no change';
	const shown = displayedNet(totals, places).minus(parseAmount(before.exact.net).round(places));
	const amount = `${changeText(shown, exact, places)} ${readableCurrency(currency)}`;
	const sign = exact.lt(0) ? '' : '+';
	const percent = groupedDigits(String(change.percent));
	return change.percent === null ? amount : `${amount} (${sign}${percent}%)`;
}

function displayedNet({ exact }: Pick<CurrencyTotals, 'exact'>, places: number): Amount {
	return parseAmount(exact.spend).round(places).minus(parseAmount(exact.refunds).round(places));
}

const parseAmount = (text: string): Amount => amountOf(text, 'amount');

/** A day that stands out, in words: `3 Nov 2026: 9.20 USD, usually 1.10 USD`. */
export function anomalyText({ currency, day, costLabel, exact }: Anomaly): string {
	const [spend, usual] = distinguishableMoney([exact.spend, exact.usual], currency);
	const labelSuffix = costLabel === null ? '' : `, ${oneLine(costLabel, MAX_LABEL_LENGTH)}`;
	return `${readableDay(day)}${labelSuffix}: ${spend}, usually ${usual}`;
}

/** The sentence about a period whose charges may not all be recorded; empty where they are, and where the period says that it is running. */
export function incompleteText({ complete, period: { label } }: SpendReport): string {
	if (complete || RUNNING_PERIOD_LABELS.includes(label)) return '';
	return 'May be incomplete: charges can be recorded up to a minute late, and the period has just ended or is not over.';
}
