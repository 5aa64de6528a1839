import { owner } from './owner.mjs';
import { connect } from './rest.mjs';
import { putCredential, putWorkflow, readExamples, withCredential } from './workflows.mjs';

/**
 * The credential for the local service, as a user would fill it in.
 * @param {{ url: string, keys: { user: string } }} service
 */
export const localCredential = ({ url, keys }) => ({
	name: 'Inference Service (local)',
	type: 'inferenceServiceApi',
	data: { baseUrl: url, apiKey: keys.user, serviceWord: 'service' },
});

/**
 * Brings the credential and the examples into n8n, or up to date when they are there.
 * @param {string} url
 * @param {{ url: string, keys: { user: string } }} service
 */
export async function setUpDemo(url, service) {
	const rest = await connect(url, owner);
	const credential = await putCredential(rest, localCredential(service));
	const saved = [];
	for (const workflow of Object.values(readExamples())) {
		saved.push(await putWorkflow(rest, withCredential(workflow, credential)));
	}
	return saved;
}
