import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { agentFlow, call } from '../host/agentFlow.mjs';
import { usageHistory } from '../host/checks/usageHistory.mjs';
import { activate, putWorkflow } from '../host/workflows.mjs';

/** @typedef {Record<string, any>} Json */
/** @typedef {{ rest: import('../host/rest.mjs').Rest, service: any, model: Model, credential: { id: string, name: string } }} Bench */
/** @typedef {{ name: string, node: Json, credentials: Json, tag: string }} Model */

const button = 'When Clicking Execute';
const runLimitMs = 90_000;
const quietMs = 31_000;

/** Two tools that tell what they were given. */
const tools = ['First', 'Second'].map((name) => ({
	name,
	type: '@n8n/n8n-nodes-langchain.toolCode',
	parameters: {
		name,
		description: `Repeats the word, as the ${name.toLowerCase()} tool`,
		language: 'javaScript',
		jsCode: `return '${name} heard ' + (typeof query === 'object' ? query.word : query)`,
		specifyInputSchema: true,
		schemaType: 'fromJson',
		jsonSchemaExample: '{ "word": "pear" }',
	},
}));

/** The agent with the model to be measured in place of ours. @param {Bench} bench @param {string} what @param {string} prompt @param {{ tools?: any[] }} [more] */
function flowFor({ model }, what, prompt, { tools: wanted = tools } = {}) {
	const flow = agentFlow(`${what}: ${model.name}`, { prompt, tools: wanted });
	const place = flow.nodes.find(({ name }) => name === 'Inference Chat Model');
	Object.assign(place ?? {}, model.node, {
		name: 'Inference Chat Model',
		credentials: model.credentials,
	});
	return flow;
}

/** Starts a workflow and waits for its end, however it ends. @param {Bench} bench @param {any} flow */
async function run({ rest }, flow) {
	const saved = await putWorkflow(rest, flow);
	const started = await rest.post(`/workflows/${saved.id}/run`, {
		workflowData: saved,
		triggerToStartFrom: { name: button },
	});
	return { saved, id: started.executionId, ended: () => ended(rest, started.executionId) };
}

/** @param {import('../host/rest.mjs').Rest} rest @param {string} id */
async function ended(rest, id) {
	for (const limit = Date.now() + runLimitMs; Date.now() < limit; await wait(150)) {
		const execution = await rest.execution(id);
		if (!['new', 'running', 'waiting'].includes(execution.status)) return execution;
	}
	throw new Error(`Execution ${id} did not end`);
}

/** @param {any} execution */
const outputs = (execution) =>
	(execution.data.resultData.runData['AI Agent']?.at(-1)?.data?.main?.[0] ?? []).map(
		(/** @type {Json} */ { json }) => json,
	);

/** What the run data tell of the model's answers. @param {any} execution */
const modelRuns = (execution) =>
	(execution.data.resultData.runData['Inference Chat Model'] ?? []).map(
		(/** @type {Json} */ one) => one.data?.ai_languageModel?.[0]?.[0]?.json ?? {},
	);

/** @param {any[]} runs */
function usageOf(runs) {
	const found = runs.map((one) => one.tokenUsage ?? one.tokenUsageEstimate ?? {});
	return {
		estimated: runs.some((one) => one.tokenUsageEstimate !== undefined),
		tokens: found.reduce((sum, one) => sum + (one.totalTokens ?? 0), 0),
		cost: found.reduce((sum, one) => sum + (one.cost ?? 0), 0),
	};
}

/** What the service itself counted and charged since. @param {any} service @param {number} from */
async function billed(service, from) {
	/** @type {Json[]} */
	const lines = service.ledger.slice(from);
	const ids = new Set(lines.map(({ requestId }) => requestId));
	const hour = 3_600_000;
	const entries = await usageHistory(service, {
		startTimestamp: new Date(Date.now() - hour).toISOString(),
	});
	/** @type {Map<string, number>} */
	const tokens = new Map();
	for (const { inferenceDetails: details } of /** @type {Json[]} */ (entries)) {
		if (!ids.has(details?.requestId)) continue;
		tokens.set(details.requestId, details.promptTokens + details.completionTokens);
	}
	return {
		tokens: [...tokens.values()].reduce((sum, one) => sum + one, 0),
		cost: lines.reduce((sum, { usd }) => sum + usd, 0),
	};
}

