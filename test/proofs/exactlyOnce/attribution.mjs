/** @typedef {import('./watch.mjs').Event} Event */
/** @typedef {import('./kills.mjs').Kill} Kill */
/** @typedef {{ execution: number, first: string, last: string, entries: import('./watch.mjs').Given[] }} HandOver */

/** A save and the creation of its execution are one hand-off when they lie this close together. */
const oneHandOffMs = 5_000;

/**
 * What n8n had written when each kill came.
 * stateWithoutExecution: the state was saved, the execution that belongs to it was not created: its entries are lost.
 * executionWithoutState: the other way round: its entries come again.
 * @param {Kill[]} kills
 * @param {Event[]} timeline
 */
export function atEachKill(kills, timeline) {
	return kills.map((kill) => {
		const life = timeline.filter(({ at }) => at >= kill.spawned && at <= kill.at + oneHandOffMs);
		const saved = life.filter(({ what }) => what === 'saved').at(-1);
		const created = life.filter(({ what }) => what === 'created').at(-1);
		const apart = Math.abs((saved?.at ?? 0) - (created?.at ?? 0)) > oneHandOffMs;
		const later = (saved?.at ?? 0) > (created?.at ?? 0) ? 'saved' : 'created';
		return {
			...kill,
			polls: life.filter(({ what }) => what === 'created').length,
			sinceSavedMs: saved && kill.at - saved.at,
			sinceCreatedMs: created && kill.at - created.at,
			stateWithoutExecution: saved !== undefined && apart && later === 'saved',
			executionWithoutState: created !== undefined && apart && later === 'created',
		};
	});
}

/** @typedef {ReturnType<typeof atEachKill>[number]} KillFacts */

/**
 * How far apart n8n wrote the state and the execution of one hand-off, in milliseconds; above zero: the state first.
 * @param {Event[]} timeline
 */
export function windowOf(timeline) {
	const saves = timeline.filter(({ what }) => what === 'saved');
	const gaps = timeline
		.filter(({ what }) => what === 'created')
		.flatMap((created) => {
			const near = saves
				.map(({ at }) => created.at - at)
				.filter((gap) => Math.abs(gap) <= oneHandOffMs)
				.sort((a, b) => Math.abs(a) - Math.abs(b));
			return near.slice(0, 1);
		})
		.sort((a, b) => a - b);
	const { length } = gaps;
	const transactions = new Set(saves.map(({ tx }) => tx));
	return {
		handOffs: length,
		inOneTransaction: timeline.filter(({ what, tx }) => what === 'created' && transactions.has(tx))
			.length,
		leastMs: gaps[0] ?? null,
		medianMs: gaps[Math.floor(length / 2)] ?? null,
		mostMs: gaps.at(-1) ?? null,
	};
}

/**
 * The kill at which entries were lost: the one between the hand-over before them and the first one after them in time.
 * @param {string[]} missingKeys a key begins with the entry's timestamp
 * @param {HandOver[]} handOvers in the order of their executions
 * @param {KillFacts[]} kills
 * @param {Map<number, number>} createdAt of each execution
 */
export function losses(missingKeys, handOvers, kills, createdAt) {
	/** @type {Map<string, { kill: number | null, aim?: string, entries: number, from: string, to: string, inWindow: boolean }>} */
	const groups = new Map();
	for (const key of missingKeys) {
		const timestamp = key.slice(0, key.indexOf(' '));
		const next = handOvers.findIndex(({ last }) => last > timestamp);
		const until = createdAt.get(handOvers[next]?.execution ?? -1) ?? Infinity;
		const from = createdAt.get(handOvers[next - 1]?.execution ?? -1) ?? 0;
		const between = kills
			.map((kill, index) => ({ ...kill, number: index + 1 }))
			.filter(({ at }) => at >= from && at <= until);
		const found = between.find((kill) => kill.stateWithoutExecution) ?? between.at(-1);
		const name = String(found?.number ?? 'none');
		const group = groups.get(name) ?? {
			kill: found?.number ?? null,
			aim: found?.aim,
			entries: 0,
			from: timestamp,
			to: timestamp,
			inWindow: found?.stateWithoutExecution ?? false,
		};
		group.entries += 1;
		if (timestamp < group.from) group.from = timestamp;
		if (timestamp > group.to) group.to = timestamp;
		groups.set(name, group);
	}
	return [...groups.values()];
}
