import { Limit } from '../../../../lib/wire/pacing/limit';
import { withFakeClock } from '../../core/fakeClock';

withFakeClock();

it('calls that overtook others are not taken for the last ones that were counted', () => {
	const limit = new Limit();
	const answer = (left: number) => ({ limit: 6, left, resetMs: 60_000 });
	limit.send()(answer(5));
	const [, , , last] = Array.from({ length: 4 }, () => limit.send());
	// It arrived before the three that were sent before it.
	last?.(answer(4));
	limit.send();
	expect(limit.delay(4)).toBeGreaterThan(50_000);
});
