import { clock } from '../base/clock';
import { callersIn, type Crowd } from './crowd';

/** How much a new call counts in the average. */
const WEIGHT = 0.2;
/** Calls that arrive in another order than expected do not show further callers; more than this many times as many calls do. */
const OTHERS = 1.25;
/** Processes that do not call leave no more than this part of a limit unused. */
const SMALL_PART = 0.125;

/**
 * Where one process is among several that call in turn, if the credential states how many share a limit. The service counts the calls of all,
 * so each answer carries a number that no other process has. Of n processes, each makes every n-th call (docs/cluster.md).
 */
export interface Rotation {
	/** Our latest call in this window that was answered, counted from 1, and its number among the calls of all. */
	call: number;
	number: number;
	/** The number of our first call, as expected until its answer has come. */
	first: number;
	/** How many calls of all come with each of ours, on average. */
	pace: number;
	/** Whether a call was refused, so that the numbers no longer say whose turn it is. */
	missed: boolean;
}

/** No call was made yet. */
export function unknownRotation({ stated = 1 }: Crowd): Rotation {
	return { ...startingAt(anyOf(stated), stated), pace: stated };
}

/** One of how many calls is ours; undefined unless the credential states that several processes share the limit. */
export function rotationSize(crowd: Crowd, { pace }: Rotation, limit: number): number | undefined {
	const { stated = 1, restraint } = crowd;
	if (stated <= 1) return undefined;
	const counted = Math.min(pace, callersIn(crowd, limit));
	// What others do not use can be ours only if a window has several turns.
	if (counted < stated / 2 && stated > SMALL_PART * limit) {
		return Math.min(stated, limit / 2, Math.max(2, 2 * counted));
	}
	// Of more processes than calls, some are refused at the start, which says nothing of other callers.
	const least = stated > limit ? stated : stated * restraint;
	return pace > OTHERS * stated + 1 ? Math.max(least, Math.min(pace, limit)) : least;
}

/** The number that our next call is expected to have, after `own` calls in this window. */
export function nextNumber({ call, number }: Rotation, own: number, every: number): number {
	return number + every * (own - call + 1);
}

/** The rotation after the answer to our call `call` of the window, which was number `number` of all. */
export function withNumber(rotation: Rotation, call: number, number: number): Rotation {
	if (call <= rotation.call) return rotation;
	if (rotation.call === 0)
		return { ...rotation, call, number, first: call === 1 ? number : rotation.first };
	const gap = (number - rotation.number) / (call - rotation.call);
	return { ...rotation, call, number, pace: rotation.pace + WEIGHT * (gap - rotation.pace) };
}

/** The rotation in the next window, after `own` calls in this one. */
export function nextRotation(
	rotation: Rotation,
	own: number,
	crowd: Crowd,
	limit: number,
): Rotation {
	const every = rotationSize(crowd, rotation, limit) ?? 1;
	const { pace, missed } = rotation;
	const number = nextNumber(rotation, own, every) - limit;
	// Of more processes than calls, those that were served come after the others.
	if (missed) return { ...startingAt(anyOf(every > limit ? every - limit : every), every), pace };
	// A process that had nothing to send has lost its turn.
	return { ...startingAt(number > 0 ? number : anyOf(every), every), pace };
}

function startingAt(first: number, every: number): Omit<Rotation, 'pace'> {
	return { call: 0, number: first - every, first, missed: false };
}

function anyOf(numbers: number): number {
	return 0.5 + clock.random() * numbers;
}
