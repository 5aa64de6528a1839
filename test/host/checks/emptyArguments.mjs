import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { agentFlow, fromAI, toolName } from '../agentFlow.mjs';
import { activate, itemsOf, putWorkflow, runWorkflow } from '../workflows.mjs';
import { modelAt } from './agentCalls.mjs';

/** @typedef {Record<string, any>} Json */

const trigger = 'When Clicking Execute';
const langchain = '@n8n/n8n-nodes-langchain';

/**
 * Models call tools with empty arguments, in several ways of writing them. A tool that needs none runs; of one that needs a field, the
 * model hears what is missing, and the run of the agent goes on. What comes back can be parsed by the service.
 * @param {import('./checklist.mjs').Scene} scene
 */
export async function checkEmptyArguments({ rest, check }) {
	const service = await startModel();
	const mcp = await startMcpServer();
	const { node, credentials } = await modelAt(rest, service.url);

	/** What the agent says, and each request of it. @param {import('../agentFlow.mjs').Tool[]} tools @param {[string, string][]} calls names and arguments */
	const run = async (tools, calls) => {
		service.asked.length = 0;
		const prompt = JSON.stringify(calls.map(([name, args]) => ({ name: toolName(name), args })));
		const { nodes, ...others } = agentFlow('Calls with empty arguments', { prompt, tools });
		const placed = nodes.map((one) =>
			one.name === 'Inference Chat Model' ? { ...one, ...node, credentials } : one,
		);
		const saved = await putWorkflow(rest, { ...others, nodes: placed });
		const execution = await runWorkflow(rest, saved, trigger);
		return { said: String(itemsOf(execution, 'AI Agent')[0].json.output), execution };
	};
	const code = {
		...{ name: 'Needs City', type: `${langchain}.toolCode`, typeVersion: 1.3 },
		parameters: {
			...{ description: 'Needs a city', jsCode: "return 'Went to ' + query.city" },
			...{ specifyInputSchema: true, schemaType: 'manual' },
			inputSchema: JSON.stringify({
				...{ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
			}),
		},
	};
	const own = {
		...{ name: 'Model Facts', type: 'inferenceModelsTool' },
		parameters: {
			...{ resource: 'model', operation: 'get' },
			model: { __rl: true, mode: 'id', value: fromAI('Model') },
		},
	};

	for (const args of ['', ' ', 'null', '{}', '[]']) {
		await check(
			`agent: empty arguments (${JSON.stringify(args)}) of a tool with a required field do not end the run`,
			async () => {
				const { said } = await run(
					[code, own],
					[
						['Needs City', args],
						['Model Facts', args],
					],
				);
				assert.match(said, /^Heard 2 results/);
			},
		);
	}
	await check('agent: empty arguments run a sub-workflow without inputs', async () => {
		const called = await putWorkflow(rest, calledFlow());
		await activate(rest, called);
		const sub = {
			...{ name: 'Sub', type: `${langchain}.toolWorkflow`, typeVersion: 2.2 },
			parameters: {
				description: 'Runs the other workflow',
				workflowId: { __rl: true, mode: 'id', value: called.id },
			},
		};
		const { said } = await run([sub], [['Sub', '']]);
		assert.match(said, /^Heard 1 results: .*ran without inputs/);
	});
	await check('agent: one call of seven has no arguments and is run with the others', async () => {
		const client = {
			...{ name: 'Clock', type: `${langchain}.mcpClientTool`, typeVersion: 1.2 },
			parameters: { endpointUrl: mcp.url, authentication: 'none' },
		};
		/** @type {[string, string][]} */
		const calls = ['1', '2', '3', '4', '5', '6'].map((city) => [
			'Needs City',
			JSON.stringify({ city }),
		]);
		const { said } = await run(
			[code, client],
			[...calls.slice(0, 3), ['Clock_now', ''], ...calls.slice(3)],
		);
		assert.match(said, /^Heard 7 results/);
		for (const city of '123456') assert.match(said, new RegExp(`Went to ${city}`));
		assert.match(said, /It is noon/);
	});
	await check('agent: what a tool received of a raw line break goes back as JSON', async () => {
		const { said } = await run([code], [['Needs City', '{"city":"line 1\nline 2"}']]);
		assert.match(said, /^Heard 1 results: .*line 1/);
	});
	service.close();
	mcp.close();
}

/** @returns {import('../workflows.mjs').Workflow} */
function calledFlow() {
	const entry = 'When Executed by Another Workflow';
	return {
		name: 'Called with empty arguments',
		nodes: [
			{
				...{ id: 'node-1', name: entry, type: 'n8n-nodes-base.executeWorkflowTrigger' },
				...{ typeVersion: 1.1, position: [0, 0], parameters: { inputSource: 'passthrough' } },
			},
			{
				...{
					id: 'node-2',
					name: 'Say',
					type: 'n8n-nodes-base.set',
					typeVersion: 3.4,
					position: [200, 0],
				},
				parameters: {
					assignments: {
						assignments: [{ id: 'a', name: 'said', type: 'string', value: 'ran without inputs' }],
					},
				},
			},
		],
		connections: { [entry]: { main: [[{ node: 'Say', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

/** A service whose model makes the calls that the user names, says what it has heard of them, and parses what comes back, as strict services do. */
async function startModel() {
	/** @type {Json[]} */
	const asked = [];
	const server = createServer(async (request, response) => {
		const send = (/** @type {number} */ status, /** @type {Json} */ body) =>
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		if (!request.url?.endsWith('/chat/completions')) return send(200, { object: 'list', data: [] });
		let text = '';
		for await (const piece of request) text += piece;
		const body = JSON.parse(text);
		asked.push(body);
		/** @type {Json[]} */
		const messages = body.messages;
		for (const { function: called } of messages.flatMap(
			({ tool_calls: calls = [] }) => calls ?? [],
		)) {
			try {
				assert.equal(typeof JSON.parse(called.arguments), 'object');
			} catch {
				return send(400, { error: { message: `Arguments of ${called.name} are not JSON` } });
			}
		}
		const start = messages.findLastIndex(({ role }) => role === 'user');
		const results = messages.slice(start).filter(({ role }) => role === 'tool');
		/** @type {{ name: string, args: string }[]} */
		const plan = JSON.parse(String(messages[start]?.content));
		const calls = plan.map(({ name, args }, index) => ({
			...{ id: `call_${index}`, type: 'function' },
			function: { name, arguments: args },
		}));
		const message =
			results.length > 0
				? {
						content: `Heard ${results.length} results: ${results.map(({ content }) => content).join(' | ')}`,
					}
				: { content: null, tool_calls: calls };
		const finish_reason = results.length > 0 ? 'stop' : 'tool_calls';
		send(200, {
			...{ id: 'c', object: 'chat.completion', created: 1, model: 'm' },
			choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
			usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
		});
	});
	return { ...(await listening(server, '/v1')), asked };
}

/** An MCP server with one tool that takes nothing. */
async function startMcpServer() {
	const http = createServer(async (request, response) => {
		const server = new McpServer({ name: 'clock', version: '1.0.0' });
		server.registerTool('now', { description: 'Tells the time' }, async () => ({
			content: [{ type: 'text', text: 'It is noon' }],
		}));
		const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
		await server.connect(transport);
		await transport.handleRequest(request, response);
	});
	return await listening(http, '/mcp');
}

/** @param {import('node:http').Server} server @param {string} path */
async function listening(server, path) {
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : 0;
	const close = () => {
		server.closeAllConnections();
		server.close();
	};
	return { url: `http://127.0.0.1:${port}${path}`, close };
}
