import { Big } from '../../core/decimal';
import { ZERO, roundedText, type Amount } from '../amount';
import type { Anomaly } from './anomalies';
import { CurrencyTables, netMark, placesOf, type Table } from './currencyTables';
import {
	amountText,
	changeText,
	placesForTotal,
	readableCount,
	readableCurrency,
	readableName,
	readablePercent,
	readableRate,
} from './formatting';
import type { Mover } from './movers';
import type { CurrencySummary } from './outlook';
import { countedBy, unitText } from './productNames';
import type { SpendReport } from './spendReport';
import { readableDay, readableDays, readableTimeRange } from './times';

/** What a report says, in words and figures, once for the page and for the message. */
export interface Statement {
	title: string;
	/** The period, without and with its time zone. */
	spanWithZone: string;
	comparison: string;
	incomplete: string;
	/** What all currencies with a rate come to; empty where there is only one. */
	total: string;
	/** The one with the most to say first. */
	currencies: CurrencyStatement[];
}

export type Fact = [name: string, value: string];

export interface CurrencyStatement {
	currency: string;
	name: string;
	/** What the currency is, for someone who wonders why there are several. */
	meaning: string;
	/** Whether next to nothing was spent in it, beside what was in others. */
	isMinor: boolean;
	hasSpend: boolean;
	money: Fact[];
	counts: Fact[];
	/** Why spend changed; empty where nothing is compared. */
	movers: string[];
	budget: string[];
	unusual: string[];
	models?: Table;
	labels?: Table;
	days?: Table;
	hours?: Table;
}

/** Periods whose name says that they are not over. */
const RUNNING_PERIOD_LABELS = ['Today', 'This Month'];
/** Currencies that are worth as much as each other (docs/maintainers/service.md#prices). */
const CURRENCIES_AT_PAR_WITH_USD = ['USD', 'DIEM'];
/** Below this part of what all currencies with a rate come to, a currency is a detail. */
const MINOR_SHARE = '0.05';
const MEANINGS = new Map([
	['USD', 'Paid from the balance of the account.'],
	['DIEM', 'Staked credit: 1 DIEM counts as 1 USD.'],
	['BUNDLED_CREDITS', 'Credits of a subscription, for which the service names no rate to USD.'],
]);

export function statementOf(report: SpendReport): Statement {
	const { period, comparedWith, complete } = report;
	const zone = period.timeZone;
	const range = ({ start, end }: { start: string; end: string }) =>
		readableTimeRange({ start: Date.parse(start), end: Date.parse(end) }, zone);
	const isOpen = complete || RUNNING_PERIOD_LABELS.includes(period.label);
	const all = report.currencies.map((one) => new CurrencyText(report, one).statement());
	return {
		title: `Spend: ${period.label}`,
		spanWithZone: `${range(period)} (${zone})`,
		comparison: comparedWith === null ? '' : `Compared with ${range(comparedWith)}.`,
		incomplete: isOpen
			? ''
			: 'May be incomplete: charges can be recorded up to a minute late, and the period has just ended or is not over.',
		total: totalText(report),
		currencies: [...all.filter(({ isMinor }) => !isMinor), ...all.filter(({ isMinor }) => isMinor)],
	};
}

/** What all currencies with a rate of the service come to in USD; empty where there is only one of them. */
function totalText({ currencies, totals }: SpendReport): string {
	const used = currencies.filter((one) => totals[one]?.net.eq(0) === false);
	const summed = used.filter((one) => CURRENCIES_AT_PAR_WITH_USD.includes(one));
	if (summed.length < 2) return '';
	const others = used.filter((one) => !summed.includes(one)).map(readableCurrency);
	const without = others.length === 0 ? '' : `; ${others.join(' and ')} not included`;
	const sumOf = (amountIn: (name: string) => Amount | undefined) =>
		summed.reduce((all, one) => all.plus(amountIn(one) ?? ZERO), ZERO);
	const sum = sumOf((one) => totals[one]?.net);
	const places = placesForTotal(sum);
	const isCompared = summed.every((one) => totals[one]?.before != null);
	const before = isCompared ? sumOf((one) => totals[one]?.before?.net) : ZERO;
	const percent = before.eq(0) ? '' : readablePercent(sum.minus(before), before);
	const change =
		percent === ''
			? ''
			: `, previous period ${amountText(before, places)} USD (${signed(percent)})`;
	return `Total: ${amountText(sum, places)} USD${change}. 1 DIEM counts as 1 USD${without}.`;
}

