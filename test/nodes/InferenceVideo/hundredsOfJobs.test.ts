import { clock } from '../../../lib/core/clock';
import { fastClock } from '../../engine/fastClock';
import { rounds } from '../../rounds';
import { withService } from '../withService';
import { videoRuns } from './videoRuns';

const world = withService({ now: () => clock.now() });
const { generate } = videoRuns(world);

const JOBS = rounds(40, 200);

describe('many jobs at once', () => {
	const fast = fastClock(60);
	beforeEach(() => {
		jest.restoreAllMocks();
		fast.install();
	});
	afterEach(() => fast.restore());

	it('all come to their end with few polls, and no call is refused', async () => {
		const { items } = await generate(
			{ prompt: '={{ $json.prompt }}' },
			{ items: Array.from({ length: JOBS }, (_, n) => ({ json: { prompt: `Boat ${n}` } })) },
		);
		expect(items).toHaveLength(JOBS);
		expect(items.every(({ json }) => json.done === true)).toBe(true);
		const polls = world.service.requests('/video/retrieve');
		expect(polls.length).toBeLessThan(JOBS * 8);
		expect(world.service.journal.filter(({ status }) => status >= 400)).toEqual([]);
		expect(world.service.ledger).toHaveLength(JOBS);
	});
});
