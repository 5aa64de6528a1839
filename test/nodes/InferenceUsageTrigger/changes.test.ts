import { withService } from '../withService';
import { PollSeries, recordUsage } from './pollSeries';

const world = withService({ now: () => Date.now() });
const from = { pastCharges: 'date', start: '2026-03-15T00:00:00Z' };
const record = (time: string, change = {}) => recordUsage(world, `2026-03-15T${time}.000Z`, change);
const at = (time: string) => `2026-03-15T${time}Z`;
const few = { maxEntries: 10 };

function recordMinutes(count: number, change = {}) {
	for (let minute = 0; minute < count; minute++) {
		record(`01:${String(minute).padStart(2, '0')}:00`, change);
	}
}

async function all(polls: PollSeries, times: string[]) {
	const items = [];
	for (const time of times) items.push(...((await polls.at(at(time))) ?? []));
	return items;
}

const POLLS = ['02:00:00', '02:01:00', '02:02:00', '02:03:00', '02:04:00', '02:05:00'];

describe('what happens to the place in the history', () => {
	it('renaming the node starts as the first time, and the same entries have the same IDs', async () => {
		recordMinutes(5);
		const polls = new PollSeries(world, from);
		const given = await polls.at(at('02:00:00'));
		// n8n keeps state under the name of the node.
		polls.staticData = {};
		expect(await polls.at(at('02:01:00'))).toEqual(given);
		polls.staticData = {};
		polls.parameters = { pastCharges: 'none' };
		expect(await polls.at(at('02:02:00'))).toBeNull();
		record('02:02:30');
		expect(await polls.at(at('02:04:00'))).toHaveLength(1);
	});

	it('an inactive period is caught up with, no more at once than the cap allows', async () => {
		const polls = new PollSeries(world, { ...from, options: few });
		await polls.at(at('00:10:00'));
		recordMinutes(35);
		const sizes = [];
		for (const time of POLLS) sizes.push((await polls.at(at(time)))?.length ?? null);
		expect(sizes).toEqual([10, 10, 10, 5, null, null]);
	});

	it('a changed currency counts from the window after the one that is open', async () => {
		recordMinutes(15);
		recordMinutes(15, { currency: 'DIEM' });
		const polls = new PollSeries(world, { ...from, options: { ...few, currency: 'USD' } });
		const given = await all(polls, POLLS.slice(0, 1));
		polls.parameters = { ...from, options: { ...few, currency: 'DIEM' } };
		record('02:00:30', { currency: 'DIEM' });
		record('02:00:30');
		given.push(...(await all(polls, POLLS.slice(1))));
		expect(given.map(({ currency }) => currency)).toEqual([...Array(15).fill('USD'), 'DIEM']);
	});

	it('a changed product counts at once and moves no window', async () => {
		recordMinutes(20);
		const polls = new PollSeries(world, { ...from, options: few });
		expect(await polls.at(at('02:00:00'))).toHaveLength(10);
		polls.parameters = { ...from, options: { ...few, product: 'image-*' } };
		expect(await all(polls, POLLS.slice(1, 3))).toEqual([]);
		polls.parameters = { ...from, options: few };
		record('02:02:30');
		expect(await all(polls, POLLS.slice(3))).toHaveLength(1);
	});

	it('a change from entries to a threshold and back emits nothing twice, and counts the whole period', async () => {
		recordMinutes(25);
		const polls = new PollSeries(world, { ...from, options: few });
		expect(await polls.at(at('02:00:00'))).toHaveLength(10);
		polls.parameters = {
			emit: 'threshold',
			threshold: 2.5,
			period: 'day',
			options: { ...few, timeZone: 'UTC' },
		};
		expect(await all(polls, POLLS.slice(1, 4))).toMatchObject([{ spend: 2.5 }]);
		record('02:03:30');
		polls.parameters = { ...from, options: few };
		const entries = await all(polls, POLLS.slice(4));
		expect(entries.map(({ timestamp }) => timestamp)).toEqual([at('02:03:30.000')]);
	});
});

describe('polls that find nothing to give', () => {
	const options = { ...few, product: 'image-*' };

	it('start nothing while they can be made again', async () => {
		recordMinutes(20);
		const polls = new PollSeries(world, { ...from, options });
		expect(await polls.at(at('02:00:00'))).toBeNull();
	});

	it('start an empty run after many pages, so that the place is kept', async () => {
		recordMinutes(59);
		recordMinutes(59);
		const polls = new PollSeries(world, { ...from, options });
		expect(await polls.at(at('02:00:00'))).toEqual([]);
		expect(world.service.journal.length).toBeGreaterThan(10);
		expect(await polls.at(at('02:01:00'))).toBeNull();
	});

	it('start an empty run when they end a window that was left in the middle, as it would be walked again for ever', async () => {
		recordMinutes(10);
		recordMinutes(5, { sku: 'web-search' });
		const found = { maxEntries: 10, product: 'text-*' };
		const polls = new PollSeries(world, { ...from, options: found });
		const first = await polls.at(at('02:00:00'));
		expect(first?.length).toBeGreaterThan(0);
		let left = polls.staticData;
		expect(JSON.stringify(left)).toContain('"open"');
		for (let again = 0; again < 4 && JSON.stringify(left).includes('"open"'); again++) {
			const items = await polls.at(at('02:01:00'));
			expect(items).not.toBeNull();
			left = polls.staticData;
		}
		expect(JSON.stringify(left)).not.toContain('"open"');
	});
});