const signed = (percent: string) => (percent.startsWith('-') ? percent : `+${percent}`);

/** Writes what a report says of one currency: all its amounts have the same places, and what adds up is shown to add up. */
class CurrencyText {
	private readonly totals: CurrencySummary;

	private readonly places: number;

	/** What the reader has to know of an amount from which refunds are taken off. */
	private readonly net: string;

	constructor(
		private readonly report: SpendReport,
		private readonly currency: string,
	) {
		const totals = report.totals[currency];
		if (totals === undefined) throw new TypeError(`No totals in ${currency}`);
		this.totals = totals;
		this.places = placesOf(totals);
		this.net = netMark(totals);
	}

	statement(): CurrencyStatement {
		const { report, currency, totals } = this;
		const tables = new CurrencyTables(totals, currency);
		const { promptTokens, completionTokens } = totals;
		const tokens = `${readableCount(promptTokens)} in, ${readableCount(completionTokens)} out`;
		const mine = <T extends { currency: string }>(rows: T[] = []) =>
			rows.filter((row) => row.currency === currency);
		return {
			currency,
			name: readableCurrency(currency),
			meaning: report.currencies.length < 2 ? '' : (MEANINGS.get(currency) ?? ''),
			isMinor: isMinorCurrency(report, currency),
			hasSpend: !totals.spend.eq(0),
			money: this.moneyFacts(),
			counts: [
				...(totals.calls > 0 || totals.entries === 0
					? [['Calls', readableCount(totals.calls)] satisfies Fact]
					: []),
				...(promptTokens + completionTokens > 0 ? [['Tokens', tokens] satisfies Fact] : []),
			],
			movers: mine(report.movers).map((mover) => this.moverText(mover)),
			budget: [...this.budgetText(), ...this.forecastText()],
			unusual: mine(report.anomalies).map((one) => this.anomalyText(one)),
			models: tables.models(mine(report.byModel)),
			labels: tables.labels(mine(report.byCostLabel)),
			days: tables.days(mine(report.byDay)),
			hours: tables.hours(mine(report.byHour)),
		};
	}

	private amount(amount: Amount): string {
		return amountText(amount, this.places);
	}

	private money(amount: Amount): string {
		return `${this.amount(amount)} ${readableCurrency(this.currency)}`;
	}

	private nameOf(product: string): string {
		const row = this.report.byProduct?.find((one) => one.product === product);
		const mover = this.report.movers.find((one) => one.product === product);
		return readableName(row?.name ?? mover?.name ?? product);
	}

	/** Spend less refunds is net, and net less that before is the change, as shown too. */
	private moneyFacts(): Fact[] {
		const { totals, places, currency } = this;
		const { spend, refunds, net, before, change } = totals;
		const name = readableCurrency(currency);
		const shownNet = spend.round(places).minus(refunds.round(places));
		const facts: Fact[] = [['Spend', this.money(spend)]];
		if (!refunds.eq(0)) {
			facts[0] = ['Spend (before refunds)', this.money(spend)];
			facts.push(['Refunds', this.money(refunds)]);
			facts.push(['Net spend', `${roundedText(shownNet, net, places)} ${name}`]);
		}
		if (before === null || change === null) return facts;
		facts.push([`Previous period${this.net}`, this.money(before.net)]);
		const exact = change.absolute;
		if (exact.eq(0)) return [...facts, ['Change', 'no change']];
		const shown = changeText(shownNet.minus(before.net.round(places)), exact, places);
		const percent = change.percent === null ? '' : readablePercent(exact, before.net);
		const share = percent === '' ? '' : ` (${signed(percent)})`;
		return [...facts, [`Change${this.net}`, `${shown} ${name}${share}`]];
	}

