import { clock } from '../../../../lib/core/clock';
import { pacerOf, pacerByAccount } from '../../../../lib/wire/pacing/pacer';
import { withFakeClock } from '../../core/fakeClock';

withFakeClock();
beforeEach(() => pacerByAccount.clear());

const HOUR = 3_600_000;
const DAYS = 30;
const call = { bucket: 'text', patienceMs: 0 };

describe('pacers', () => {
	it('pacers of accounts that are idle for hours are dropped, while one is in use', async () => {
		const busy = pacerOf('busy');
		for (let n = 0; n < 300; n++) (await pacerOf(`account ${n}`).waitForTurn(call)).answered({});
		expect(pacerByAccount.size).toBe(301);
		for (let hour = 0; hour < 24 * DAYS; hour++) {
			await clock.sleep(HOUR);
			expect(pacerOf('busy')).toBe(busy);
		}
		expect([...pacerByAccount.values()]).toEqual([busy]);
	});

	it('stay while a call of theirs is in flight', async () => {
		const slow = pacerOf('slow');
		const turn = await slow.waitForTurn(call);
		await clock.sleep(HOUR);
		pacerOf('other');
		expect(pacerOf('slow')).toBe(slow);
		turn.answered({});
	});

	it('are shared from the moment they are asked for, before a call', async () => {
		await clock.sleep(HOUR);
		const first = pacerOf('first');
		pacerOf('second');
		expect(pacerOf('first')).toBe(first);
	});
});
