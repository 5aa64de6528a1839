import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { accessTo } from '../../engine/access';
import { runNode, type RunNodeResult } from '../../engine/runNode';
import { until } from '../../engine/until';
import { startService } from '../../service/service';
import { STOPS } from './stops';

/** Node.js reports each request of the process here as it is sent: the service can read one much later on a busy machine. */
const REQUEST = 'http.client.request.start';

export interface Stopped {
	run: RunNodeResult;
	/** From the stop to the end of the execution. */
	ms: number;
	/** Requests that were begun after the stop. */
	after: number;
	charges: number;
	unexpected: readonly string[];
}

/** Runs one of them against a service of its own, in real time, and stops it when it is under way. */
export async function stopped(name: string): Promise<Stopped> {
	const stop = STOPS[name];
	if (!stop) throw new Error(`There is nothing to stop under the name ${name}`);
	const { node, parameters, items, faults, underWay, jobMs } = stop;
	const history = { entries: 20_000, from: '2026-01-01T00:00:00.000Z', stepMs: 1_000 };
	const jobs = jobMs === undefined ? {} : { audio: jobMs };
	const service = await startService({ history, jobs });
	let after = 0;
	const { host } = new URL(service.url);
	const count = (message: unknown) => {
		if ((message as { request: ClientRequest }).request.getHeader('host') === host) after++;
	};
	try {
		for (const fault of faults) service.fault(fault);
		let at = 0;
		const begun = async () => {
			await until(() => underWay(service));
			// Well into the wait or the transfer, and not at its very beginning.
			await pause(120);
			subscribe(REQUEST, count);
			at = performance.now();
		};
		const run = await runNode({
			node,
			parameters,
			items,
			abortOn: begun(),
			binaryMode: 'filesystem',
			...accessTo(service),
		});
		const ms = Math.round(performance.now() - at);
		// Time for what goes on although it was stopped.
		await pause(600);
		const { unexpected, ledger } = service;
		return { run, ms, after, charges: ledger.length, unexpected: [...unexpected] };
	} finally {
		unsubscribe(REQUEST, count);
		await service.close();
	}
}
