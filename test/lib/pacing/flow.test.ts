import { clock } from '../../../lib/base/clock';
import { Flow } from '../../../lib/pacing/flow';
import { withFakeClock } from '../base/fakeClock';

withFakeClock();
const LIMIT = 20;
const WINDOW = 60_000;

/** What `count` answers say that come one after another, each with a reset of its own. */
async function answers(flow: Flow, count: number, left: number, isRefusal = false): Promise<void> {
	for (let n = 0; n < count; n++) {
		await clock.sleep(5_000);
		const now = clock.steady();
		const times = { resetAt: now + 3_000, sentAt: now };
		flow.learn({ limit: LIMIT, left, ...times, isRefusal, callers: 1, own: 1 });
	}
}

/** How long after the last call the next one goes. */
const gapOf = (flow: Flow) => flow.next(LIMIT, 5, clock.steady(), 0, 0);

it('takes half of its part at each refusal, and sends a call every two windows at least', async () => {
	const flow = new Flow();
	await answers(flow, 3, 5);
	expect(gapOf(flow)).toBe(0);
	await answers(flow, 1, 0, true);
	expect(gapOf(flow)).toBe((2 * WINDOW) / LIMIT);
	await answers(flow, 1, 0, true);
	expect(gapOf(flow)).toBe((4 * WINDOW) / LIMIT);
	await answers(flow, 10, 0, true);
	expect(gapOf(flow)).toBe(2 * WINDOW);
});

it('has all of a limit again after a few answers once no one else uses it', async () => {
	const flow = new Flow();
	await answers(flow, 3, 5);
	await answers(flow, 10, 0, true);
	await answers(flow, 6, LIMIT - 3);
	expect(gapOf(flow)).toBe(0);
});