/** One call, and two side by side. @param {Bench} bench */
export async function toolCalls(bench) {
	const { service } = bench;
	const before = service.ledger.length;
	const single = await (
		await run(bench, flowFor(bench, 'Single', call('First', { word: 'pear' })))
	).ended();
	const bill = await billed(service, before);
	const two = `${call('First', { word: 'pear' })} ${call('Second', { word: 'plum' })}`;
	const parallel = await (await run(bench, flowFor(bench, 'Parallel', two))).ended();
	return {
		single: /First heard pear/.test(String(outputs(single)[0]?.output)),
		parallel: /First heard pear.*Second heard plum/s.test(String(outputs(parallel)[0]?.output)),
		usage: usageOf(modelRuns(single)),
		billed: bill,
	};
}

/** Two side by side, streamed through the agent. @param {Bench} bench */
export async function streamed(bench) {
	const { rest, service } = bench;
	const flow = flowFor(bench, 'Streamed', '={{ $json.chatInput }}');
	const path = `stream-${bench.model.tag}`;
	Object.assign(flow.nodes[0], {
		type: '@n8n/n8n-nodes-langchain.chatTrigger',
		typeVersion: 1.3,
		webhookId: path,
		parameters: { public: true, options: { responseMode: 'streaming' } },
	});
	const saved = await putWorkflow(rest, flow);
	await activate(rest, saved);
	const before = service.requests('/chat/completions').length;
	const ledger = service.ledger.length;
	const question = `${call('First', { word: 'pear' })} ${call('Second', { word: 'plum' })}`;
	let response;
	for (let attempt = 0; attempt < 40; attempt += 1) {
		response = await fetch(`${rest.url}/webhook/${path}/chat`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ action: 'sendMessage', sessionId: randomUUID(), chatInput: question }),
		});
		if (response.status !== 404) break;
		await wait(250);
	}
	const text = (await response?.text()) ?? '';
	const pieces = text
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line))
		.filter(({ type }) => type === 'item')
		.map(({ content }) => content);
	const [last] = (
		await rest.get(
			`/executions?limit=1&filter=${encodeURIComponent(JSON.stringify({ workflowId: saved.id }))}`,
		)
	).results;
	const execution = await ended(rest, last.id);
	return {
		answered: /First heard pear.*Second heard plum/s.test(pieces.join('')),
		pieces: pieces.length,
		status: execution.status,
		usage: usageOf(modelRuns(execution)),
		billed: await billed(service, ledger),
		requests: service.requests('/chat/completions').length - before,
	};
}

