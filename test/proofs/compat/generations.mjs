import { owner } from '../../host/owner.mjs';
import { connect } from '../../host/rest.mjs';

/** @typedef {import('../../host/rest.mjs').Rest} Rest */

/** What n8n 1.x needs on top of the host's settings. */
export const settingsOf1 = {
	N8N_EXPRESSION_ENGINE: 'legacy',
	// Its modules have other names, and it refuses to start with one that it does not know.
	N8N_DISABLED_MODULES: '',
};

/**
 * Logs in to either generation: n8n 1.x gets its owner first, and takes `active` where n8n 2 publishes.
 * @param {string} url
 * @param {boolean} isFirst whether this is n8n 1.x
 * @returns {Promise<Rest>}
 */
export async function connectTo(url, isFirst) {
	if (!isFirst) return await connect(url, owner);
	await setUpOwner(url);
	const rest = await connect(url, owner);

	/** @param {string} path @param {any} body */
	const post = async (path, body) => {
		if (path === '/workflows') return await rest.post(path, { active: false, ...body });
		const [, workflow, change] = /^(\/workflows\/\w+)\/(activate|deactivate)$/.exec(path) ?? [];
		if (!workflow) return await rest.post(path, body);
		return await rest.patch(workflow, { ...body, active: change === 'activate' });
	};
	return { ...rest, post };
}

/** @param {string} url */
async function setUpOwner(url) {
	for (let attempt = 1; ; attempt++) {
		const { email, password } = owner;
		// Readiness comes slightly before the routes.
		const response = await fetch(`${url}/rest/owner/setup`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ email, password, firstName: 'Local', lastName: 'Owner' }),
		}).catch((/** @type {Error} */ error) => error);
		if ('ok' in response && response.ok) return;
		if (attempt === 40) {
			const said = 'ok' in response ? await response.text() : response.cause;
			throw new Error(`n8n created no owner: ${said}`);
		}
		await new Promise((resolve) => setTimeout(resolve, 250));
	}
}
