import { Big } from '../../core/decimal';
import { ZERO, type Amount } from '../amount';
import { columnTexts, roundedParts, roundedText } from '../roundedText';
import type { Anomaly } from './anomalies';
import {
	oneLine,
	placesForTotal,
	readableCount,
	readableCurrency,
	readablePercent,
	readableRate,
} from './formatting';
import type { SpendAmounts, SpendChange } from './money';
import type { Mover } from './movers';
import type { CurrencySummary } from './outlook';
import { unitsOf } from './productNames';
import type { LabelRow, ModelRow, ProductRow } from './reportRows';
import type { SpendReport } from './spendReport';
import { readableDay, readableDays, readableHours, readableTimeRange } from './times';

/** What a report says, in words and figures, once for the page and for the message. */
export interface Statement {
	title: string;
	/** The period, without and with its time zone. */
	span: string;
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

export interface Table {
	caption: string;
	/** What the reader has to know besides. */
	note?: string;
	heads: string[];
	/** Rows that belong together, under a head of their own where there is one. */
	groups: Array<{ head?: string; rows: TableRow[] }>;
	total: string[];
}

export interface TableRow {
	name: string;
	/** What stands small below the name. */
	small?: string;
	/** Whether it is a part of the row before it that is none. */
	isPart?: boolean;
	cells: string[];
}

const MAX_NAME_LENGTH = 120;
const NO_NAME = '(no name)';
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
		span: range(period),
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

/** How every amount of a report is written. */
function amountText(amount: Amount, places: number): string {
	return roundedText(amount.round(places), amount, places);
}

/** A rounded change with its sign: `+0.02`. */
function changeText(shown: Amount, exact: Amount, places: number): string {
	// Rounded amounts can differ the other way round than the exact ones do.
	const rounded = shown.times(exact).lt(0) ? ZERO : shown;
	return `${exact.lt(0) ? '' : '+'}${roundedText(rounded, exact, places)}`;
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
		const hasRefunds = !totals.refunds.eq(0) || totals.before?.refunds.eq(0) === false;
		this.net = hasRefunds ? ' (net)' : '';
	}

	statement(): CurrencyStatement {
		const { report, currency, totals } = this;
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
				['Calls', readableCount(totals.calls)],
				['Entries', readableCount(totals.entries)],
				...(promptTokens + completionTokens > 0 ? [['Tokens', tokens] satisfies Fact] : []),
			],
			movers: mine(report.movers).map((mover) => this.moverText(mover)),
			budget: [...this.budgetText(), ...this.forecastText()],
			unusual: mine(report.anomalies).map((one) => this.anomalyText(one)),
			models: this.modelTable(mine(report.byModel)),
			labels: this.labelTable(mine(report.byCostLabel)),
			days: this.dayTable(mine(report.byDay)),
			hours: this.hourTable(mine(report.byHour)),
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
		return oneLine(row?.name ?? mover?.name ?? product, MAX_NAME_LENGTH) || NO_NAME;
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

