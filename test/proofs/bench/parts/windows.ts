import '../../faults/ownFolder';
import { createHash } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { request } from 'undici';
import { accessTo } from '../../../engine/access';
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
		...accessTo({ url, keys: { user: key } }),
	});
	if (error) throw error;
	const [item] = outputs[0] ?? [];
	if (item === undefined) throw new Error('Nothing came out');
	return item;
}

const report: Way = async (service, maxConcurrentRequests) => {
	const { json } = await output(service, {
		...{ resource: 'report', operation: 'get', period: 'custom', ...PERIOD, timeZone: 'UTC' },
		...{ groupBy: ['product', 'day'], files: [] },
		options: { comparePeriods: false, retriesAndLimits: { maxConcurrentRequests } },
	});
	return json;
};

const csvFile: Way = async (service, maxConcurrentRequests) => {
	const { binary } = await output(service, {
		...{ resource: 'usage', operation: 'getAll', outputAs: 'csvFile', filters: PERIOD },
		options: { retriesAndLimits: { maxConcurrentRequests } },
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
	['Report, ten requests at a time', report, 10],
	['One CSV file, one request at a time', csvFile, 1],
	['One CSV file, five requests at a time', csvFile, 5],
	['One CSV file, ten requests at a time', csvFile, 10],
];

export interface WindowFigures {
	name: string;
	seconds: Spread;
	/** Peak growth of this process, in megabytes, round by round: the first one fills caches. */
	growthMb: number[];
	/** A digest of what every round returned; undefined if they differ. */
	returned?: string;
	/** What is walked: ways that walk the same must return the same. */
	what: string;
}

/** Walks the month in one way, in a process that has done nothing else. */
async function main(): Promise<void> {
	const { index, ...service } = serviceFromRunner();
	const entry = WAYS[Number(index)];
	if (entry === undefined) return void process.stdout.write('null\n');
	const [name, way, requests] = entry;
	const [seconds, growthMb, returned]: [number[], number[], Set<string>] = [[], [], new Set()];
	for (let round = 0; round < ROUNDS; round++) {
		globalThis.gc?.();
		const before = process.memoryUsage().rss;
		let most = before;
		const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
		const start = performance.now();
		const made = await way(service, requests);
		seconds.push((performance.now() - start) / 1000);
		clearInterval(watch);
		growthMb.push(Number(((most - before) / 1e6).toPrecision(3)));
		returned.add(
			createHash('sha256')
				.update(JSON.stringify(made) ?? '')
				.digest('hex'),
		);
	}
	const figures: WindowFigures = {
		...{ name, seconds: spread(seconds), growthMb, what: way.name },
		returned: returned.size === 1 ? [...returned][0] : undefined,
	};
	process.stdout.write(`${JSON.stringify(figures)}\n`);
	process.exit();
}

void main();
