import { unknownCrowd } from '../../../lib/pacing/crowd';
import {
	nextNumber,
	nextRotation,
	rotationSize,
	unknownRotation,
	withNumber,
} from '../../../lib/pacing/rotation';

const LIMIT = 20;
const rotation = unknownRotation(unknownCrowd(8));
/** After calls that had these numbers among the calls of all. */
const after = (...numbers: number[]) =>
	numbers.reduce((known, number, at) => withNumber(known, at + 1, number), rotation);

it('expects the first call of one of eight processes among the first eight', () => {
	expect(nextNumber(rotation, 0, 8)).toBeGreaterThanOrEqual(0.5);
	expect(nextNumber(rotation, 0, 8)).toBeLessThan(8.5);
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
	expect(nextNumber(nextRotation(after(3, 11), 2, unknownCrowd(8), LIMIT), 0, 8)).toBeLessThan(8.5);
	expect(nextNumber(nextRotation(after(7, 15), 2, unknownCrowd(8), LIMIT), 0, 8)).toBe(3);
});

it('has any turn after a window in which it had nothing to send, or was refused', () => {
	const idle = nextNumber(nextRotation(after(3), 1, unknownCrowd(8), LIMIT), 0, 8);
	const refused = nextNumber(
		nextRotation({ ...after(19), missed: true }, 1, unknownCrowd(8), LIMIT),
		0,
		8,
	);
	for (const number of [idle, refused]) {
		expect(number).toBeGreaterThanOrEqual(0.5);
		expect(number).toBeLessThan(8.5);
	}
});

it('lets those go first that were refused, where processes are more than calls', () => {
	const crowded = unknownRotation(unknownCrowd(32));
	const refused = nextNumber(
		nextRotation({ ...crowded, missed: true }, 1, unknownCrowd(32), LIMIT),
		0,
		32,
	);
	expect(refused).toBeLessThan(12.5);
	const served = withNumber(crowded, 1, 1);
	expect(nextNumber(nextRotation(served, 1, unknownCrowd(32), LIMIT), 0, 32)).toBe(13);
});

it('leaves more to others while they make more calls than stated', () => {
	expect(rotationSize(unknownCrowd(2), { ...rotation, pace: 2.5 }, LIMIT)).toBe(2);
	expect(rotationSize(unknownCrowd(2), { ...rotation, pace: 6 }, LIMIT)).toBe(6);
	expect(rotationSize(unknownCrowd(2), { ...rotation, pace: 90 }, LIMIT)).toBe(LIMIT);
});

it('makes fewer calls after a refusal, unless processes are more than calls', () => {
	const refused = (stated: number) => ({ ...unknownCrowd(stated), restraint: 1.5 });
	expect(rotationSize(refused(8), rotation, LIMIT)).toBe(12);
	expect(rotationSize(refused(32), { ...rotation, pace: 32 }, LIMIT)).toBe(32);
});

it('takes turns of processes that do not call, unless these are a small part of the limit', () => {
	const alone = { ...rotation, pace: 1 };
	expect(rotationSize(unknownCrowd(8), alone, LIMIT)).toBe(2);
	expect(rotationSize(unknownCrowd(8), { ...rotation, pace: 5 }, LIMIT)).toBe(8);
	expect(rotationSize(unknownCrowd(8), alone, 500)).toBe(8);
	expect(rotationSize(unknownCrowd(32), { ...rotation, pace: 12 }, LIMIT)).toBe(10);
});

it('does not call in turn where one process or no number is stated', () => {
	expect(rotationSize(unknownCrowd(1), rotation, LIMIT)).toBeUndefined();
	expect(rotationSize(unknownCrowd(), rotation, LIMIT)).toBeUndefined();
});
