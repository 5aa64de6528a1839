import type { INodeProperties } from 'n8n-workflow';

import { ENCLAVE_PARAMETER } from '../../../lib/privacy/enclaveChoices';

export function enclaveField(moreOptions: INodeProperties[] = []): INodeProperties {
	return {
		displayName: 'Enclave',
		name: ENCLAVE_PARAMETER,
		type: 'collection',
		placeholder: 'Add option to Enclave',
		default: {},
		description:
			'What the enclave of the model must prove. An enclave is a part of a processor whose memory the operator of the machine cannot read.',
		options: [
			{
				displayName: 'Accept Platforms That Need Hardening',
				name: 'acceptHardening',
				type: 'boolean',
				default: true,
				description:
					'Whether to accept a platform for which Intel lists advisories that software must mitigate. The output shows the advisories.',
			},
			{
				displayName: 'Allowed Programs',
				name: 'allowedPrograms',
				type: 'string',
				typeOptions: { rows: 2 },
				default: '',
				placeholder: 'e.g. cd5af14107fda0782665a90a48507ddfc99f37d3e6a22ce3df8802881c0b1a1a',
				description:
					'Compose hashes or measurements that may run, separated by commas. Any other program is refused. Without this option, any program in a genuine enclave is accepted.',
			},
			{
				displayName: 'Collateral (JSON)',
				name: 'collateral',
				type: 'json',
				typeOptions: { rows: 4 },
				default: '',
				description:
					'Certificates and revocation lists that Intel publishes for the platform, for a network that cannot reach the Collateral URL of the credential. Intel signs them, so they may come from anywhere.',
			},
			...moreOptions,
		],
	};
}
