import { setTimeout as wait } from 'node:timers/promises';
import { button, ended, flowFor, outputs, run } from './aiBench.mjs';

/** @typedef {import('./aiBench.mjs').Json} Json */
/** @typedef {import('./aiBench.mjs').Bench} Bench */

const quietMs = 31_000;

/** Fifty items at once; the service turns away the first ten requests with 429. @param {Bench} bench */
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
		times: 10,
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
		errors: [
			...new Set(items.flatMap(({ error }) => (error === undefined ? [] : [String(error)]))),
		],
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
