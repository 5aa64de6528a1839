import { IANAZone } from 'luxon';
import type { IPollFunctions } from 'n8n-workflow';

import { accept } from '../../lib/description/accept';
import type { WireRule } from '../../lib/description/rules';
import { badInput } from '../../lib/transport/errors/failure';
import { entryFilter, type EntryFilter } from '../../lib/usage/entryFilter';
import type { UsageEntry } from '../../lib/usage/entry';
import { countName, type AlertSettings } from '../../lib/usage/spendAlerts';
import { PERIOD_UNITS, type PeriodUnit } from '../../lib/usage/spendPeriod';

const LARGEST_PAGE = 1000;
const DEFAULT_MAX_ENTRIES = 5000;
const DEFAULT_SETTLE_S = 60;
/** Before the first charge of any account. */
const BEGIN_OF_HISTORY = '2000-01-01T00:00:00.000Z';
const EMITS = ['entries', 'summary', 'threshold'] as const;

export interface PollSettings {
	emit: (typeof EMITS)[number];
	/** When the spend of a period is what is asked for. */
	alerts?: AlertSettings;
	/** ISO 8601 UTC; undefined for now. */
	start?: string;
	currency?: string;
	wanted(entry: UsageEntry): boolean;
	settleMs: number;
	maxEntries: number;
	pageSize: number;
}

type Rule = Pick<WireRule, 'label' | 'kind'> & Partial<WireRule>;
type Read = (name: string, fallback: unknown, rule: Rule) => unknown;

/** The settings of the trigger, checked; throws a ServiceFailure that names the field. */
export function pollSettings(context: IPollFunctions): PollSettings {
	const zone = timeZone(context);
	const read: Read = (name, fallback, rule) =>
		accept(
			{ where: 'query', path: name, required: false, list: false, ...rule },
			context.getNodeParameter(name, fallback),
			zone,
		);
	const number = (name: string, fallback: number, rule: Omit<Rule, 'kind'>) =>
		Number(read(name, fallback, { ...rule, kind: 'number' }) ?? fallback);

	const emit = choice(read, 'emit', EMITS, 'Emit', 'entries');
	const currency = text(
		read('options.currency', '', {
			label: 'Currency',
			kind: 'choice',
			values: ['USD', 'DIEM', 'BUNDLED_CREDITS', ''],
		}),
	);
	const filter: EntryFilter = {
		product: text(read('options.product', '', { label: 'Product', kind: 'text' })),
		minAmount: number('options.minAmount', 0, { label: 'Min Amount', min: 0 }) || undefined,
	};
	const maxEntries = number('options.maxEntries', DEFAULT_MAX_ENTRIES, {
		label: 'Max Entries per Poll',
		min: 10,
		max: 100_000,
		integer: true,
	});
	const settle = number('options.settleDelay', DEFAULT_SETTLE_S, {
		label: 'Settle Delay (Seconds)',
		min: 0,
		max: 86_400,
	});
	return {
		emit,
		...(emit === 'threshold' ? { alerts: alertSettings(read, zone, filter, currency) } : {}),
		start: start(read),
		currency,
		wanted: entryFilter(filter),
		settleMs: settle * 1000,
		maxEntries,
		// Full pages are to fit, so that as few as possible are read for as many entries as allowed.
		pageSize: Math.ceil(maxEntries / Math.ceil(maxEntries / LARGEST_PAGE)),
	};
}

function start(read: Read): string | undefined {
	const from = choice(read, 'startFrom', ['all', 'date', 'now'] as const, 'Start From', 'now');
	if (from === 'all') return BEGIN_OF_HISTORY;
	if (from === 'now') return undefined;
	return String(read('start', '', { label: 'Start', kind: 'time', required: true }));
}

function alertSettings(
	read: Read,
	zone: string,
	{ product, minAmount }: EntryFilter,
	currency: string | undefined,
): AlertSettings {
	const unit: PeriodUnit = choice(read, 'period', PERIOD_UNITS, 'Period', 'day');
	const rule = { label: 'Threshold', kind: 'number', min: 0, aboveMin: true } as const;
	return {
		threshold: Number(read('threshold', '', { ...rule, required: true })),
		unit,
		zone,
		of: countName(unit, zone, currency, product, minAmount),
	};
}

function timeZone(context: IPollFunctions): string {
	const chosen = context.getNodeParameter('options.timeZone', '');
	const zone = chosen === '' ? context.getTimezone() : String(chosen).trim();
	if (IANAZone.isValidZone(zone)) return zone;
	throw badInput(
		`Time Zone must be an IANA name such as Europe/Berlin or UTC, but "${zone.slice(0, 60)}" was given`,
	);
}

function choice<T extends string>(
	read: Read,
	name: string,
	values: readonly T[],
	label: string,
	fallback: T,
): T {
	const value = read(name, fallback, { label, kind: 'choice', values: [...values] });
	return values.find((one) => one === value) ?? fallback;
}

function text(value: unknown): string | undefined {
	return value === undefined || value === '' ? undefined : String(value).trim();
}
