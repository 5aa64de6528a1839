import { setTimeout as pause } from 'node:timers/promises';
import { InferenceServiceApi } from '../../../credentials/InferenceServiceApi.credentials';
import { runNode, type RunNodeResult } from '../../engine/runNode';
import { startService } from '../../service/service';
import { STOPS } from './stops';

export interface Stopped {
	run: RunNodeResult;
	/** From the stop to the end of the execution. */
	ms: number;
	/** Requests that arrived before the stop, and after the end of the execution. */
	before: number;
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
	try {
		for (const fault of faults) service.fault(fault);
		let at = 0;
		let before = 0;
		const begun = async () => {
			while (!underWay(service)) await pause(5);
			// Well into the wait or the transfer, and not at its very beginning.
			await pause(120);
			before = service.journal.length;
			at = performance.now();
		};
		const run = await runNode({
			node,
			parameters,
			items,
			abortOn: begun(),
			binaryMode: 'filesystem',
			credentialTypes: [new InferenceServiceApi()],
			credentials: {
				inferenceServiceApi: {
					baseUrl: service.url,
					apiKey: service.keys.user,
					namePrefix: 'service',
				},
			},
		});
		const ms = Math.round(performance.now() - at);
		// What was written to the line before the stop is still read by the service.
		await pause(100);
		const atEnd = service.journal.length;
		await pause(600);
		const after = service.journal.length - atEnd;
		const { unexpected, ledger } = service;
		return { run, ms, before, after, charges: ledger.length, unexpected: [...unexpected] };
	} finally {
		await service.close();
	}
}
