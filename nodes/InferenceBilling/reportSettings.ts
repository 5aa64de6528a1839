import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../../lib/transport/errors/failure';
import { CURRENCIES } from '../../lib/usage/report/report';
import {
	customPeriods,
	reportPeriods,
	type PeriodName,
	type ReportPeriods,
} from '../../lib/usage/report/period';
import { readField, readFieldName, readSpan, readZone } from './fields/readField';

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

export interface ReportSettings {
	label: string;
	zone: string;
	periods: ReportPeriods;
	/** Undefined for all currencies. */
	currency?: string;
	compare: boolean;
	top: number;
	groups: Set<string>;
	/** The field of each file that is wanted. */
	chartField?: string;
	htmlField?: string;
}

/** The settings of a report at `now` (Unix ms), checked; throws a ServiceFailure that names the field. */
export function reportSettings(context: IExecuteSingleFunctions, now: number): ReportSettings {
	const choice = (name: string, label: string, usual: unknown, values: string[], list = false) =>
		readField(context, name, usual, { label, kind: 'choice', values, list });
	const period = choice('period', 'Period', 'yesterday', Object.keys(LABELS)) as PeriodName;
	const currency = String(choice('currency', 'Currency', 'all', ['all', ...CURRENCIES]));
	const kinds = ['apiKey', 'day', 'hour', 'model', 'product'];
	const groups = choice('groupBy', 'Group By', [], kinds, true) as string[];
	const files = choice('files', 'Files', [], ['chart', 'html'], true) as string[];
	const zone = readZone(context);
	const periods =
		period === 'custom'
			? customPeriods(readSpan(context, zone), zone)
			: reportPeriods(period, now, zone);
	checkLength(periods, groups);
	const field = (file: string, name: string, label: string) =>
		files.includes(file) ? readFieldName(context, name, file, label) : undefined;
	const [chartField, htmlField] = [
		field('chart', 'chartField', 'Put Chart in Field'),
		field('html', 'htmlField', 'Put HTML Report in Field'),
	];
	if (chartField !== undefined && chartField === htmlField) {
		throw badInput(`Chart and HTML report need a field each, but both have "${chartField}"`);
	}
	return {
		label: LABELS[period],
		zone,
		periods,
		...(currency === 'all' ? {} : { currency }),
		compare:
			readField(context, 'options.comparePeriods', true, {
				label: 'Compare With Previous Period',
				kind: 'boolean',
			}) === true,
		top: Number(
			readField(context, 'options.topProducts', 10, {
				label: 'Top Products',
				kind: 'number',
				min: 1,
				max: 100,
				integer: true,
			}),
		),
		groups: new Set(groups),
		chartField,
		htmlField,
	};
}

function checkLength({ current: { start, end } }: ReportPeriods, groups: string[]): void {
	const days = Math.round((end - start) / DAY);
	const byHour = groups.includes('hour');
	const most = byHour ? MOST_DAYS_BY_HOUR : MOST_DAYS;
	if (days <= most) return;
	const subject = byHour ? 'A period that is grouped by hour' : 'The period';
	throw badInput(`${subject} may have at most ${most} days, but ${days} were given`);
}
