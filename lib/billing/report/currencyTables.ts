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
	models(models: ModelRow[]): Table | undefined {
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
		const note = 'A call that is charged for several parts counts for each of them.';
		return this.table('Models and services', 'Model', columns, [{ rows }], note);
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

	private changeColumn(rows: Array<{ change: SpendChange | null }>): Column[] {
		if (this.totals.change === null) return [];
		const cells = rows.map(({ change }) => {
			if (change === null) return '';
			const { absolute } = change;
			return absolute.eq(0) ? '0' : changeText(absolute.round(this.places), absolute, this.places);
		});
		return [{ head: `Change${netMark(this.totals)}`, cells, total: '' }];
	}

	private timeColumns(rows: Array<SpendAmounts & { calls: number }>): Column[] {
		const calls = callsColumn(
			rows.map((row) => row.calls),
			readableCount(this.totals.calls),
		);
		return [...this.moneyColumns(rows), calls];
	}
}

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
	return name === null ? `${count} ${count === 1 ? 'other' : 'others'}` : readableName(name);
}

function tableRows(names: string[], columns: Column[]): TableRow[] {
	return names.map((name, index) => ({
		name,
		cells: columns.map(({ cells }) => cells[index] ?? ''),
	}));
}
