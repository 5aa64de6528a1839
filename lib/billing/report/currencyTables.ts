import { Big } from '../../core/decimal';
import { ZERO, columnTexts, roundedParts, type Amount } from '../amount';
import {
	amountText,
	changeText,
	MAX_NAME_LENGTH,
	oneLine,
	placesForTotal,
	readableCount,
	readableCurrency,
	readableName,
} from './formatting';
import type { SpendAmounts, SpendChange } from './money';
import type { CurrencySummary } from './outlook';
import { unitText } from './productNames';
import type { LabelRow, ModelRow, ProductRow } from './reportRows';
import type { SpendReport } from './spendReport';
import { readableDay, readableHours } from './times';

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

interface Column {
	head: string;
	cells: string[];
	total: string;
}

type WholeRow = Record<'spend' | 'refunds' | 'share', Amount>;

/** The places of all amounts of a currency. */
export function placesOf({ spend, refunds, before }: CurrencySummary): number {
	const amounts = [spend, refunds, before?.net ?? ZERO];
	return placesForTotal(amounts.find((amount) => !amount.eq(0)) ?? ZERO);
}

/** What the reader has to know of an amount from which refunds are taken off. */
export function netMark({ refunds, before }: CurrencySummary): string {
	return refunds.eq(0) && before?.refunds.eq(0) !== false ? '' : ' (net)';
}

/** The tables of a currency: cells add up to the total below them, or to those of the model that they are parts of. */
export class CurrencyTables {
	private readonly places: number;

	constructor(
		private readonly totals: CurrencySummary,
		private readonly currency: string,
	) {
		this.places = placesOf(totals);
	}

