import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { cases } from './cases.mjs';
import {
	begin,
	chargesOf,
	hold,
	idIn,
	isCharged,
	lineIn,
	retried,
	retrieved,
	save,
	until,
} from './measure.mjs';

/** Milliseconds from the moment at which every call is charged to the kill. */
const moments = [0, 100, 300, 1_000, 3_000];

/**
 * What became of one charged call whose n8n was killed. `logged`: its job is in the log of n8n, from which `retrieved` fetched it;
 * `charged`: its requests that were charged by then; `charges`: after Retry.
 * @typedef {{ name: string, by: 'crash', afterMs: number, status: string, error?: string, logged: boolean, retrieved?: boolean, retry: string, charged: number, answered: boolean, charges: number }} Crashed
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
	for (const one of cases) saved.push(await save(scene, one, 'webhook', 'Crash'));
	for (const afterMs of moments) {
		service.reset();
		const ids = [];
		for (const [at, one] of cases.entries()) {
			hold(scene, one);
			ids.push(await begin(scene, saved[at], 'webhook'));
		}
		await until('every call is charged', () => cases.every((one) => isCharged(scene, one)));
		await wait(afterMs);
		scene = { ...scene, rest: await scene.crash() };
		const { rest } = scene;
		const log = logs.map((file) => readFileSync(file, 'utf8')).join('\n');
		service.advance(600_000);
		for (const [at, one] of cases.entries()) {
			const id = ids[at];
			const { status, data } = await until(`${one.name} is given up`, async () => {
				const found = await rest.execution(id);
				return found.status === 'running' ? undefined : found;
			});
			const line = lineIn(log, one.name, id);
			const found = line && idIn(line);
			const fetched = found ? { retrieved: await retrieved(scene, one, found) } : {};
			const charged = chargesOf(scene, one);
			const again = await retried(scene, saved[at], id, one.name);
			const charges = chargesOf(scene, one);
			rows.push({
				name: one.name,
				by: 'crash',
				afterMs,
				status,
				...(status === 'error' && { error: data?.resultData?.error?.message }),
				logged: found !== undefined,
				...fetched,
				charged,
				...again,
				charges,
			});
			console.log(JSON.stringify(rows.at(-1)));
		}
		await keep(rows);
	}
	return rows;
}
