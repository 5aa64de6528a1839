import { clock } from '../../../../lib/core/clock';
import { Flow } from '../../../../lib/wire/pacing/flow';
import { withFakeClock } from '../../core/fakeClock';

withFakeClock();
const WINDOW = 60_000;

/** What `count` answers say that come one after another, each with a reset of its own. */
async function answers(
	flow: Flow,
	count: number,
	{ limit = 20, left = 5, own = 1, isRefusal = false },
): Promise<void> {
	for (let n = 0; n < count; n++) {
		await clock.sleep(5_000);
		const now = clock.steady();
		const times = { resetAt: now + 3_000, sentAt: now };
		flow.learn({ limit, left, ...times, isRefusal, callers: 1, own });
	}
}

const refused = { left: 0, isRefusal: true };
/** How long after the last call the next one goes. */
const gapOf = (flow: Flow) => flow.next(20, 5, clock.steady(), 0, 0);

it('takes half of its part at each refusal, and sends a call every two windows at least', async () => {
	const flow = new Flow();
	await answers(flow, 3, {});
	expect(gapOf(flow)).toBe(0);
	await answers(flow, 1, refused);
	expect(gapOf(flow)).toBe((2 * WINDOW) / 20);
	await answers(flow, 1, refused);
	expect(gapOf(flow)).toBe((4 * WINDOW) / 20);
	await answers(flow, 10, refused);
	expect(gapOf(flow)).toBe(2 * WINDOW);
});

it.each([
	[20, 16],
	[5, 4],
])('has all of a bucket of %i again once %i are left', async (limit, left) => {
	const flow = new Flow();
	await answers(flow, 3, { limit, left });
	await answers(flow, 10, { limit, ...refused });
	await answers(flow, 6, { limit, left, own: limit - left + 2 });
	expect(gapOf(flow)).toBe(0);
});
