import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { withService } from '../withService';
import { entry } from './spendHistory';

const world = withService();
const DAY = 86_400_000;
const QUARTER = 900_000;

async function spendOf(start: string, end: string, timeZone: string, today: string) {
	const from = Date.parse(`${start.slice(0, 10)}T00:00:00Z`) - DAY;
	for (let at = from; at < from + 4 * DAY; at += QUARTER) {
		world.service.record(entry(new Date(at).toISOString(), -1));
	}
	const days = { period: 'custom', start, end, timeZone };
	const parameters = { resource: 'report', operation: 'get', files: [], groupBy: ['day'], ...days };
	jest.useFakeTimers({ now: new Date(today), doNotFake: ['nextTick', 'setImmediate'] });
	try {
		const { item } = await world.run({ node: new InferenceBilling(), parameters });
		return item.json?.totals;
	} finally {
		jest.useRealTimers();
	}
}

describe('a custom day on which the clocks are set back', () => {
	const days = [
		['2026-10-25', '2026-10-26', 'Atlantic/Azores', 100],
		['2026-11-01', '2026-11-02', 'America/Havana', 100],
		['2026-10-25T02:30', '2026-10-25T03:30', 'Europe/Berlin', 8],
	] as const;
	const seasons = ['2026-12-20T12:00:00.000Z', '2027-07-01T12:00:00.000Z'];

	it.each(days.flatMap((day) => seasons.map((season) => [...day, season] as const)))(
		'the spend from %s to %s in %s is %i USD, whenever it is added up (%s)',
		async (start, end, zone, spend, season) => {
			expect(await spendOf(start, end, zone, season)).toMatchObject({ USD: { spend } });
		},
	);
});
