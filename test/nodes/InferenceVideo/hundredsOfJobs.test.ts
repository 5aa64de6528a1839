import { clock } from '../../../lib/transport/clock';
import { fastClock } from '../../engine/fastClock';
import { withService } from '../withService';
import { videoRuns } from './videoRuns';

const world = withService({ now: () => clock.now() });
const { generate } = videoRuns(world);

describe('two hundred jobs at once', () => {
	const fast = fastClock(60);
	beforeEach(() => {
		jest.restoreAllMocks();
		fast.install();
	});
	afterEach(() => fast.restore());

	it('all come to their end with few polls, and no call is refused', async () => {
		const { outputs, error } = await generate(
			{ prompt: '={{ $json.prompt }}' },
			{ items: Array.from({ length: 200 }, (_, n) => ({ json: { prompt: `Boat ${n}` } })) },
		);
		expect(error).toBeUndefined();
		expect(outputs[0]).toHaveLength(200);
		expect(outputs[0]?.every(({ json }) => json.done === true)).toBe(true);
		const polls = world.service.requests('/video/retrieve');
		expect(polls.length).toBeLessThan(200 * 8);
		expect(world.service.journal.filter(({ status }) => status >= 400)).toEqual([]);
		expect(world.service.ledger).toHaveLength(200);
	});
});
