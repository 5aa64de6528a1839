import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { servicesBeside } from './freshHost.mjs';
import { installHost } from './install.mjs';
import { NotHere, PlainError } from './plainError.mjs';
import { checkOwnNode } from './requirements.mjs';

/**
 * An n8n that somebody else started and installed the package into, and the local service, which is started here.
 * N8N_URL is its address, N8N_EMAIL and N8N_PASSWORD its owner, N8N_HOME its home where this machine has that folder, and
 * SERVICE_HOST the name under which it reaches this machine. What only an n8n that is started here has throws NotHere.
 * @param {ReturnType<typeof import('./lifetime.mjs').lifetime>} life stops the service
 * @param {string} folder emptied first
 * @param {Record<string, unknown>} [options] of the local service
 */
export async function useRunningHost(life, folder, options = {}) {
	checkOwnNode();
	const url = String(process.env.N8N_URL).replace(/\/+$/, '');
	const answer = await fetch(`${url}/healthz`).catch(() => undefined);
	if (!answer?.ok) throw new PlainError(`N8N_URL is ${url}, but no n8n answers there.`);
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	await installHost(life.signal);
	// What follows imports packages that have just been installed.
	const { demoHistory, startLocalService } = await import('./service.mjs');

	const host = process.env.SERVICE_HOST;
	const service = await startLocalService({ history: demoHistory(), host, ...options });
	life.add(() => service.close());
	return {
		url,
		life,
		service,
		logFile: undefined,
		// They listen on this machine only.
		...(host ? {} : servicesBeside(join(folder, 'beside'), life)),
		get home() {
			if (process.env.N8N_HOME) return process.env.N8N_HOME;
			throw new NotHere('set N8N_HOME to the home of n8n, if this machine has that folder');
		},
		/** @returns {never} */
		get startAnother() {
			throw new NotHere('n8n was started elsewhere, and its settings are those of its operator');
		},
		/** @returns {never} */
		get slack() {
			throw new NotHere('n8n sends to Slack itself, not to a stand-in');
		},
		/** @returns {never} */
		get trustsTestEnclaves() {
			throw new NotHere('the installed package trusts real enclaves only');
		},
	};
}
