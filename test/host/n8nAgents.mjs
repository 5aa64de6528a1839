import { putCredential } from './workflows.mjs';
import { packageName } from './paths.mjs';

/** @typedef {import('./rest.mjs').Rest} Rest */
/** @typedef {Record<string, any>} Json */

/**
 * An agent of n8n's Agents page with these tools. Its model comes from n8n's own list of providers; here one of them has the
 * address of the local service.
 * @param {import('./checks/checklist.mjs').Scene} scene
 * @param {string} name
 * @param {import('./agentFlow.mjs').Tool[]} tools
 */
export async function createN8nAgent({ rest, service, credential }, name, tools) {
	const provider = await putCredential(rest, {
		name: 'Model of n8n Agents',
		type: 'nvidiaApi',
		data: { url: service.url, apiKey: service.keys.user },
	});
	const { id: project } = await rest.get('/projects/personal');
	const base = `/projects/${project}/agents/v2`;
	const { id } = await rest.post(base, { name });
	const { configHash } = await rest.get(`${base}/${id}/config`);
	const { wallet, ...apiKey } = credential;
	const config = {
		name,
		model: 'nvidia/text-basic',
		credential: provider.id,
		instructions: 'Do what the marks say.',
		tools: tools.map(({ name: tool, type, parameters }) => ({
			type: 'node',
			name: tool,
			node: {
				nodeType: `${packageName}.${type}`,
				nodeTypeVersion: 1,
				nodeParameters: parameters,
				credentials: type.startsWith('inferenceX402')
					? { inferenceServiceWalletApi: wallet }
					: { inferenceServiceApi: apiKey },
			},
		})),
	};
	await rest.put(`${base}/${id}/config`, { config, baseConfigHash: configHash });
	/** What the agent says and does, as the events that its chat gets. @param {string} message @returns {Promise<Json[]>} */
	return async (message) => await rest.post(`${base}/${id}/chat`, { message });
}
