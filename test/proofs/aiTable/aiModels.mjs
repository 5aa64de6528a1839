import { packageName } from '../../host/paths.mjs';
import { putCredential } from '../../host/workflows.mjs';

/**
 * The two chat models of the comparison, each with its credential for the same service.
 * @param {import('../../host/rest.mjs').Rest} rest
 * @param {{ url: string, keys: { user: string } }} service
 * @param {{ id: string, name: string }} credential of this package
 * @returns {Promise<import('./aiBench.mjs').Model[]>}
 */
export async function bothModels(rest, { url, keys }, { id, name }) {
	const openAiApi = await putCredential(rest, {
		name: 'OpenAI with another base URL',
		type: 'openAiApi',
		data: { apiKey: keys.user, url, header: false },
	});
	return [
		{
			name: 'Inference Chat Model',
			tag: 'own',
			credentials: { inferenceServiceApi: { id, name } },
			node: {
				type: `${packageName}.lmChatInference`,
				typeVersion: 1,
				parameters: { model: { __rl: true, mode: 'id', value: 'text-basic' } },
			},
		},
		{
			name: 'OpenAI Chat Model',
			tag: 'other',
			credentials: { openAiApi },
			node: {
				type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
				typeVersion: 1.3,
				parameters: {
					model: { __rl: true, mode: 'id', value: 'text-basic' },
					// The service is asked the way that both can.
					responsesApiEnabled: false,
					options: {},
				},
			},
		},
	];
}