	/** The models with the highest spend, each with its parts below it, and the others in one row. */
	models(listed: ModelRow[]): Table | undefined {
		if (listed.length === 0) return undefined;
		const models = this.withRestOfChange(listed);
		const columnsOf = (rows: Array<ModelRow | ProductRow>, whole?: WholeRow) => [
			...this.moneyColumns(rows, whole),
			this.shareColumn(rows, whole?.share),
			this.usedColumn(rows),
			...this.changeColumn(rows, whole === undefined ? this.shownChange : undefined),
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
		return this.table('Models and services', 'Model', columns, [{ rows }]);
	}

	labels(rows: LabelRow[]): Table | undefined {
		if (rows.length === 0) return undefined;
		const columns = [...this.moneyColumns(rows), this.shareColumn(rows)];
		const names = rows.map(({ costLabel, labels }) => nameOrOthers(costLabel, labels));
		return this.table('Cost labels', 'Cost label', columns, [{ rows: tableRows(names, columns) }]);
	}

	/** Every day of the period, where it has more than one. */
	days(rows: NonNullable<SpendReport['byDay']>): Table | undefined {
		if (rows.length < 2) return undefined;
		const columns = this.timeColumns(rows);
		const names = rows.map(({ day }) => readableDay(day));
		return this.table('Days', 'Day', columns, [{ rows: tableRows(names, columns) }]);
	}

	hours(all: NonNullable<SpendReport['byHour']>): Table | undefined {
		const rows = all.filter(({ entries }) => entries > 0);
		if (rows.length === 0) return undefined;
		const columns = this.timeColumns(rows);
		const hours = readableHours(all.map(({ hour }) => hour));
		const words = new Map(all.map(({ hour }, index) => [hour, hours[index] ?? hour]));
		const names = rows.map(({ hour }) => words.get(hour) ?? hour);
		const lines = tableRows(names, columns);
		const days = [...new Set(rows.map(({ hour }) => hour.slice(0, 10)))];
		const groups = days.map((day) => ({
			head: readableDay(day),
			rows: lines.filter((_, index) => rows[index]?.hour.startsWith(day)),
		}));
		return this.table('Hours', 'Hour', columns, groups, 'Hours without usage are not shown.');
	}

	private table(
		title: string,
		head: string,
		columns: Column[],
		groups: Table['groups'],
		note?: string,
	): Table {
		return {
			caption: `${title} in ${readableCurrency(this.currency)}`,
			...(note && { note }),
			heads: [head, ...columns.map((column) => column.head)],
			groups,
			total: columns.map(({ total }) => total),
		};
	}

	/** Spend, and refunds where there were any. */
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
			total: amountText(totals[kind], places),
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

	/** The change of each row; `whole` is the rounded sum that they are shown to add up to. */
	private changeColumn(rows: Array<{ change: SpendChange | null }>, whole?: Amount): Column[] {
		if (this.totals.change === null) return [];
		const exact = rows.map(({ change }) => change?.absolute ?? ZERO);
		const shown = roundedParts(exact, this.places, whole);
		const text = (part: Amount, amount: Amount) =>
			amount.eq(0) && part.eq(0) ? '0' : changeText(part, amount, this.places);
		const total = shown.reduce((sum, part) => sum.plus(part), ZERO);
		return [
			{
				head: `Change${netMark(this.totals)}`,
				cells: shown.map((part, index) => text(part, exact[index] ?? ZERO)),
				total: text(total, this.totals.change.absolute),
			},
		];
	}

	/** The models, and what spend fell or rose by beside the first ones and with those that are no longer used. */
	private withRestOfChange(models: ModelRow[]): ModelRow[] {
		const { change } = this.totals;
		if (change === null) return models;
		const named = models.reduce((sum, one) => sum.plus(one.change?.absolute ?? ZERO), ZERO);
		const rest = { absolute: change.absolute.minus(named), percent: null };
		const hasOthers = models.some(({ model }) => model === null);
		if (hasOthers)
			return models.map((one) => (one.model === null ? { ...one, change: rest } : one));
		if (rest.absolute.eq(0)) return models;
		const none = { spend: ZERO, refunds: ZERO, net: ZERO, entries: 0, share: 0, parts: [] };
		const gone = { model: 'No longer used', models: 1, used: '', change: rest };
		return [...models, { currency: this.currency, ...none, ...gone }];
	}

	/** Net spend less that before, as the facts above the table say it. */
	private get shownChange(): Amount {
		const { spend, refunds, before } = this.totals;
		const round = (amount: Amount) => amount.round(this.places);
		return round(spend)
			.minus(round(refunds))
			.minus(round(before?.net ?? ZERO));
	}

	/** What was used, in the units that it is charged by: a call may be charged for several, and some charges name none. */
	private usedColumn(rows: Array<{ used: string }>): Column {
		const { calls, entries } = this.totals;
		const total =
			calls > 0 ? unitText(new Big(calls), 'calls') : unitText(new Big(entries), 'charges');
		return { head: 'Used', cells: rows.map(({ used }) => used), total };
	}

	private timeColumns(rows: Array<SpendAmounts & { calls: number }>): Column[] {
		// The charges of a search name no call.
		const cells = rows.map(({ calls, spend }) =>
			calls === 0 && !spend.eq(0) ? 'not stated' : readableCount(calls),
		);
		const calls = { head: 'Calls', cells, total: readableCount(this.totals.calls) };
		return [...this.moneyColumns(rows), calls];
	}
}

const modelName = ({ model, models, parts }: ModelRow) =>
	nameOrOthers(parts.length === 1 ? (parts[0]?.name ?? model) : model, models);

/** The product as the history names it, below a readable name. */
function smallName(name: string, row: ProductRow | undefined): Pick<TableRow, 'small'> {
	const product = oneLine(row?.product ?? '', MAX_NAME_LENGTH);
	return product === '' || product === name ? {} : { small: product };
}

function nameOrOthers(name: string | null, count: number): string {
	return name === null ? `${count} ${count === 1 ? 'other' : 'others'}` : readableName(name);
}

function tableRows(names: string[], columns: Column[]): TableRow[] {
	return names.map((name, index) => ({
		name,
		cells: columns.map(({ cells }) => cells[index] ?? ''),
	}));
}
