/** @typedef {import('./watch.mjs').Given} Given */
/** @typedef {{ rows: number, missing: number, repeated: number, otherId: number, unknown: number }} Comparison */

/** @param {import('./feed.mjs').Recorded[]} recorded @returns {Map<string, number>} how many entries have a key */
export function expectedOf(recorded) {
	/** @type {Map<string, number>} */
	const expected = new Map();
	for (const { key } of recorded) expected.set(key, (expected.get(key) ?? 0) + 1);
	return expected;
}

/**
 * What arrived against what was recorded.
 * repeated: came again under the id it had; otherId: came again under another id, which idempotent storage does not see.
 * @param {Map<string, number>} expected
 * @param {Iterable<Given>} arrived
 * @returns {Comparison & { missingKeys: string[], repeatedIds: string[] }}
 */
export function compare(expected, arrived) {
	/** @type {Map<string, Set<string>>} */
	const idsOf = new Map();
	const counts = { rows: 0, missing: 0, repeated: 0, otherId: 0, unknown: 0 };
	const repeatedIds = [];
	for (const { id, key } of arrived) {
		counts.rows += 1;
		const ids = idsOf.get(key) ?? new Set();
		if (ids.has(id)) {
			counts.repeated += 1;
			repeatedIds.push(id);
		}
		idsOf.set(key, ids.add(id));
	}
	const missingKeys = [];
	for (const [key, count] of expected) {
		const missing = count - (idsOf.get(key)?.size ?? 0);
		if (missing > 0) missingKeys.push(...Array(missing).fill(key));
		else counts.otherId -= missing;
	}
	for (const [key, ids] of idsOf) if (!expected.has(key)) counts.unknown += ids.size;
	return { ...counts, missing: missingKeys.length, missingKeys, repeatedIds };
}

/** The counts alone. @param {Comparison} comparison @returns {Comparison} */
export const countsOf = ({ rows, missing, repeated, otherId, unknown }) => ({
	rows,
	missing,
	repeated,
	otherId,
	unknown,
});
