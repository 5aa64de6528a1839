import { InferenceServiceApi } from '../../credentials/InferenceServiceApi.credentials';

/** The credential of a user of a local service, as the run of a node takes it. */
export const accessTo = (
	{ url, keys }: { url: string; keys: { user: string } },
	more: Record<string, unknown> = {},
) => ({
	credentialTypes: [new InferenceServiceApi()],
	credentials: {
		inferenceServiceApi: {
			...{ baseUrl: url, apiKey: keys.user, allowPlainHttp: true, namePrefix: 'service' },
			...more,
		},
	},
});
