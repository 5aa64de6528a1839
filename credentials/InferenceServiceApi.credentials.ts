import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { apiKeyOf, checkedNamePrefix as checkPrefix, setHeader } from '../lib/wire/credential';
import { requireOwnOrigin } from '../lib/wire/serviceUrl';
import { BASE_URL_FIELD, OPTIONAL_SETTINGS } from './common/addressFields';

export class InferenceServiceApi implements ICredentialType {
	name = 'inferenceServiceApi';

	displayName = 'Inference Service API';

	icon: Icon = {
		light: 'file:../icons/key.svg',
		dark: 'file:../icons/key.dark.svg',
	};

	documentationUrl = 'https://repository.example/docs/start.md#create-the-credential';

	// n8n 1.x does not know it; there the origin is all that is checked.
	restrictToSupportedNodes = true as const;

	properties: INodeProperties[] = [
		{
			...BASE_URL_FIELD,
			description: `${BASE_URL_FIELD.description} Use https; http is only for a service on this machine, because anyone on the network can read the key`,
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Key from the API settings of your account at the service. Only a rehearsal works without one',
		},
		...OPTIONAL_SETTINGS,
	];

	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		requireOwnOrigin(credentials, requestOptions);
		checkPrefix(credentials.namePrefix);
		setHeader(requestOptions, 'Authorization', `Bearer ${apiKeyOf(credentials)}`);
		return requestOptions;
	};
}
