import type { IPollFunctions } from 'n8n-workflow';

import { accept } from '../../lib/description/accept';
import type { WireRule } from '../../lib/description/rules';

const LARGEST_PAGE = 1000;
const DEFAULT_MAX_ENTRIES = 5000;
const DEFAULT_SETTLE_S = 60;

export interface PollSettings {
	/** ISO 8601 UTC; undefined for now. */
	start?: string;
	currency?: string;
	settleMs: number;
	maxEntries: number;
	pageSize: number;
}

/** The settings of the trigger, checked; throws a ServiceFailure that names the field. */
export function pollSettings(context: IPollFunctions): PollSettings {
	const zone = context.getTimezone();
	const read = (
		name: string,
		fallback: unknown,
		rule: Pick<WireRule, 'label' | 'kind'> & Partial<WireRule>,
	) =>
		accept(
			{ where: 'query', path: name, required: false, list: false, ...rule },
			context.getNodeParameter(name, fallback),
			zone,
		);

	const start =
		context.getNodeParameter('startFrom', 'now') === 'date'
			? String(read('startDate', '', { label: 'Start Date', kind: 'time', required: true }))
			: undefined;
	const currency = read('options.currency', '', {
		label: 'Currency',
		kind: 'choice',
		values: ['USD', 'DIEM', 'BUNDLED_CREDITS', ''],
	});
	const maxEntries = Number(
		read('options.maxEntries', DEFAULT_MAX_ENTRIES, {
			label: 'Max Entries per Poll',
			kind: 'number',
			min: 10,
			max: 100_000,
			integer: true,
		}) ?? DEFAULT_MAX_ENTRIES,
	);
	const settle = Number(
		read('options.settleDelay', DEFAULT_SETTLE_S, {
			label: 'Settle Delay',
			kind: 'number',
			min: 0,
			max: 86_400,
		}) ?? DEFAULT_SETTLE_S,
	);
	return {
		start,
		currency: currency === undefined ? undefined : String(currency),
		settleMs: settle * 1000,
		maxEntries,
		pageSize: Math.min(LARGEST_PAGE, maxEntries),
	};
}