	/** A product that changed, and whether its units or its price did it. */
	private moverText({ product, name, kind, change, now, before, since }: Mover): string {
		const currency = readableCurrency(this.currency);
		const amount = changeText(change.absolute.round(this.places), change.absolute, this.places);
		const percent = change.percent === null ? '' : readablePercent(change.absolute, before.net);
		const side = ({ units, unitPrice }: Mover['now'], word: string) =>
			unitPrice === null
				? ''
				: `${readableRate(units).replace(/\.00$/, '')}${word} at ${readableRate(unitPrice)}${word && ` ${currency}`}`;
		const unit = ` ${unitsOf(product)}`;
		const [today, then] = [side(now, unit), side(before, kind === 'gone' ? unit : '')];
		const what = {
			new: since === null ? 'new' : `new since ${readableDay(since)}`,
			gone: 'gone',
			changed: percent === '' ? '' : signed(percent),
		}[kind];
		const title = oneLine(name, MAX_NAME_LENGTH) || NO_NAME;
		const volume = [today, then === '' ? '' : `before ${then}`].filter((text) => text !== '');
		return [`${title}: ${amount} ${currency}`, what, ...volume]
			.filter((text) => text !== '')
			.join(', ');
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
		const why =
			reason === null ? '' : `: ${reason}${cause === null ? '' : `, mostly ${this.nameOf(cause)}`}`;
		const text = (value: number) => this.money(new Big(value));
		if (spend === null) return [`Forecast: unsure${why}`];
		if (low === null || high === null) {
			return [`Forecast: unsure${why}. If all days were like the last 14: ${text(spend)}`];
		}
		const range = `${text(spend)} by the end (${this.amount(new Big(low))} to ${this.amount(new Big(high))})`;
		const reached = reachedOn ? `, the budget is reached about ${readableDay(reachedOn)}` : '';
		const words = {
			within: ', within the budget',
			exceeded: reached,
			unsure: `${reached}, unsure${why}`,
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
		const label = costLabel === null ? '' : `, ${oneLine(costLabel, MAX_NAME_LENGTH)}`;
		const usual = usualPerDay.eq(0)
			? 'no other day has charges'
			: `usually ${this.money(usualPerDay)} a day`;
		const most = cause === null ? '' : `, mostly ${this.nameOf(cause)}`;
		return `${readableDays(firstDay, lastDay)}${label}: ${this.money(spend)}, ${usual}${most}`;
	}

	/** Spend, and refunds where there were any: the cells add up to the total, or to those of the model that they are parts of. */
	private moneyColumns(
		rows: SpendAmounts[],
		whole?: Pick<SpendAmounts, 'spend' | 'refunds'>,
	): Column[] {
		const { totals, places } = this;
		const column = (head: string, kind: 'spend' | 'refunds'): Column => ({
			head,
			cells: columnTexts(
				rows.map((row) => row[kind]),
				places,
				whole?.[kind],
				// Refunds are rare: where there were none, nothing is easier to read than a zero.
			).map((text, index) => (kind === 'refunds' && rows[index]?.refunds.eq(0) ? '' : text)),
			total: this.amount(totals[kind]),
		});
		return totals.refunds.eq(0)
			? [column('Spend', 'spend')]
			: [column('Spend (before refunds)', 'spend'), column('Refunds', 'refunds')];
	}

	private shareColumn(rows: SpendAmounts[], whole?: Amount): Column {
		if (this.totals.spend.eq(0)) return { head: 'Share', cells: [], total: '' };
		const cells = columnTexts(this.sharesOf(rows), 1, whole).map((one) => `${one}%`);
		return { head: 'Share', cells, total: '100.0%' };
	}

	private sharesOf(rows: SpendAmounts[]): Amount[] {
		const { spend } = this.totals;
		return rows.map((row) => (spend.eq(0) ? ZERO : row.spend.times(100).div(spend)));
	}

	private changeColumn(rows: Array<{ change: SpendChange | null }>): Column[] {
		if (this.totals.change === null) return [];
		const cells = rows.map(({ change }) => {
			if (change === null) return '';
			const { absolute } = change;
			return absolute.eq(0) ? '0' : changeText(absolute.round(this.places), absolute, this.places);
		});
		return [{ head: `Change${this.net}`, cells, total: '' }];
	}

	/** The models with the highest spend, each with its parts below it, and the others in one row. */
	private modelTable(models: ModelRow[]): Table | undefined {
		if (models.length === 0) return undefined;
		const columnsOf = (rows: Array<ModelRow | ProductRow>, whole?: WholeRow) => [
			...this.moneyColumns(rows, whole),
			this.shareColumn(rows, whole?.share),
			callsColumn(rows.map((row) => ('parts' in row ? callsOf(row) : row.calls))),
			...this.changeColumn(rows),
		];
		const columns = columnsOf(models);
		const wholes = tableRows(models.map(modelName), columns);
		const rounded = (kind: 'spend' | 'refunds') =>
			roundedParts(
				models.map((model) => model[kind]),
				this.places,
			);
		const [spend, refunds] = [rounded('spend'), rounded('refunds')];
		const shares = roundedParts(this.sharesOf(models), 1);
		const rows = models.flatMap(({ parts }, index): TableRow[] => {
			const whole = wholes[index] ?? { name: '', cells: [] };
			if (parts.length < 2) return [{ ...whole, ...smallName(whole.name, parts[0]) }];
			const shown = {
				spend: spend[index] ?? ZERO,
				refunds: refunds[index] ?? ZERO,
				share: shares[index] ?? ZERO,
			};
			const names = parts.map(({ part, product }) => part ?? product ?? '');
			const partRows = tableRows(names, columnsOf(parts, shown));
			return [
				whole,
				...partRows.map((row, at) => ({ ...row, ...smallName('', parts[at]), isPart: true })),
			];
		});
		return {
			caption: `Models and services in ${readableCurrency(this.currency)}`,
			note: 'A call that is charged for several parts counts for each of them.',
			...tableOf('Model', columns, [{ rows }]),
		};
	}

	private labelTable(rows: LabelRow[]): Table | undefined {
		if (rows.length === 0) return undefined;
		const columns = [...this.moneyColumns(rows), this.shareColumn(rows)];
		const names = rows.map(({ costLabel, labels }) => nameOrOthers(costLabel, labels));
		return {
			caption: `Cost labels in ${readableCurrency(this.currency)}`,
			...tableOf('Cost label', columns, [{ rows: tableRows(names, columns) }]),
		};
	}

	/** Every day of the period, where it has more than one. */
	private dayTable(rows: NonNullable<SpendReport['byDay']>): Table | undefined {
		if (rows.length < 2) return undefined;
		const columns = this.timeColumns(rows);
		const names = rows.map(({ day }) => readableDay(day));
		return {
			caption: `Days in ${readableCurrency(this.currency)}`,
			...tableOf('Day', columns, [{ rows: tableRows(names, columns) }]),
		};
	}

	private hourTable(all: NonNullable<SpendReport['byHour']>): Table | undefined {
		const rows = all.filter(({ entries }) => entries > 0);
		if (rows.length === 0) return undefined;
		const columns = this.timeColumns(rows);
		const hours = readableHours(all.map(({ hour }) => hour));
		const words = new Map(all.map(({ hour }, index) => [hour, hours[index] ?? hour]));
		const lines = tableRows(
			rows.map(({ hour }) => words.get(hour) ?? hour),
			columns,
		);
		const days = [...new Set(rows.map(({ hour }) => hour.slice(0, 10)))];
		const groups = days.map((day) => ({
			head: readableDay(day),
			rows: lines.filter((_, index) => rows[index]?.hour.startsWith(day)),
		}));
		return {
			caption: `Hours in ${readableCurrency(this.currency)}`,
			note: 'Hours without usage are not shown.',
			...tableOf('Hour', columns, groups),
		};
	}

	private timeColumns(rows: Array<SpendAmounts & { calls: number }>): Column[] {
		const calls = callsColumn(
			rows.map((row) => row.calls),
			readableCount(this.totals.calls),
		);
		return [...this.moneyColumns(rows), calls];
	}
}

interface Column {
	head: string;
	cells: string[];
	total: string;
}

type WholeRow = Record<'spend' | 'refunds' | 'share', Amount>;

function callsColumn(calls: Array<number | null>, total = ''): Column {
	return {
		head: 'Calls',
		cells: calls.map((one) => (one === null ? '' : readableCount(one))),
		total,
	};
}

/** The calls of a model that has one product; a call may be charged for several. */
const callsOf = ({ parts }: ModelRow) => (parts.length === 1 ? (parts[0]?.calls ?? null) : null);

const modelName = ({ model, models, parts }: ModelRow) =>
	nameOrOthers(parts.length === 1 ? (parts[0]?.name ?? model) : model, models);

/** The product as the history names it, below a readable name. */
function smallName(name: string, row: ProductRow | undefined): Pick<TableRow, 'small'> {
	const product = oneLine(row?.product ?? '', MAX_NAME_LENGTH);
	return product === '' || product === name ? {} : { small: product };
}

function nameOrOthers(name: string | null, count: number): string {
	if (name !== null) return oneLine(name, MAX_NAME_LENGTH) || NO_NAME;
	return `${count} ${count === 1 ? 'other' : 'others'}`;
}

/** The places of all amounts of a currency. */
export function placesOf({ spend, refunds, before }: CurrencySummary): number {
	const amounts = [spend, refunds, before?.net ?? ZERO];
	return placesForTotal(amounts.find((amount) => !amount.eq(0)) ?? ZERO);
}

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

function tableRows(names: string[], columns: Column[]): TableRow[] {
	return names.map((name, index) => ({
		name,
		cells: columns.map(({ cells }) => cells[index] ?? ''),
	}));
}

function tableOf(head: string, columns: Column[], groups: Table['groups']) {
	return {
		heads: [head, ...columns.map((column) => column.head)],
		groups,
		total: columns.map(({ total }) => total),
	};
}
