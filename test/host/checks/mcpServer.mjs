import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { toolName } from '../agentFlow.mjs';
import { connectClient } from '../mcp.mjs';
import {
	activate,
	ended,
	executionsOf,
	putCredential,
	putWorkflow,
	withCredential,
	withOutside,
} from '../workflows.mjs';
import { until } from '../until.mjs';
import { fetched } from './files.mjs';

/** @typedef {Record<string, any>} Json */

const token = 'a-token-for-the-end-to-end-run';

/**
 * The example of an MCP server, published, with the official client of the protocol.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkMcpServer({ rest, service, credential, check }, example) {
	const httpBearerAuth = await putCredential(rest, {
		name: 'Token of MCP clients',
		type: 'httpBearerAuth',
		data: { token },
	});
	const workflow = withOutside(withCredential(example, credential), { httpBearerAuth });
	const saved = await putWorkflow(rest, workflow);
	await activate(rest, saved);
	const address = `${rest.url}/mcp/image-and-speech`;
	// n8n registers the address some moments after it says so.
	const client = await until('an MCP server', () =>
		connectClient(address, token).catch(() => undefined),
	);

	/** @param {string} tool @param {object} args @param {object} [options] @returns {Promise<Json>} */
	const call = async (tool, args, options) =>
		await client.callTool({ name: toolName(tool), arguments: { ...args } }, undefined, options);
	/** The first item of a tool. @param {string} tool @param {object} args @returns {Promise<Json>} */
	const itemOf = async (tool, args) => {
		const { isError, content } = await call(tool, args);
		assert.equal(isError ?? false, false, JSON.stringify(content));
		return JSON.parse(content[0].text)[0];
	};

	await check('MCP server: a client without the token is turned away', async () => {
		await assert.rejects(connectClient(address, 'another token'), /40[13]|Authorization/);
	});
	await check('MCP server: a client lists the tools with what each wants', async () => {
		const { tools } = await client.listTools();
		const wanted = tools.map(({ name, description, inputSchema }) => {
			assert.match(String(description), /Costs money\.$/);
			return [name, Object.keys(inputSchema.properties ?? {})];
		});
		assert.deepEqual(Object.fromEntries(wanted), {
			Draw_Image: ['Prompt'],
			Change_Image: ['Image', 'Change'],
			Speak: ['Text'],
		});
	});
	await check('MCP server: files come as links, which the next tool takes', async () => {
		const image = await itemOf('Draw Image', { Prompt: 'A lighthouse in the fog' });
		await fetched(image);
		await fetched(await itemOf('Change Image', { Image: image.link, Change: 'Make it night' }));
		await fetched(await itemOf('Speak', { Text: 'Here is a lighthouse' }));
	});
	await check('MCP server: an error arrives whole', async () => {
		service.fault({ path: '/image/generate', status: 402, times: 1 });
		const { isError, content } = await call('Draw Image', { Prompt: 'A pear' });
		assert.equal(isError, true);
		assert.match(content[0].text, /not have enough credit.*Add credit.*Status 402/s);
	});
	await check('MCP server: a call that the client cancels is charged once and kept', async () => {
		const before = service.ledger.length;
		service.fault({ path: '/audio/speech', delayMs: 1_500 });
		const spoken = service.requests('/audio/speech').length;
		const canceled = new AbortController();
		const refused = assert.rejects(
			call('Speak', { Text: 'Never heard' }, { signal: canceled.signal }),
			/abort|timeout/i,
		);
		try {
			await until('a call', () => service.requests('/audio/speech').length > spoken);
		} finally {
			canceled.abort();
			await refused;
		}
		await until('a charge', () => service.ledger.length > before);
		// As long as a second call would take.
		await wait(2_500);
		assert.equal(service.ledger.length - before, 1);
		const runs = await executionsOf(rest, saved);
		const last = await ended(rest, String(runs.at(-1)?.id));
		assert.match(JSON.stringify(last.data.resultData.runData.Speak), /binary-data\/signed/);
		assert.ok(Number(last.customData.inferenceCostUsd) > 0);
	});
	await client.close();
}