/** Fifty items at once, of which the service turns away twenty with 429 at first. @param {Bench} bench */
export async function fiftyItems(bench) {
	const { service } = bench;
	const flow = flowFor(bench, 'Fifty', '={{ "Item " + $json.number }}', { tools: [] });
	const [agent] = flow.nodes.filter(({ name }) => name === 'AI Agent');
	Object.assign(agent ?? {}, {
		onError: 'continueRegularOutput',
		parameters: { ...agent?.parameters, options: { batching: { batchSize: 50 } } },
	});
	const numbers = Array.from({ length: 50 }, (_, index) => ({ number: index + 1 }));
	flow.nodes.push(
		{
			id: 'numbers',
			name: 'Numbers',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			position: [0, 400],
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ numbers }), options: {} },
		},
		{
			id: 'each',
			name: 'Each',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			position: [200, 400],
			parameters: { fieldToSplitOut: 'numbers', options: {} },
		},
	);
	const main = (/** @type {string} */ node) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	Object.assign(flow.connections, {
		[button]: main('Numbers'),
		Numbers: main('Each'),
		Each: main('AI Agent'),
	});
	// The service stops listening for a while to who had many failures: those before are not to count.
	await wait(quietMs);
	const before = {
		ledger: service.ledger.length,
		calls: service.requests('/chat/completions').length,
	};
	service.fault({
		path: '/chat/completions',
		times: 20,
		status: 429,
		body: { error: 'Rate limit exceeded' },
		headers: {
			'x-ratelimit-remaining-requests': '0',
			'x-ratelimit-reset-requests': String(Date.now() + 3_000),
		},
	});
	const started = Date.now();
	const execution = await (await run(bench, flow)).ended();
	const items = outputs(execution);
	const calls = service.requests('/chat/completions').slice(before.calls);
	return {
		answered: items.filter(({ output }) => /^You said “Item \d+”$/.test(String(output))).length,
		failed: items.filter(({ error }) => error !== undefined).length,
		requests: calls.length,
		turnedAway: calls.filter((/** @type {Json} */ { status }) => status === 429).length,
		charges: service.ledger.length - before.ledger,
		seconds: Math.round((Date.now() - started) / 100) / 10,
	};
}

/** Stopped while the service thinks. @param {Bench} bench */
export async function cancelled(bench) {
	const { rest, service } = bench;
	service.fault({ path: '/chat/completions', delayMs: 8_000 });
	const before = service.requests('/chat/completions').length;
	const { id } = await run(bench, flowFor(bench, 'Stopped', 'Think for long', { tools: [] }));
	for (
		let tries = 0;
		tries < 100 && service.requests('/chat/completions').length === before;
		tries += 1
	) {
		await wait(50);
	}
	await wait(300);
	const stopped = Date.now();
	await rest.post(`/executions/${id}/stop`, {});
	const execution = await ended(rest, id);
	const status = execution.status;
	await wait(1_000);
	const later = service.requests('/chat/completions').length;
	return {
		status,
		seconds: Math.round((Date.now() - stopped - 1_000) / 100) / 10,
		repeated: later - before - 1,
	};
}

/** What a user reads when the service refuses. @param {Bench} bench */
export async function refused(bench) {
	const { service } = bench;
	service.fault({
		path: '/chat/completions',
		status: 400,
		body: {
			error: 'Invalid request parameters',
			details: { top_k: { _errors: ['Number must be greater than 0'] } },
		},
	});
	const before = service.requests('/chat/completions').length;
	const execution = await (
		await run(bench, flowFor(bench, 'Refused', 'Hello', { tools: [] }))
	).ended();
	const { error } = execution.data.resultData;
	const sent = service.requests('/chat/completions').length - before;
	return { message: error?.message ?? '', description: error?.description ?? '', sent };
}

/** Which parameters a model node offers, and what of the service's own reaches it. @param {Bench} bench */
export async function parameters(bench) {
	const { rest, service, model } = bench;
	const type = String(model.node.type);
	/** @type {Json[]} */
	const types = await rest.nodeTypes();
	const found = types.filter(({ name }) => name === type).at(-1);
	/** @param {string} name @returns {string[]} */
	const offered = (name) => {
		const field = found?.properties.filter((/** @type {Json} */ one) => one.name === name).at(-1);
		return (field?.options ?? []).map((/** @type {Json} */ { displayName }) => displayName);
	};
	const flow = flowFor(bench, 'Parameters', 'Hello', { tools: [] });
	const node = flow.nodes.find(({ name }) => name === 'Inference Chat Model');
	Object.assign(node?.parameters ?? {}, {
		serviceParameters: { enableWebSearch: 'off', stripThinkingResponse: true },
	});
	await (await run(bench, flow)).ended();
	const { body } = service.requests('/chat/completions').at(-1);
	return {
		options: [...new Set(offered('options'))].sort(),
		own: offered('serviceParameters').sort(),
		sent: Object.keys(body.service_parameters ?? {}),
	};
}
