import {
	unknownWindow,
	windowAt,
	withAnswer,
	withCall,
} from '../../../../lib/transport/pacing/rateWindow';
import { windowDelay } from '../../../../lib/transport/pacing/windowDelay';

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
