import { postgresCredential } from './databaseSettings.mjs';
import { putCredential } from './workflows.mjs';

/**
 * Credentials for what stands in for other services, by type, as `withOutside` takes them.
 * @param {import('./rest.mjs').Rest} rest
 * @param {Pick<Awaited<ReturnType<typeof import('./freshHost.mjs').startFreshHost>>, 'slack' | 'startDatabase'>} running
 */
export async function outsideCredentials(rest, { slack, startDatabase }) {
	const slackApi = await putCredential(rest, slack.credential);
	const database = await startDatabase?.();
	if (!database) return { slackApi };
	return { slackApi, postgres: await putCredential(rest, postgresCredential(database)) };
}
