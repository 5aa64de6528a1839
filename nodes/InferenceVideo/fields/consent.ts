import type { INodeProperties } from 'n8n-workflow';

/** What a person confirms when the service asks for consent to use a face. */
export function consent(): INodeProperties {
	return {
		displayName: 'Consent',
		name: 'consent',
		type: 'fixedCollection',
		default: {},
		placeholder: 'Add Consent',
		description:
			'Required only if the service refuses a video with status 409: read the policy in the error, then confirm all three',
		options: [{ displayName: 'Consent', name: 'given', values: consentValues() }],
	};
}

function consentValues(): INodeProperties[] {
	return [
		{
			displayName: 'Consent Flow',
			name: 'flow',
			type: 'string',
			default: '',
			placeholder: 'e.g. the name in the error message',
			description: 'Name of the consent flow, from the error of the service',
		},
		{
			displayName: 'Terms and Privacy Confirmed',
			name: 'terms',
			type: 'boolean',
			default: false,
			description: 'Whether you accept the terms and the privacy policy',
		},
		{
			displayName: 'Legal Right Confirmed',
			name: 'right',
			type: 'boolean',
			default: false,
			description: 'Whether you have the right to use the faces in the media',
		},
		{
			displayName: 'Screening Acknowledged',
			name: 'screening',
			type: 'boolean',
			default: false,
			description: 'Whether you acknowledge that the media are screened',
		},
	];
}
