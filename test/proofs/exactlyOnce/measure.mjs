import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dataFolder, n8nVersion } from '../../host/paths.mjs';
import { PlainError } from '../../host/plainError.mjs';
import { startLocalService } from '../../host/service.mjs';
import { dropConnections } from './connections.mjs';
import { startFeed } from './feed.mjs';
import { allStored, drained } from './finish.mjs';
import { prepareHost, publishFeed } from './host.mjs';
import { killAt, planKills } from './kills.mjs';
import { seeded } from './random.mjs';
import { handedAndStored, report } from './report.mjs';
import { answersOf, startTrouble } from './trouble.mjs';

const minute = 60_000;
const drainMs = 30 * minute;
/** How long replays may take after that: n8n rests between them. */
const replayMs = 12 * minute;
/** Little enough that an n8n that was away for a while leaves a window in the middle. */
const maxEntries = 8_000;

/** @param {string} text */
const say = (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);

/**
 * One run: records, polls, kills and restarts for so many minutes, then waits until all is handed over, and compares.
 * @param {{ engine: string, kills: number, minutes: number, rate: number, stop: number, seed: number, life: ReturnType<typeof import('../../host/lifetime.mjs').lifetime> }} options rate: entries per second, stop: seconds for which n8n is stopped after the middle kill
 */
export async function measure({ engine, kills, minutes, rate, stop, seed, life }) {
	const { signal } = life;
	const folder = join(dataFolder, 'exactly-once', engine);
	const startedAt = new Date().toISOString();
	const service = await startLocalService({ seed });
	life.add(() => service.close());
	const host = await prepareHost({ folder, engine, life });
	say(`Starting n8n (${engine} engine), data in ${folder}`);
	let running = await host.start();
	const feed = startFeed({ service, rate, random: seeded(seed) });
	life.add(feed.stop);
	// Entries that are recorded late right at the start are wanted too.
	const startDate = new Date(Date.parse(startedAt) - minute).toISOString();
	const watch = await publishFeed(host, { service, startDate, maxEntries });
	const trouble = startTrouble({ service, random: seeded(seed + 1) });
	life.add(trouble.stop);
	const drops = dropConnections({ host, random: seeded(seed + 3), signal });
	life.add(drops.stop);

	const random = seeded(seed + 2);
	const endAt = Date.now() + minutes * minute;
	/** @type {import('./kills.mjs').Kill[]} */
	const killed = [];
	let kill = running.kill;
	for (const aim of planKills(kills, random)) {
		const budgetMs = (endAt - Date.now()) / (kills - killed.length);
		const { events } = watch;
		const done = await killAt({ aim, kill, service, events, random, budgetMs, signal });
		killed.push(done);
		const { entries } = feed.facts;
		say(`Kill ${killed.length}: ${aim}${done.missed ? ' (missed)' : ''}; ${entries} recorded`);
		const isMiddle = killed.length === Math.ceil(kills / 2);
		const away = isMiddle ? stop * 1_000 : random.between(500, 8_000);
		await wait(away, undefined, { signal });
		kill = await startAgain(host);
	}
	await wait(Math.max(0, endAt - Date.now()), undefined, { signal });
	feed.stop();
	trouble.stop();
	drops.stop();
	const last = feed.recorded.reduce(
		(most, { timestamp }) => (timestamp > most ? timestamp : most),
		'',
	);
	say(`Recorded ${feed.facts.entries}; waiting until the trigger has passed ${last}`);
	const complete = await drained({ service, watch, last, limitMs: drainMs, signal });
	say(complete ? 'Drained' : 'Not drained within the limit');

	await allStored({ feed, database: host.feed, watch, limitMs: replayMs, signal });
	const found = await handedAndStored({ feed, watch, database: host.feed });
	const run = { engine, n8n: n8nVersion, startedAt, minutes, rate, seed, maxEntries };
	return report({
		run: { ...run, stoppedSeconds: stop, drained: complete, connectionDrops: drops.facts },
		feed: feed.facts,
		answers: answersOf(service),
		unexpected: [...service.unexpected],
		killed,
		timeline: await watch.timeline(),
		executions: await watch.executions(),
		found,
	});

	/** @param {typeof host} one @returns {Promise<() => Promise<void>>} at once, while n8n is still starting */
	function startAgain(one) {
		return new Promise((resolve, reject) => {
			let dead = false;
			one
				.start((end) =>
					resolve(async () => {
						dead = true;
						await end();
					}),
				)
				.catch((error) => {
					if (dead || signal.aborted) return;
					console.error(error);
					reject(new PlainError('n8n did not start again'));
				});
		});
	}
}
