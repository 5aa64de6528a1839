import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../../lib/core/failure';
import {
	readChoice,
	readNumber,
	readParameter,
	readSwitch,
	readZone,
} from '../../lib/fields/readParameter';
import { CURRENCIES, amountOf } from '../../lib/billing/amount';
import type { CostLabels } from '../../lib/billing/costLabels';
import {
	customPeriods,
	reportPeriods,
	type PeriodName,
	type ReportPeriods,
} from '../../lib/billing/period';
import { BUDGET_CURRENCY, MonthlyBudget } from '../../lib/billing/report/outlook';
import { readCostLabels } from './fields/costLabels';
import { readSpan } from './fields/period';
import { focusParties } from './focusFile';
import { readMostPages } from './walkCharges';

const DAY = 86_400_000;
const MOST_DAYS_BY_HOUR = 31;
const MOST_DAYS = 3_660;

const LABELS: Record<PeriodName, string> = {
	custom: 'Custom Period',
	last30Days: 'Last 30 Days',
	last7Days: 'Last 7 Days',
	lastMonth: 'Last Month',
	thisMonth: 'This Month',
	today: 'Today',
	yesterday: 'Yesterday',
};
const PERIODS = Object.keys(LABELS) as PeriodName[];
const GROUPS = ['apiKey', 'costLabel', 'day', 'hour', 'model', 'product'];

export interface ReportSettings {
	label: string;
	zone: string;
	periods: ReportPeriods;
	/** Undefined for all currencies. */
	currency?: string;
	compare: boolean;
	top: number;
	groups: Set<string>;
	/** The label of each request that has one, for the group of labels. */
	labels: CostLabels;
	budget?: MonthlyBudget;
	/** The field of each file that is wanted. */
	chartField?: string;
	focusField?: string;
	htmlField?: string;
}

const FILES = {
	chart: 'Put Chart in Field',
	focus: 'Put FOCUS File in Field',
	html: 'Put HTML Report in Field',
};

/** The settings of a report at `now` (Unix ms), checked; throws a ServiceFailure that names the field. */
export function reportSettings(context: IExecuteSingleFunctions, now: number): ReportSettings {
	const period = readChoice(context, 'period', 'yesterday', 'Period', PERIODS);
	const currency = readChoice(context, 'currency', 'all', 'Currency', ['all', ...CURRENCIES]);
	const groups = chosen(context, 'groupBy', 'Group By', GROUPS);
	const zone = readZone(context, 'timeZone');
	const periods =
		period === 'custom'
			? customPeriods(readSpan(context, zone), zone)
			: reportPeriods(period, now, zone);
	checkLength(periods, groups);
	readMostPages(context);
	return {
		label: LABELS[period],
		zone,
		periods,
		...(currency === 'all' ? {} : { currency }),
		...fileFields(context),
		compare: readSwitch(context, 'options.comparePeriods', true, 'Compare With Previous Period'),
		top: readNumber(context, 'options.topProducts', 10, {
			label: 'Top Products',
			...{ min: 1, max: 100, integer: true },
		}),
		groups: new Set(groups),
		labels: readCostLabels(context),
		...budgetOf(context, currency, zone),
	};
}

/** What may be spent in a month; nothing where the user says nothing. */
function budgetOf(
	context: IExecuteSingleFunctions,
	currency: string,
	zone: string,
): Pick<ReportSettings, 'budget'> {
	const label = 'Monthly Budget (USD)';
	const rule = { label, kind: 'number', min: 0, aboveMin: true } as const;
	const given = readParameter(context, 'options.monthlyBudget', '', rule);
	if (given === '') return {};
	if (currency !== 'all' && currency !== BUDGET_CURRENCY) {
		throw badInput(
			`${label} needs a report in USD, but Currency is ${currency}`,
			'Set Currency to All or USD, or remove the option.',
		);
	}
	return { budget: new MonthlyBudget(amountOf(given, 'budget'), zone) };
}

/** The entries of a list that were chosen. */
function chosen(
	context: IExecuteSingleFunctions,
	name: string,
	label: string,
	values: string[],
): string[] {
	return readParameter(context, name, [], {
		label,
		kind: 'choice',
		values,
		list: true,
	}) as string[];
}

function fileFields(
	context: IExecuteSingleFunctions,
): Pick<ReportSettings, 'chartField' | 'focusField' | 'htmlField'> {
	const files = chosen(context, 'files', 'Files', Object.keys(FILES));
	const field = (file: keyof typeof FILES) => {
		if (!files.includes(file)) return undefined;
		const rule = { label: FILES[file], kind: 'text', required: true } as const;
		return String(readParameter(context, `${file}Field`, file, rule)).trim();
	};
	const [chartField, focusField, htmlField] = [field('chart'), field('focus'), field('html')];
	if (focusField !== undefined) {
		focusParties(context);
		if (focusField === chartField || focusField === htmlField) {
			throw badInput(`Each file needs a field of its own, but two have "${focusField}"`);
		}
	}
	if (chartField !== undefined && chartField === htmlField) {
		throw badInput(`Chart and HTML report need a field each, but both have "${chartField}"`);
	}
	return { chartField, focusField, htmlField };
}

function checkLength({ current: { start, end } }: ReportPeriods, groups: string[]): void {
	const days = Math.round((end - start) / DAY);
	const byHour = groups.includes('hour');
	const most = byHour ? MOST_DAYS_BY_HOUR : MOST_DAYS;
	if (days <= most) return;
	const subject = byHour ? 'A period that is grouped by hour' : 'The period';
	throw badInput(`${subject} may have at most ${most} days, but ${days} were given`);
}
