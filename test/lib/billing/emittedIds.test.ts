import { EmittedIds, isKeptIds, MAX_KEPT_IDS } from '../../../lib/billing/emittedIds';
import { createIdAssigner, type IdentifiedEntry } from '../../../lib/billing/entryId';

const BEGIN = Date.parse('2026-03-15T00:00:00Z');
const MINUTE = 60_000;
const { identify } = createIdAssigner();
const entry = (ms: number, notes = '') =>
	identify({ timestamp: new Date(BEGIN + ms).toISOString(), notes });

/** One entry every so many milliseconds, with an ID that no other has. */
const history = (count: number, stepMs: number): IdentifiedEntry[] =>
	Array.from({ length: count }, (_, at) => ({
		timestamp: new Date(BEGIN + at * stepMs).toISOString(),
		id: at.toString(16).padStart(16, '0').repeat(2),
	}));

function kept(count: number, stepMs: number) {
	const entries = history(count, stepMs);
	const ids = new EmittedIds();
	for (const one of entries) ids.add(one);
	const end = BEGIN + count * stepMs;
	return { entries, end, state: ids.idsToKeep(BEGIN, end) };
}

describe('the ids that were emitted', () => {
	it('are known again from the kept state', () => {
		const { entries, state } = kept(1_000, 36);
		const text = JSON.stringify(state);
		expect(isKeptIds(JSON.parse(text))).toBe(true);
		const again = new EmittedIds(JSON.parse(text));
		expect(entries.filter((one) => !again.wasEmitted(one))).toEqual([]);
		expect(entries.some((one) => again.wasEmitted({ ...one, id: `f${one.id}` }))).toBe(false);
	});

	it('are at most 100,000, in less than 2 MB: what is older counts as emitted', () => {
		const { entries, state } = kept(MAX_KEPT_IDS + 5_000, 36);
		const again = new EmittedIds(state);
		expect(Object.values(state.minutes).join('').length).toBeLessThanOrEqual(MAX_KEPT_IDS * 19);
		expect(JSON.stringify(state).length).toBeLessThan(2_000_000);
		expect(entries.filter((one, at) => at % 50 === 0 && !again.wasEmitted(one))).toEqual([]);
		expect(again.wasEmitted(entry(1, 'recorded late'))).toBe(true);
		expect(again.wasEmitted(entry((MAX_KEPT_IDS + 4_000) * 36, 'recorded late'))).toBe(false);
	});

	it('ids of a single minute that has too many give way, and nothing after what was read is skipped', () => {
		const { entries, end, state } = kept(MAX_KEPT_IDS + 1, 0.5);
		expect(state).toEqual({ minutes: {}, floor: end });
		const again = new EmittedIds(state);
		expect(entries.every((one) => again.wasEmitted(one))).toBe(true);
		expect(again.wasEmitted(entry(MAX_KEPT_IDS * 0.5 + 2, 'new'))).toBe(false);
	});

	it('are forgotten where the history is not read again', () => {
		const ids = new EmittedIds(kept(10, MINUTE).state);
		const from = BEGIN + 5.5 * MINUTE;
		expect(Object.keys(ids.idsToKeep(from, from).minutes)).toHaveLength(5);
	});

	it('the id of an entry without a time belongs to the entry before it', () => {
		const ids = new EmittedIds();
		const odd = { ...entry(0), id: 'ab'.repeat(16), timestamp: 'unknown' };
		for (const one of [entry(MINUTE), odd]) ids.add(one);
		const again = new EmittedIds(ids.idsToKeep(BEGIN, BEGIN));
		again.wasEmitted(entry(MINUTE));
		expect(again.wasEmitted(odd)).toBe(true);
	});

	it.each([
		{},
		{ minutes: [] },
		{ minutes: { x: '' } },
		{ minutes: { 1: 'short' } },
		{ minutes: { 1: 2 } },
	])('cannot be read from %j', (value) => expect(isKeptIds(value)).toBe(false));
});
