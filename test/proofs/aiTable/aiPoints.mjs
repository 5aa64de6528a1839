import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { call } from '../../host/agentFlow.mjs';
import { activate, putWorkflow } from '../../host/workflows.mjs';
import { billed, ended, flowFor, modelRuns, outputs, run, usageOf } from './aiBench.mjs';

/** @typedef {import('./aiBench.mjs').Json} Json */
/** @typedef {import('./aiBench.mjs').Bench} Bench */

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

/** Which parameters a model node offers, and what of the service's own reaches it. @param {Bench} bench */
export async function parameters(bench) {
	const { rest, service, model } = bench;
	const type = String(model.node.type);
	/** @type {Json[]} */
	const types = await rest.nodeTypes();
	const found = types.filter(({ name }) => name === type).at(-1);
	const leaves = (/** @type {Json[]} */ fields) =>
		fields.flatMap((field) => (field.type === 'collection' ? below(field) : [field]));
	/** @type {(group: Json) => Json[]} */
	const below = ({ name, options }) =>
		['modelFilter', 'cost', 'privacy', 'retriesAndLimits'].includes(name) ? [] : leaves(options);
	const groups = (found?.properties ?? []).filter(
		(/** @type {Json} */ { type }) => type === 'collection',
	);
	const offered = groups.flatMap(below);
	const isOwn = (/** @type {Json} */ { routing }) =>
		String(routing?.send?.property).startsWith('service_parameters.');
	const labels = (/** @type {Json[]} */ fields) => [
		...new Set(fields.map(({ displayName }) => displayName).sort()),
	];
	const flow = flowFor(bench, 'Parameters', 'Hello', { tools: [] });
	const node = flow.nodes.find(({ name }) => name === 'Inference Chat Model');
	Object.assign(node?.parameters ?? {}, {
		options: { webSearch: { enableWebSearch: 'off' }, showReasoning: false },
	});
	await (await run(bench, flow)).ended();
	const { body } = service.requests('/chat/completions').at(-1);
	return {
		options: labels(offered.filter((field) => !isOwn(field))),
		own: labels(offered.filter(isOwn)),
		sent: Object.keys(body.service_parameters ?? {}),
	};
}
