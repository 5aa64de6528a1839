import type { INodeProperties } from 'n8n-workflow';

const custom = { show: { timeSpan: ['custom'] } };

/** First moment and end of a custom period. */
export function customPeriod(): INodeProperties[] {
	return [
		{
			displayName: 'Start',
			name: 'start',
			type: 'dateTime',
			default: '',
			description: 'First moment of the period; without an offset it is in the time zone below',
			displayOptions: custom,
		},
		{
			displayName: 'End',
			name: 'end',
			type: 'dateTime',
			default: '',
			description: 'Where the period ends; this moment does not belong to it any more',
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
		description: 'Where days begin and end, as an IANA name; that of the workflow when empty',
	};
}
