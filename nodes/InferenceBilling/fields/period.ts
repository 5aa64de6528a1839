import type { INodeProperties } from 'n8n-workflow';

const custom = { show: { period: ['custom'] } };

/** First moment and end of a custom period. */
export function customPeriod(): INodeProperties[] {
	return [
		{
			displayName: 'Start',
			name: 'start',
			type: 'dateTime',
			default: '',
			description: 'Start of the period (inclusive). Without an offset, in the time zone below.',
			displayOptions: custom,
		},
		{
			displayName: 'End',
			name: 'end',
			type: 'dateTime',
			default: '',
			description: 'End of the period (exclusive). Without an offset, in the time zone below.',
			displayOptions: custom,
		},
	];
}

/** Whose midnight begins a day. */
export function timeZone(): INodeProperties {
	return {
		displayName: 'Time Zone',
		name: 'timeZone',
		type: 'string',
		default: '',
		placeholder: 'e.g. Europe/Berlin',
		description:
			'IANA time zone in which days start and end. Leave empty to use the time zone of the workflow.',
	};
}
