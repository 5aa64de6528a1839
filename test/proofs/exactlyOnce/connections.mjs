import { setTimeout as wait } from 'node:timers/promises';

const second = 1_000;

/**
 * Ends the connections of n8n to one of its databases, or to both, at random moments: every two to four minutes.
 * @param {{ host: import('./host.mjs').Host, random: import('./random.mjs').Random, signal: AbortSignal }} options
 */
export function dropConnections({ host: { n8nData, feed }, random, signal }) {
	const facts = { drops: 0, connections: 0 };
	const stopped = new AbortController();
	const either = AbortSignal.any([signal, stopped.signal]);
	const databases = [[n8nData], [feed], [n8nData, feed]];
	const run = async () => {
		for (;;) {
			await wait(random.between(120, 240) * second, undefined, { signal: either });
			facts.drops += 1;
			for (const database of databases[Math.floor(random.next() * databases.length)]) {
				facts.connections += await database.dropOthers();
			}
		}
	};
	run().catch(() => {});
	return { facts, stop: () => stopped.abort() };
}
