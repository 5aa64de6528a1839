import { postgresCredential } from './databaseSettings.mjs';
import { putCredential } from './workflows.mjs';

/** What MCP clients have to show. */
const mcpToken = {
	name: 'Token of MCP clients',
	type: 'httpBearerAuth',
	data: { token: 'a-token-for-local-mcp-clients' },
};

/**
 * Credentials for what stands in for other services, by type, as `withOutside` takes them.
 * @param {import('./rest.mjs').Rest} rest
 * @param {Pick<Awaited<ReturnType<typeof import('./freshHost.mjs').startFreshHost>>, 'slack' | 'startDatabase'>} running
 */
export async function outsideCredentials(rest, { slack, startDatabase }) {
	const slackApi = await putCredential(rest, slack.credential);
	const httpBearerAuth = await putCredential(rest, mcpToken);
	const database = await startDatabase?.();
	if (!database) return { slackApi, httpBearerAuth };
	const postgres = await putCredential(rest, postgresCredential(database));
	return { slackApi, httpBearerAuth, postgres };
}
