import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const endpoint = '/mcp-server/http';

/** A client of the MCP server at this address. @param {string} address @param {string} token */
export async function connectClient(address, token) {
	const client = new Client({ name: 'end-to-end', version: '1.0.0' });
	const headers = { authorization: `Bearer ${token}` };
	await client.connect(
		new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }),
	);
	return client;
}

/**
 * Switches n8n's own MCP server on, as its owner does in the settings, and connects a client to it.
 * @param {import('./rest.mjs').Rest} rest
 */
export async function connectMcp(rest) {
	await rest.patch('/mcp/settings', { mcpAccessEnabled: true });
	// Only the answer that creates a key has it in full.
	const { apiKey } = await rest.post('/mcp/api-key/rotate', {});
	const client = await connectClient(`${rest.url}${endpoint}`, apiKey);

	/** What a tool answers; a refusal is an error with its words. @param {string} name @param {object} args @returns {Promise<any>} */
	const call = async (name, args) => {
		const { isError, content, structuredContent } = await client.callTool({
			name,
			arguments: { ...args },
		});
		if (isError || !structuredContent)
			throw new Error(`${name} was refused: ${JSON.stringify(content)}`);
		return structuredContent;
	};
	return { call, close: () => client.close() };
}

/** @typedef {Awaited<ReturnType<typeof connectMcp>>['call']} Call */
