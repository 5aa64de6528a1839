import { unknownCrowd } from '../../../../lib/transport/pacing/crowd';
import {
	nextNumber,
	nextTurns,
	turnsOf,
	unknownTurns,
	withNumber,
} from '../../../../lib/transport/pacing/turns';

const LIMIT = 20;
const turns = unknownTurns(unknownCrowd(8));
/** After calls that had these numbers among the calls of all. */
const after = (...numbers: number[]) =>
	numbers.reduce((known, number, at) => withNumber(known, at + 1, number), turns);

it('expects the first call of one of eight processes among the first eight', () => {
	expect(nextNumber(turns, 0, 8)).toBeGreaterThanOrEqual(0.5);
	expect(nextNumber(turns, 0, 8)).toBeLessThan(8.5);
});

it('makes every eighth call, counted from the last answer', () => {
	expect(nextNumber(after(3), 1, 8)).toBe(11);
	expect(nextNumber(after(3), 2, 8)).toBe(19);
	expect(nextNumber(after(3, 10), 2, 8)).toBe(18);
});

it('takes no notice of an answer that comes after that to a later call', () => {
	expect(withNumber(after(3, 11), 1, 4)).toEqual(after(3, 11));
});

it('keeps its turn where that falls into the next window', () => {
	expect(nextNumber(nextTurns(after(3, 11), 2, 8, LIMIT), 0, 8)).toBeLessThan(8.5);
	expect(nextNumber(nextTurns(after(7, 15), 2, 8, LIMIT), 0, 8)).toBe(3);
});

it('has any turn after a window in which it had nothing to send, or was refused', () => {
	const idle = nextNumber(nextTurns(after(3), 1, 8, LIMIT), 0, 8);
	const refused = nextNumber(nextTurns({ ...after(19), missed: true }, 1, 8, LIMIT), 0, 8);
	for (const number of [idle, refused]) {
		expect(number).toBeGreaterThanOrEqual(0.5);
		expect(number).toBeLessThan(8.5);
	}
});

it('lets those go first that were refused, where processes are more than calls', () => {
	const crowded = unknownTurns(unknownCrowd(32));
	const refused = nextNumber(nextTurns({ ...crowded, missed: true }, 1, 32, LIMIT), 0, 32);
	expect(refused).toBeLessThan(12.5);
	const served = withNumber(crowded, 1, 1);
	expect(nextNumber(nextTurns(served, 1, 32, LIMIT), 0, 32)).toBe(13);
});

it('leaves more to others while they make more calls than stated', () => {
	expect(turnsOf(unknownCrowd(2), { ...turns, pace: 2.5 }, LIMIT)).toBe(2);
	expect(turnsOf(unknownCrowd(2), { ...turns, pace: 6 }, LIMIT)).toBe(6);
	expect(turnsOf(unknownCrowd(2), { ...turns, pace: 90 }, LIMIT)).toBe(LIMIT);
});

it('takes no turns where one process or no number is stated', () => {
	expect(turnsOf(unknownCrowd(1), turns, LIMIT)).toBeUndefined();
	expect(turnsOf(unknownCrowd(), turns, LIMIT)).toBeUndefined();
});
