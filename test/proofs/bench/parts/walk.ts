import '../../faults/ownFolder';
import { request } from 'undici';
import { accessTo } from '../../../engine/access';
import { InferenceBilling } from '../../../../nodes/InferenceBilling/InferenceBilling.node';
import { runNode } from '../../../engine/runNode';
import { serviceFromRunner } from '../serviceFromRunner';
import { spread, type Spread } from '../statistics';

const ROUNDS = 3;

type Walker = (service: { url: string; key: string }) => Promise<void>;

/** The whole history into one CSV file in n8n's binary store. */
const ours: Walker = async ({ url, key }) => {
	const { outputs, error } = await runNode({
		node: new InferenceBilling(),
		parameters: { resource: 'usage', operation: 'getAll', outputAs: 'csvFile' },
		binaryMode: 'filesystem',
		...accessTo({ url, keys: { user: key } }),
	});
	if (error) throw error;
	if (!outputs[0]?.[0]?.binary) throw new Error('No file came out');
};

/** The same pages read by undici and thrown away. */
const undici: Walker = async ({ url, key }) => {
	let query = '';
	for (;;) {
		const { headers, body, statusCode } = await request(`${url}/billing/usage-history${query}`, {
			headers: { authorization: `Bearer ${key}`, accept: 'text/csv' },
		});
		if (statusCode !== 200) throw new Error(`Status ${statusCode}`);
		await body.arrayBuffer();
		const cursor = headers['x-next-cursor'];
		if (typeof cursor !== 'string') return;
		query = `?cursor=${cursor}`;
	}
};

export interface WalkReport {
	entriesPerSecond: Record<string, Spread>;
	/** Our entries per second by undici's, round by round. */
	ratio: Spread;
	/** Peak growth of this process while we walked, in megabytes. */
	growthMb: Spread;
}

/** Walks a history of as many entries as the runner says, both ways in turn. */
async function main(): Promise<void> {
	const { entries, ...service } = serviceFromRunner();
	const perSecond: Record<string, number[]> = { ours: [], undici: [] };
	const growth: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		for (const [name, walk] of Object.entries({ undici, ours })) {
			globalThis.gc?.();
			const before = process.memoryUsage().rss;
			let most = before;
			const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
			const start = performance.now();
			await walk(service);
			perSecond[name]?.push((1000 * Number(entries)) / (performance.now() - start));
			clearInterval(watch);
			if (name === 'ours') growth.push((most - before) / 1e6);
		}
	}
	const { ours: mine = [], undici: theirs = [] } = perSecond;
	const report: WalkReport = {
		entriesPerSecond: { ours: spread(mine), undici: spread(theirs) },
		ratio: spread(mine.map((value, n) => value / (theirs[n] ?? Number.NaN))),
		growthMb: spread(growth),
	};
	process.stdout.write(`${JSON.stringify(report)}\n`);
	process.exit();
}

void main();
