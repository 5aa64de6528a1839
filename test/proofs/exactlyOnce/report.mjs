import { atEachKill, losses, windowOf } from './attribution.mjs';
import { compare, countsOf, expectedOf } from './compare.mjs';
import { given as givenFrom } from './watch.mjs';

/**
 * What n8n handed over, and what stands in the tables.
 * @param {{ feed: { recorded: import('./feed.mjs').Recorded[] }, watch: import('./watch.mjs').Watch, database: { query: (sql: string) => Promise<any[]> } }} options
 */
export async function handedAndStored({ feed, watch, database }) {
	const expected = expectedOf(feed.recorded);
	/** @type {import('./attribution.mjs').HandOver[]} */
	const handOvers = [];
	for await (const { execution, entries } of watch.handedOver()) {
		const times = entries.map(({ key }) => key.slice(0, key.indexOf(' '))).sort();
		handOvers.push({ execution, first: times[0] ?? '', last: times.at(-1) ?? '', entries });
	}
	/** @param {string} table */
	const rowsOf = async (table) => {
		const rows = await database.query(
			`SELECT id, "timestamp", notes, "inferenceDetails" FROM ${table}`,
		);
		return rows.map((row) =>
			givenFrom({ ...row, id: row.id ?? undefined, timestamp: row.timestamp.toISOString() }),
		);
	};
	return {
		handOvers,
		handed: compare(
			expected,
			handOvers.flatMap(({ entries }) => entries),
		),
		raw: compare(expected, await rowsOf('usage_raw')),
		once: compare(expected, await rowsOf('usage_once')),
	};
}

/** @typedef {Awaited<ReturnType<typeof handedAndStored>>} Found */

/**
 * The result of a run, as it is kept.
 * @param {object} found
 * @param {Record<string, unknown>} found.run
 * @param {Record<string, number>} found.feed
 * @param {Record<string, number>} found.answers
 * @param {string[]} found.unexpected
 * @param {import('./kills.mjs').Kill[]} found.killed
 * @param {import('./watch.mjs').Event[]} found.timeline
 * @param {{ id: number, status: string, retryOf: string | null }[]} found.executions
 * @param {Found} found.found
 */
export function report({ timeline, killed, executions, found, ...rest }) {
	const createdAt = new Map(
		timeline.filter(({ what }) => what === 'created').map(({ at, detail }) => [Number(detail), at]),
	);
	const { handed, handOvers } = found;
	const given = new Set(handOvers.map(({ execution }) => execution));
	const polls = timeline.filter(
		({ what, detail }) => what === 'saved' || given.has(Number(detail)),
	);
	const kills = atEachKill(killed, polls);
	/** @type {Record<string, number>} */
	const statuses = {};
	for (const { status, retryOf } of executions) {
		if (retryOf === null) statuses[status] = (statuses[status] ?? 0) + 1;
	}
	const entries = handOvers.filter((one) => one.entries.length > 0);
	return {
		...rest.run,
		recorded: rest.feed,
		answers: rest.answers,
		unexpected: rest.unexpected,
		executions: statuses,
		handedOver: {
			...countsOf(handed),
			executions: entries.length,
			emptyExecutions: handOvers.length - entries.length,
			replayed: entries.flatMap((one) => one.entries).filter(({ replayed }) => replayed).length,
			unmarkedRepeats: unmarkedRepeats(entries),
			losses: losses(handed.missingKeys, entries, kills, createdAt),
		},
		stored: { each: countsOf(found.raw), once: countsOf(found.once) },
		window: windowOf(polls),
		kills: kills.map(({ spawned, at, ...kill }) => ({
			...kill,
			at: new Date(at).toISOString(),
			afterStartMs: at - spawned,
		})),
	};
}

/** What pages read of a run. @param {ReturnType<typeof report>} run */
export function summaryOf({ kills, ...run }) {
	/** @type {Record<string, number>} */
	const aims = {};
	for (const { aim } of kills) aims[aim] = (aims[aim] ?? 0) + 1;
	return {
		...run,
		kills: kills.length,
		aims,
		stateWithoutExecution: kills.filter((one) => one.stateWithoutExecution).length,
		executionWithoutState: kills.filter((one) => one.executionWithoutState).length,
	};
}

/** Entries that came again without saying so. @param {import('./attribution.mjs').HandOver[]} handOvers */
function unmarkedRepeats(handOvers) {
	/** @type {Set<string>} */
	const seen = new Set();
	let count = 0;
	for (const { id, replayed } of handOvers.flatMap(({ entries }) => entries)) {
		if (seen.has(id) && !replayed) count += 1;
		seen.add(id);
	}
	return count;
}
