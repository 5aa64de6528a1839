import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { cases } from './cases.mjs';
import { begin, idIn, lineIn, retried, retrieved, save, until } from './measure.mjs';

/** Milliseconds from the moment at which every call is charged to the kill. */
const moments = [0, 100, 300, 1_000, 3_000];

/**
 * What became of one charged call whose n8n was killed. `logged`: its job is in the log of n8n, from which `retrieved` fetched it;
 * `charges` of all items with its kind of request, after Retry.
 * @typedef {{ name: string, by: 'crash', afterMs: number, status: string, logged: boolean, retrieved?: boolean, retry: string, answered: boolean, charges: number }} Crashed
 */

/**
 * Kills n8n while each paid node waits for what it has paid for, starts it again, and retries.
 * @param {import('./measure.mjs').Scene & { crash: () => Promise<import('../../host/rest.mjs').Rest> }} killed
 * @param {(rows: Crashed[]) => Promise<void>} keep
 */
export async function measureCrashes(killed, keep) {
	let scene = killed;
	const { service, logs } = scene;
	/** @type {Crashed[]} */
	const rows = [];
	const saved = [];
	for (const one of cases) saved.push(await save(scene, one, 'webhook'));
	for (const afterMs of moments) {
		service.reset();
		const ids = [];
		for (const [at, one] of cases.entries()) {
			const retrieve = one.path.replace('queue', 'retrieve');
			const waiting = { path: retrieve, status: 200, body: { status: 'PROCESSING' } };
			service.fault(one.job ? waiting : { path: one.path, cut: 'stall' });
			ids.push(await begin(scene, saved[at], 'webhook'));
		}
		await until('every call is charged', () => service.ledger.length >= cases.length);
		await until('the jobs are asked for', () =>
			cases.every(
				({ job, path }) => !job || service.requests(path.replace('queue', 'retrieve')).length > 0,
			),
		);
		await wait(afterMs);
		scene = { ...scene, rest: await scene.crash() };
		const { rest } = scene;
		const [before] = logs.slice(-2);
		const log = readFileSync(before, 'utf8');
		service.advance(600_000);
		for (const [at, one] of cases.entries()) {
			const id = ids[at];
			const { status } = await until(`${one.name} is given up`, async () => {
				const found = await rest.execution(id);
				return found.status === 'running' ? undefined : found;
			});
			const line = lineIn(log, one.name, id);
			const found = line && idIn(line);
			const fetched = found ? { retrieved: await retrieved(scene, one, found) } : {};
			const again = await retried(scene, saved[at], id, one.name);
			const charges = service
				.requests(one.path)
				.filter((/** @type {any} */ { charge }) => charge !== undefined).length;
			rows.push({
				name: one.name,
				by: 'crash',
				afterMs,
				status,
				logged: found !== undefined,
				...fetched,
				...again,
				charges,
			});
			console.log(JSON.stringify(rows.at(-1)));
		}
		await keep(rows);
	}
	return rows;
}
