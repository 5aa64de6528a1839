import type { ModelType } from '../models/model';
import { type Dated, productOf, sums, TOP } from './products';

export interface PayingKey {
	id: string | null;
	description: string;
}

export interface AnalyticsInput {
	lookback: string;
	entries: readonly Dated[];
	keyOf(entry: Dated): PayingKey;
	typeOf(name: string): ModelType | null;
}

/** Usage per day, model and key; amounts are positive, and bundled credits have no column. */
export function analytics({ lookback, entries, keyOf, typeOf }: AnalyticsInput) {
	const charged = entries.filter(({ currency }) => currency !== 'BUNDLED_CREDITS');
	const days = group(charged, ({ timestamp }) => timestamp.slice(0, 10));
	const byDate = [...days].map(([date, list]) => {
		const { usd, diem } = sums(list);
		return { date, USD: usd, DIEM: diem };
	});
	const models = group(charged, (entry) => productOf(entry).model);
	const byModel = ranked(
		[...models].map(([modelName, list]) => ({
			modelName,
			unitType: list[0] ? productOf(list[0]).unit : 'units',
			modelType: typeOf(modelName),
			...totals(list),
			...breakdown(list),
		})),
	);
	const keys = group(charged, (entry) => keyOf(entry).description);
	const byKey = ranked(
		[...keys].map(([description, list]) => ({
			apiKeyId: list[0] ? keyOf(list[0]).id : null,
			description,
			...totals(list),
		})),
	);
	const topModels = byModel.slice(0, TOP).map(({ modelName }) => modelName);
	const topKeyNames = byKey.slice(0, TOP).map(({ description }) => description);
	return {
		lookback,
		byDate,
		byModel,
		byModelDaily: daily(days, topModels, (entry) => productOf(entry).model),
		topModels,
		byKey,
		byKeyDaily: daily(days, topKeyNames, (entry) => keyOf(entry).description),
		topKeyNames,
	};
}

function group(entries: readonly Dated[], nameOf: (entry: Dated) => string): Map<string, Dated[]> {
	const groups = new Map<string, Dated[]>();
	for (const entry of entries) {
		const list = groups.get(nameOf(entry)) ?? [];
		list.push(entry);
		groups.set(nameOf(entry), list);
	}
	return groups;
}

function totals(list: readonly Dated[]) {
	const { usd, diem, units } = sums(list);
	return { totalUsd: usd, totalDiem: diem, totalUnits: units };
}

/** Only where several kinds of tokens were used. */
function breakdown(list: readonly Dated[]) {
	const kinds = group(
		list.filter((entry) => productOf(entry).kind !== undefined),
		(entry) => productOf(entry).kind ?? '',
	);
	if (kinds.size < 2) return {};
	return { breakdown: [...kinds].map(([type, entries]) => ({ type, ...sums(entries) })) };
}

function ranked<Row extends { totalUsd: number; totalDiem: number }>(rows: Row[]): Row[] {
	return rows.sort((a, b) => b.totalUsd + b.totalDiem - (a.totalUsd + a.totalDiem));
}

/** One row per day: the date in milliseconds, and the staked credit that each name used. */
function daily(
	days: Map<string, Dated[]>,
	names: readonly string[],
	nameOf: (entry: Dated) => string,
): Array<Record<string, number>> {
	return [...days].map(([date, list]) => {
		const used = names.map((name) => [name, sums(list.filter((one) => nameOf(one) === name)).diem]);
		return { ...Object.fromEntries(used), date: Date.parse(date) };
	});
}
