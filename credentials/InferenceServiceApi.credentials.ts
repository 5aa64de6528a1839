import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

import { serviceUrl } from '../lib/transport/http/baseUrl';
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
		requestOptions.headers = { ...requestOptions.headers, Authorization: `Bearer ${key}` };
		return requestOptions;
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.trim()}}',
			url: '/api_keys/rate_limits',
			method: 'GET',
			disableFollowRedirect: true,
		},
		rules: [
			{
				type: 'responseCode',
				properties: {
					value: 401,
					message:
						'The service does not accept this API key. Copy it again from the API settings of your account and check that it has not expired',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 403,
					message:
						'The API key is known, but it may not use the API. Check the kind of key and whether API access is switched on for the account',
				},
			},
			{
				type: 'responseCode',
				properties: {
					value: 404,
					message:
						'There is no such service at this Base URL. It must include the version path, e.g. https://api.example.com/api/v1',
				},
			},
		],
	};
}
