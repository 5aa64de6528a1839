import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { historyPath } from './trouble.mjs';

const second = 1_000;
/** After this long without what a kill waits for, it comes all the same. */
const longestWaitMs = 110 * second;
/** What n8n needs at the least between its start and a poll. */
const startMs = 25 * second;

/** @typedef {'any moment' | 'a poll begins' | 'a page was answered' | 'the state was saved' | 'the execution was created'} Aim */

/** How often each aim is taken, of twenty. @type {[Aim, number][]} */
const shares = [
	['any moment', 9],
	['a poll begins', 1],
	['a page was answered', 3],
	['the state was saved', 4],
	['the execution was created', 3],
];

/** How long after what it waited for a kill comes, in milliseconds. @type {Record<Aim, [number, number]>} */
const delays = {
	'any moment': [0, 0],
	'a poll begins': [0, 30],
	'a page was answered': [0, 400],
	'the state was saved': [0, 2],
	'the execution was created': [0, 500],
};

/** The aims of a run, in an order from the seed. @param {number} count @param {import('./random.mjs').Random} random @returns {Aim[]} */
export function planKills(count, random) {
	const twenty = shares.flatMap(([aim, times]) => Array(times).fill(aim));
	const aims = [];
	while (aims.length < count) aims.push(...random.shuffled(twenty));
	return aims.slice(0, count);
}

/** @typedef {{ aim: Aim, at: number, spawned: number, missed?: true }} Kill missed: nothing of what it waited for came */

/**
 * Waits for the moment of a kill in an n8n that is starting or runs already, and kills it.
 * @param {object} options
 * @param {Aim} options.aim
 * @param {() => Promise<void>} options.kill
 * @param {any} options.service
 * @param {import('node:events').EventEmitter} options.events of n8n's database
 * @param {import('./random.mjs').Random} options.random
 * @param {number} options.budgetMs about how long this life of n8n should be, its start included
 * @param {AbortSignal} options.signal
 * @returns {Promise<Kill>}
 */
export async function killAt({ aim, kill, service, events, random, budgetMs, signal }) {
	const spawned = Date.now();
	const spare = Math.max(0, budgetMs - startMs);
	if (aim === 'any moment') {
		// From the first second of a start on.
		await wait(second + random.next() * (startMs + 2 * spare), undefined, { signal });
	} else {
		await wait(random.next() * spare, undefined, { signal });
	}
	const late = new AbortController();
	const timer = setTimeout(() => late.abort(), longestWaitMs);
	const limit = AbortSignal.any([signal, late.signal]);
	const delay = random.between(...delays[aim]);
	let missed = false;
	try {
		await moment(aim, service, events, limit);
	} catch (error) {
		signal.throwIfAborted();
		if (!limit.aborted) throw error;
		missed = true;
	} finally {
		clearTimeout(timer);
	}
	if (delay >= 1) await wait(delay);
	const at = Date.now();
	await kill();
	return { aim, at, spawned, ...(missed && { missed }) };
}

/** @param {Aim} aim @param {any} service @param {import('node:events').EventEmitter} events @param {AbortSignal} signal */
async function moment(aim, service, events, signal) {
	if (aim === 'the state was saved') await once(events, 'saved', { signal });
	if (aim === 'the execution was created') await once(events, 'created', { signal });
	if (aim === 'a poll begins' || aim === 'a page was answered') {
		const before = service.requests(historyPath).length;
		for (;;) {
			const later = service.requests(historyPath).slice(before);
			if (aim === 'a poll begins' && later.length > 0) return;
			if (later.some((/** @type {{ status: number }} */ { status }) => status === 200)) return;
			await wait(5, undefined, { signal });
		}
	}
}
