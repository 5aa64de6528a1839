import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { serviceUrl } from '../lib/transport/http/baseUrl';
import { setHeader } from '../lib/transport/http/credential';
import { namePrefix as checkPrefix } from '../lib/transport/http/namePrefix';
import { baseUrl, namePrefix } from './common/addressFields';

export class InferenceServiceApi implements ICredentialType {
	name = 'inferenceServiceApi';

	displayName = 'Inference Service API';

	icon: Icon = {
		light: 'file:../icons/key.svg',
		dark: 'file:../icons/key.dark.svg',
	};

	documentationUrl = 'https://repository.example/README.md#credentials';

	properties: INodeProperties[] = [
		baseUrl(
			'Use https: over plain http anyone on the way can read the key, so http is for a service on this machine only',
		),
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Key from the API settings of your account at the service',
		},
		namePrefix(),
	];

	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		serviceUrl(credentials.baseUrl);
		checkPrefix(credentials.namePrefix);
		const key = typeof credentials.apiKey === 'string' ? credentials.apiKey.trim() : '';
		if (key === '') throw new Error('The credential has no API Key');
		if (!/^[\x21-\x7E]+$/.test(key)) {
			throw new Error(
				'The API Key of the credential holds a space, a line break or a letter that no key has. Copy it again',
			);
		}
		setHeader(requestOptions, 'Authorization', `Bearer ${key}`);
		return requestOptions;
	};
}
