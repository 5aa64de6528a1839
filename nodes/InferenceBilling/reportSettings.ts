import type { ItemContext } from '../../lib/core/execution';
import { badInput } from '../../lib/core/failure';
import { accept } from '../../lib/fields/accept';
import { chosenZone } from '../../lib/fields/readParameter';
import { amountOf, type Amount } from '../../lib/billing/amount';
import type { CostLabels } from '../../lib/billing/costLabels';
import {
	customPeriods,
	reportPeriods,
	type PeriodName,
	type ReportPeriods,
} from '../../lib/billing/period';
import { BUDGET_CURRENCY } from '../../lib/billing/report/budget';
import { readCostLabels } from './fields/costLabelsField';
import { readCustomPeriod } from './fields/customPeriod';
import { readFocusParties } from './historyFile';
import { readMaxPages } from './walkCharges';

const DAY_MS = 86_400_000;
const MAX_REPORT_DAYS_BY_HOUR = 31;
const MAX_REPORT_DAYS = 3_660;

const PERIOD_LABELS: Record<PeriodName, string> = {
	custom: 'Custom Period',
	last30Days: 'Last 30 Days',
	last7Days: 'Last 7 Days',
	lastMonth: 'Last Month',
	lastWeek: 'Last Week',
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
	/** The label of each request that has one, for the group of labels. */
	labels: CostLabels;
	monthlyBudget?: Amount;
	/** The field of each file that is wanted. */
	chartField?: string;
	focusField?: string;
	htmlField?: string;
}

const FILE_FIELD_LABELS = {
	chart: 'Put Chart in Field',
	focus: 'Put FOCUS File in Field',
	html: 'Put HTML Report in Field',
};

/** The settings of a report at `now` (Unix ms), checked; throws a ServiceFailure that names the field. */
export function readReportSettings(context: ItemContext, now: number): ReportSettings {
	const { options, ...parameters } = context.parameters;
	const period = (parameters.period ?? 'yesterday') as PeriodName;
	const currency = String(parameters.currency ?? 'all');
	const groups = (parameters.groupBy ?? []) as string[];
	const zone = chosenZone(parameters.timeZone, context);
	const periods =
		period === 'custom'
			? customPeriods(readCustomPeriod(context, zone), zone)
			: reportPeriods(period, now, zone);
	rejectLongPeriod(periods, groups);
	readMaxPages(context);
	return {
		label: PERIOD_LABELS[period],
		zone,
		periods,
		...(currency === 'all' ? {} : { currency }),
		...readFileFields(context),
		compare: options.comparePeriods !== false,
		top: Number(options.topProducts ?? 10),
		groups: new Set(groups),
		labels: readCostLabels(context),
		...readMonthlyBudget(context, currency),
	};
}

/** What may be spent in a month; nothing where the user says nothing. */
function readMonthlyBudget(
	context: ItemContext,
	currency: string,
): Pick<ReportSettings, 'monthlyBudget'> {
	const label = 'Monthly Budget (USD)';
	const { monthlyBudget: given } = context.parameters.options;
	if (typeof given !== 'number') return {};
	if (currency !== 'all' && currency !== BUDGET_CURRENCY) {
		throw badInput(
			`${label} needs a report in USD, but Currency is ${currency}`,
			'Set Currency to All or USD, or remove the option.',
		);
	}
	return { monthlyBudget: amountOf(given, 'budget') };
}

function readFileFields(
	context: ItemContext,
): Pick<ReportSettings, 'chartField' | 'focusField' | 'htmlField'> {
	const { parameters } = context;
	const files = (parameters.files ?? []) as string[];
	const field = (file: keyof typeof FILE_FIELD_LABELS) => {
		if (!files.includes(file)) return undefined;
		const rule = { label: FILE_FIELD_LABELS[file], kind: 'text', required: true } as const;
		return String(accept(rule, parameters[`${file}Field`] ?? file, 'UTC')).trim();
	};
	const [chartField, focusField, htmlField] = [field('chart'), field('focus'), field('html')];
	if (focusField !== undefined) {
		readFocusParties(context);
		if (focusField === chartField || focusField === htmlField) {
			throw badInput(
				`Each file needs a field of its own, but two have "${focusField}"`,
				'Change one of the names.',
			);
		}
	}
	if (chartField !== undefined && chartField === htmlField) {
		throw badInput(
			`Chart and HTML report need a field each, but both have "${chartField}"`,
			'Change one of the names.',
		);
	}
	return { chartField, focusField, htmlField };
}

function rejectLongPeriod({ current: { start, end } }: ReportPeriods, groups: string[]): void {
	const days = Math.round((end - start) / DAY_MS);
	const byHour = groups.includes('hour');
	const most = byHour ? MAX_REPORT_DAYS_BY_HOUR : MAX_REPORT_DAYS;
	if (days <= most) return;
	const subject = byHour ? 'A period that is grouped by hour' : 'The period';
	throw badInput(
		`${subject} may have at most ${most} days, but ${days} were given`,
		`Choose a period of at most ${most} days, or several reports.`,
	);
}
