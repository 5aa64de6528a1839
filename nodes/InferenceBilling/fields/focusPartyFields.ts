import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

export function focusPartyFields(displayOptions: IDisplayOptions): INodeProperties[] {
	return [
		{
			displayName: 'Billing Account ID',
			name: 'billingAccountId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. inference-production',
			description:
				'Name of the account in the file, because the usage history does not contain it. It must be unique within the provider.',
			displayOptions,
		},
		{
			displayName: 'Provider Name',
			name: 'providerName',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. the name on your invoice',
			description: 'Name of the service in the file, as provider and invoice issuer',
			displayOptions,
		},
	];
}
