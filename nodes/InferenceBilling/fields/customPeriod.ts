import type { INodeProperties } from 'n8n-workflow';

import type { ItemContext } from '../../../lib/core/execution';
import { badInput } from '../../../lib/core/failure';
import { accept } from '../../../lib/fields/accept';
import type { TimeSpan } from '../../../lib/billing/period';

const SHOW_FOR_CUSTOM = { show: { period: ['custom'] } };

export function customPeriodFields(): INodeProperties[] {
	return [
		{
			displayName: 'Start',
			name: 'start',
			type: 'dateTime',
			default: '',
			description: 'Start of the period (inclusive). Without an offset, in the time zone below.',
			displayOptions: SHOW_FOR_CUSTOM,
		},
		{
			displayName: 'End',
			name: 'end',
			type: 'dateTime',
			default: '',
			description: 'End of the period (exclusive). Without an offset, in the time zone below.',
			displayOptions: SHOW_FOR_CUSTOM,
		},
	];
}

export function timeZoneField(): INodeProperties {
	return {
		displayName: 'Time Zone',
		name: 'timeZone',
		type: 'string',
		default: '',
		placeholder: 'e.g. Europe/Berlin',
		description:
			'IANA time zone in which days, weeks and months start and end. Leave empty to use the time zone of the workflow.',
	};
}

/** The custom period. Throws a ServiceFailure when one of its ends is no time, or the end is not after the start. */
export function readCustomPeriod(context: ItemContext, zone: string): TimeSpan {
	const { parameters } = context;
	const read = (label: string, given: unknown) =>
		String(accept({ label, kind: 'time', required: true }, given, zone));
	const [start, end] = [read('Start', parameters.start), read('End', parameters.end)];
	if (Date.parse(end) > Date.parse(start))
		return { start: Date.parse(start), end: Date.parse(end) };
	throw badInput(
		`End must be later than Start, but Start is ${start} and End is ${end}`,
		'Change one of the two.',
	);
}
