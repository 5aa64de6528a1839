import '../../faults/ownFolder';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { INodeParameters } from 'n8n-workflow';
import { request } from 'undici';
import { InferenceServiceApi } from '../../../../credentials/InferenceServiceApi.credentials';
import { InferenceBilling } from '../../../../nodes/InferenceBilling/InferenceBilling.node';
import { binaryBuffer, runNode } from '../../../engine/runNode';
import { serviceFromRunner } from '../serviceFromRunner';
import { spread, type Spread } from '../statistics';

const ROUNDS = 3;
const PERIOD = { start: '2026-10-01T00:00:00.000Z', end: '2026-11-01T00:00:00.000Z' };

interface Service {
	url: string;
	key: string;
}

/** Walks the month one way and gives what came out, to be compared. */
type Way = (service: Service, requests: number) => Promise<unknown>;

async function output({ url, key }: Service, parameters: INodeParameters) {
	const { outputs, error } = await runNode({
		node: new InferenceBilling(),
		parameters,
		binaryMode: 'filesystem',
		credentialTypes: [new InferenceServiceApi()],
		credentials: { inferenceServiceApi: { baseUrl: url, apiKey: key, namePrefix: 'service' } },
	});
	if (error) throw error;
	const [item] = outputs[0] ?? [];
	if (item === undefined) throw new Error('Nothing came out');
	return item;
}

const report: Way = async (service, maxConcurrentRequests) => {
	const { json } = await output(service, {
		...{ resource: 'report', operation: 'get', period: 'custom', ...PERIOD, timeZone: 'UTC' },
		...{ groupBy: ['product', 'day'], files: [], options: { comparePeriods: false } },
		retriesAndLimits: { maxConcurrentRequests },
	});
	return json;
};

const csvFile: Way = async (service, maxConcurrentRequests) => {
	const { binary } = await output(service, {
		...{ resource: 'usage', operation: 'getAll', outputAs: 'csvFile', filters: PERIOD },
		retriesAndLimits: { maxConcurrentRequests },
	});
	return createHash('sha256')
		.update(await binaryBuffer(binary?.data))
		.digest('hex');
};

/** One chain of cursors read by undici, and thrown away. */
const undici: Way = async ({ url, key }) => {
	const { start: startTimestamp, end: endTimestamp } = PERIOD;
	let query = new URLSearchParams({ startTimestamp, endTimestamp }).toString();
	for (;;) {
		const { body, statusCode } = await request(`${url}/billing/usage-history?${query}`, {
			headers: { authorization: `Bearer ${key}` },
		});
		if (statusCode !== 200) throw new Error(`Status ${statusCode}`);
		const { nextCursor } = (await body.json()) as { nextCursor: string | null };
		if (nextCursor === null) return undefined;
		query = `cursor=${nextCursor}`;
	}
};

const WAYS: Array<[name: string, way: Way, requests: number]> = [
	['undici, one chain of cursors', undici, 1],
	['Report, one request at a time', report, 1],
	['Report, five requests at a time', report, 5],
	['Report', report, 10],
	['One CSV file, one request at a time', csvFile, 1],
	['One CSV file, five requests at a time', csvFile, 5],
	['One CSV file', csvFile, 10],
];

export interface WindowFigures {
	seconds: Spread;
	/** Peak growth of this process, in megabytes. */
	growthMb: Spread;
	/** Whether every round returned the same as one request at a time. */
	isSame: boolean;
}

/** Walks the month in all ways, in turn. */
async function main(): Promise<void> {
	const service = serviceFromRunner();
	const seconds = new Map<string, number[]>();
	const growth = new Map<string, number[]>();
	const first = new Map<Way, unknown>();
	const wrong = new Set<string>();
	for (let round = 0; round < ROUNDS; round++) {
		for (const [name, way, requests] of WAYS) {
			globalThis.gc?.();
			const before = process.memoryUsage().rss;
			let most = before;
			const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
			const start = performance.now();
			const made = await way(service, requests);
			seconds.set(name, [...(seconds.get(name) ?? []), (performance.now() - start) / 1000]);
			clearInterval(watch);
			growth.set(name, [...(growth.get(name) ?? []), (most - before) / 1e6]);
			if (!first.has(way)) first.set(way, made);
			if (!isDeepStrictEqual(first.get(way), made)) wrong.add(name);
		}
	}
	const figures = WAYS.map(([name]): [string, WindowFigures] => [
		name,
		{
			seconds: spread(seconds.get(name) ?? []),
			growthMb: spread(growth.get(name) ?? []),
			isSame: !wrong.has(name),
		},
	]);
	process.stdout.write(`${JSON.stringify(Object.fromEntries(figures))}\n`);
	process.exit();
}

void main();
