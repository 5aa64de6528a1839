/**
 * Random numbers that a seed repeats (mulberry32).
 * @param {number} seed
 */
export function seeded(seed) {
	let state = seed >>> 0;
	/** From 0 to 1. */
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	/** @param {number} low @param {number} high */
	const between = (low, high) => low + next() * (high - low);
	/** @param {number} share */
	const chance = (share) => next() < share;
	/** @template T @param {readonly T[]} list @returns {T[]} */
	const shuffled = (list) =>
		list
			.map((one) => ({ one, place: next() }))
			.sort((a, b) => a.place - b.place)
			.map(({ one }) => one);
	return { next, between, chance, shuffled };
}

/** @typedef {ReturnType<typeof seeded>} Random */
