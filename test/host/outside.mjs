import { postgresCredential } from './databaseSettings.mjs';
import { putCredential } from './workflows.mjs';

/** What MCP clients have to show. */
const mcpToken = {
	name: 'Token of MCP clients',
	type: 'httpBearerAuth',
	data: { token: 'a-token-for-local-mcp-clients' },
};

/** The log-in of forms that cost money. */
const formLogin = {
	name: 'Log-in of forms',
	type: 'httpBasicAuth',
	data: { user: 'reader', password: 'a-password-for-local-forms' },
};

/** Of n8n's own API; enough for a picture. */
const ownApi = {
	name: 'n8n (local)',
	type: 'n8nApi',
	data: { apiKey: 'none', baseUrl: 'http://127.0.0.1:9' },
};

/** No bot has this token; it is enough for a picture. */
const telegramBot = {
	name: 'Telegram (local)',
	type: 'telegramApi',
	data: { accessToken: '1:local', baseUrl: 'http://127.0.0.1:9' },
};

/**
 * Credentials for what stands in for other services, by type, as `withOutside` takes them.
 * @param {import('./rest.mjs').Rest} rest
 * @param {Pick<Awaited<ReturnType<typeof import('./freshHost.mjs').startFreshHost>>, 'slack' | 'startDatabase'>} running
 */
export async function outsideCredentials(rest, { slack, startDatabase }) {
	const slackApi = await putCredential(rest, slack.credential);
	const httpBearerAuth = await putCredential(rest, mcpToken);
	const httpBasicAuth = await putCredential(rest, formLogin);
	const telegramApi = await putCredential(rest, telegramBot);
	const n8nApi = await putCredential(rest, ownApi);
	const always = { slackApi, httpBearerAuth, httpBasicAuth, telegramApi, n8nApi };
	const database = await startDatabase?.();
	if (!database) return always;
	const postgres = await putCredential(rest, postgresCredential(database));
	return { ...always, postgres };
}
