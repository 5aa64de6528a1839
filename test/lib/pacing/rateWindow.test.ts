import { type RateWindow, unknownWindow, windowAt, withCall } from '../../../lib/pacing/rateWindow';
import { callersIn } from '../../../lib/pacing/crowd';
import type { Allowance } from '../../../lib/pacing/rateHeaders';
import { withAnswer as withAnswerTo } from '../../../lib/pacing/windowAnswer';
import { windowDelay } from '../../../lib/pacing/windowDelay';

const withAnswer = (window: RateWindow, allowance: Allowance, sentAfter: number, now: number) =>
	withAnswerTo(window, { allowance, sentAfter }, now);

it('is held back no longer than its window by one refusal with nothing left', () => {
	const now = 1_000_000_000_000;
	let window = withCall(unknownWindow(), now, true);
	window = withAnswer(window, { limit: 6_000, left: 5_999, resetAt: now + 60_000 }, 0, now);
	window = withCall(window, now + 1, true);
	window = withAnswer(window, { left: 0, resetAt: now + 60_000 }, 0, now + 1);
	const wish = { demand: 1, inFlight: 0, random: 1 };
	expect(windowDelay(window, wish, now + 1)).toBeLessThan(75_000);
	const next = windowAt(window, now + 61_000);
	expect(windowDelay(next, wish, now + 61_000)).toBeLessThan(75_000);
	const known = withAnswer(
		withCall(next, now + 61_000, true),
		{ limit: 6_000, left: 5_999, resetAt: now + 121_000 },
		0,
		now + 61_100,
	);
	expect(windowDelay(known, wish, now + 61_100)).toBeLessThan(75_000);
});
it('leaves others no more than a share of a small limit', () => {
	const now = 1_000_000_000_000;
	let window = withCall(unknownWindow(), now, true);
	window = withAnswer(window, { limit: 6_000, left: 5_999, resetAt: now + 60_000 }, 0, now);
	window = withAnswer(
		withCall(window, now + 1, true),
		{ left: 3_000, resetAt: now + 60_000 },
		0,
		now + 1,
	);
	const next = windowAt(window, now + 61_000);
	const known = withAnswer(
		withCall(next, now + 61_000, true),
		{ limit: 100, left: 99, resetAt: now + 121_000 },
		0,
		now + 61_100,
	);
	expect(windowDelay(known, { demand: 1, inFlight: 0, random: 1 }, now + 61_100)).toBeLessThan(
		75_000,
	);
});

describe('calls of one process alone', () => {
	const now = 1_000_000_000_000;
	const minute = 60_000;
	const sent = (window: RateWindow, times: number) => {
		let next = window;
		for (let n = 0; n < times; n++) next = withCall(next, now, true);
		return next;
	};
	const firstWindow = () =>
		withAnswer(sent(unknownWindow(), 1), { limit: 500, left: 499, resetAt: now }, 0, now - minute);

	it('are not taken for those of others when answers of the next window overtake each other', () => {
		const answer = { allowance: { limit: 500, left: 480, resetAt: now + minute }, sentAfter: 5 };
		const window = withAnswerTo(sent(firstWindow(), 25), { ...answer, sentSince: () => 25 }, now);
		expect(window).toMatchObject({ own: 25, others: 0 });
		expect(callersIn(window.crowd, 500)).toBe(1);
	});

	it('are not taken for those of others when calls before the end count in the next window', () => {
		const window = windowAt(sent(firstWindow(), 10), now + 1_000, () => 10);
		const allowance = { limit: 500, left: 489, resetAt: now + minute };
		expect(withAnswer(sent(window, 1), allowance, 0, now + 1_100)).toMatchObject({
			...{ own: 1, strays: 10, others: 0 },
		});
	});

	it('go on in their window after a refusal that names another reset', () => {
		const limited = { allowance: { left: 0, resetAt: now - minute + 4_000 }, isRefusal: true };
		const window = withAnswerTo(
			sent(firstWindow(), 1),
			{ ...limited, sentAfter: 0 },
			now - minute + 100,
		);
		expect(window).toMatchObject({ resetAt: now, left: 498, others: 0 });
		expect(window.crowd.restraint).toBe(1);
	});
});

it.each([
	['the first call of a window that others have used up', 1, 1],
	['a call after one that was served', 2, 12],
])('counts others by a refusal of %s', (_case, calls, least) => {
	const now = 1_000_000_000_000;
	const resetAt = now + 60_000;
	let window = unknownWindow();
	for (let n = 1; n < calls; n++) {
		window = withAnswer(withCall(window, now, true), { limit: 20, left: 19, resetAt }, 0, now);
	}
	const refusal = { allowance: { limit: 20, left: 0, resetAt }, sentAfter: 0, isRefusal: true };
	const refused = withAnswerTo(withCall(window, now + 1, true), refusal, now + 1);
	expect(refused).toMatchObject({ left: 0, resetAt });
	expect(refused.crowd.restraint).toBeGreaterThan(1);
	expect(callersIn(refused.crowd, 20)).toBeGreaterThanOrEqual(least);
	if (least === 1) expect(callersIn(refused.crowd, 20)).toBe(1);
});
