import { putCredential } from '../../host/workflows.mjs';
import { httpRequest, openAi } from './others.mjs';
import { ours } from './ours.mjs';

/**
 * The credentials that n8n's own nodes need for the local service, which n8n preselects as it does those of this package.
 * @param {import('../../host/rest.mjs').Rest} rest
 * @param {{ url: string, keys: { user: string } }} service
 */
export async function otherCredentials(rest, { url, keys }) {
	await putCredential(rest, {
		name: 'OpenAI with another base URL',
		type: 'openAiApi',
		data: { apiKey: keys.user, url, header: false },
	});
	await putCredential(rest, {
		name: 'Bearer token',
		type: 'httpBearerAuth',
		data: { token: keys.user },
	});
}

/** Every task, with the ways to it. @param {string} url of the service */
export function ways(url) {
	const requests = httpRequest(url);
	return Object.fromEntries(
		Object.entries(ours).map(([task, way]) => [
			task,
			{
				ours: way,
				...(openAi[task] && { openAi: openAi[task] }),
				...(requests[task] && { httpRequest: requests[task] }),
			},
		]),
	);
}