	/** A product that changed, with what was used of it, and with its price where that changed too. */
	private moverText({ product, name, kind, change, now, before, since }: Mover): string {
		const currency = readableCurrency(this.currency);
		const { words, perUnit } = countedBy(product);
		const prices = [now.unitPrice, before.unitPrice].map((price) => price && readableRate(price));
		const hasNewPrice = prices.every((price) => price !== null) && prices[0] !== prices[1];
		const [price, oldPrice] = hasNewPrice
			? [` at ${prices[0]} ${currency} ${perUnit > 1 ? 'per million' : 'each'}`, ` at ${prices[1]}`]
			: ['', ''];
		const isUsed = !now.units.eq(0);
		const used = isUsed ? `${unitText(now.units.times(perUnit), words)}${price}` : '';
		const then = unitText(before.units.times(perUnit), words);
		const earlier = `before ${isUsed ? then.replace(/ .*/, '') : then}${oldPrice}`;
		const units = [used, before.units.eq(0) ? '' : earlier].filter((text) => text !== '');
		const fullName = readableName(name);
		const said = units.length > 0 && fullName.endsWith(`, ${words}`) ? words.length + 2 : 0;
		const title = fullName.slice(0, fullName.length - said);
		const amount = amountText(change.absolute.abs(), this.places);
		const direction = change.absolute.lt(0) ? 'less' : 'more';
		const what = {
			new: since === null ? ', new' : `, new since ${readableDay(since)}`,
			gone: ', no longer used',
			changed: '',
		}[kind];
		const usage = units.length > 0 ? ` (${units.join(', ')})` : '';
		return `${title}: ${amount} ${currency} ${direction}${what}${usage}`;
	}

	private budgetText(): string[] {
		const { budget } = this.totals;
		if (budget === undefined) return [];
		const percent = readablePercent(budget.used, budget.budget);
		const used = `${percent} used, ${this.amount(budget.used)}${this.net} of ${this.money(budget.budget)}`;
		const gap = budget.complete ? '' : ', without the charges in other currencies';
		const when =
			budget.exceededOn === null ? '' : `exceeded on ${readableDay(budget.exceededOn)}, `;
		return [`Budget: ${when}${used}${gap}`];
	}

	private forecastText(): string[] {
		const { forecast, budget } = this.totals;
		if (forecast === undefined) return [];
		const { spend, low, high, status, reason, reachedOn, cause } = forecast;
		const most = cause === null ? '' : `, mostly ${this.nameOf(cause)}`;
		const why = reason === null ? '' : `. ${sentenceCase(reason)}${most}`;
		if (spend === null || low === null || high === null) return [`Forecast: not certain${why}`];
		const [least, highest] = [this.amount(new Big(low)), this.amount(new Big(high))];
		if (status === 'unsure' && budget !== undefined) {
			return [
				`Forecast: not certain, ${least} to ${highest} of ${this.money(budget.budget)}${why}`,
			];
		}
		const range = `${this.money(new Big(spend))} by the end (${least} to ${highest})`;
		const reached = reachedOn ? `, the budget is reached about ${readableDay(reachedOn)}` : '';
		const words = {
			within: ', within the budget',
			exceeded: reached,
			unsure: '',
		};
		const isOver = budget !== undefined && budget.exceededOn !== null;
		return [`Forecast: ${range}${status === undefined || isOver ? '' : words[status]}`];
	}

	/** Days in a row that stand out, with what cost most of them. */
	private anomalyText({
		firstDay,
		lastDay,
		costLabel,
		spend,
		usualPerDay,
		cause,
	}: Anomaly): string {
		const label = costLabel === null ? '' : `, ${readableName(costLabel)}`;
		const usual = usualPerDay.eq(0)
			? 'no other day has charges'
			: `usually ${this.money(usualPerDay)} a day`;
		const most = cause === null ? '' : `, mostly ${this.nameOf(cause)}`;
		return `${readableDays(firstDay, lastDay)}${label}: ${this.money(spend)}, ${usual}${most}`;
	}
}

const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether next to nothing was spent in a currency, beside what was in others: never said of one that has no rate. */
function isMinorCurrency({ currencies, totals }: SpendReport, currency: string): boolean {
	if (currencies.length < 2) return false;
	const sum = (names: string[]) =>
		names.reduce((all, one) => all.plus(totals[one]?.spend ?? ZERO), ZERO);
	const own = sum([currency]);
	if (own.eq(0)) return sum(currencies).gt(0);
	if (!CURRENCIES_AT_PAR_WITH_USD.includes(currency)) return false;
	return own.lt(sum(CURRENCIES_AT_PAR_WITH_USD).times(MINOR_SHARE));
}
