import type { INodeParameters } from 'n8n-workflow';

import type { UsageEntry } from '../../service/usage/entry';
import { withService } from '../withService';
import { PollSeries, recordUsage } from './pollSeries';

const world = withService({ now: () => Date.now() });
const at = (time: string) => `2026-03-15T${time}.000Z`;
type Line = readonly [time: string, amount: number, notes?: string];

/** The history as it is now, in the order that is given. */
function historyOf(...lines: Line[]) {
	world.service.reset();
	for (const [time, amount, notes = ''] of lines) {
		const change: Partial<UsageEntry> = { amount, notes, units: -amount, pricePerUnitUsd: 1 };
		recordUsage(world, at(time), change);
	}
}

function pollsWith(options: INodeParameters = {}, others: INodeParameters = {}) {
	const parameters = { pastCharges: 'date', start: at('00:00:00'), ...others };
	return new PollSeries(world, { ...parameters, options: { lookBack: 60, ...options } });
}

async function given(polls: PollSeries, time: string) {
	const items = (await polls.at(at(time))) ?? [];
	return items.map(({ amount, corrected }) => `${amount}${corrected === true ? ' corrected' : ''}`);
}

describe('an entry whose amounts are corrected after it was emitted', () => {
	it('is emitted again, marked and under a new ID', async () => {
		const polls = pollsWith();
		historyOf(['00:10:00', -1], ['00:11:00', -2]);
		const [first] = (await polls.at(at('00:30:00'))) ?? [];
		historyOf(['00:10:00', -3], ['00:11:00', -2]);
		const again = await polls.at(at('00:31:00'));
		expect(again).toEqual([expect.objectContaining({ amount: -3, corrected: true })]);
		expect(again?.[0]?.id).not.toBe(first?.id);
		expect(await given(polls, '00:32:00')).toEqual([]);
	});

	it('an entry that is corrected back comes as a correction again', async () => {
		const polls = pollsWith();
		const found = [];
		for (const [minute, amount] of [-1, -2, -1, -1].entries()) {
			historyOf(['00:10:00', amount]);
			found.push(await given(polls, `00:3${minute}:00`));
		}
		expect(found).toEqual([['-1'], ['-2 corrected'], ['-1 corrected'], []]);
	});

	it('is not emitted where Corrected Entries is Skip, and what is recorded late is', async () => {
		const polls = pollsWith({ correctedEntries: 'skip' });
		historyOf(['00:10:00', -1]);
		await given(polls, '00:30:00');
		historyOf(['00:09:00', -5], ['00:10:00', -2]);
		expect(await given(polls, '00:31:00')).toEqual(['-5']);
		historyOf(['00:09:00', -5], ['00:10:00', -2], ['00:10:00', -4]);
		expect(await given(polls, '00:32:00')).toEqual(['-4']);
	});

	it.each<[string, number[], string[]]>([
		['one of two equal ones', [-1, -2], ['-2 corrected']],
		['the first of two', [-2, -1], ['-2 corrected']],
		['both', [-2, -2], ['-2 corrected', '-2 corrected']],
		['one, and one late before it', [-3, -2, -1], ['-3 corrected', '-2']],
		['none, and one late after them', [-1, -1, -2], ['-2']],
		['none, and one late before them', [-2, -1, -1], ['-2']],
		['none, and an equal one late', [-1, -1, -1], ['-1']],
		['one that is gone', [-1], []],
	])('is recognized among others of the same moment: %s', async (_, amounts, expected) => {
		const polls = pollsWith();
		historyOf(['00:10:00', -1], ['00:10:00', -1]);
		expect(await given(polls, '00:30:00')).toEqual(['-1', '-1']);
		historyOf(...amounts.map((amount): Line => ['00:10:00', amount]));
		expect(await given(polls, '00:31:00')).toEqual(expected);
		expect(await given(polls, '00:32:00')).toEqual([]);
	});

	it('is no correction of one with other notes or of another time', async () => {
		const polls = pollsWith();
		historyOf(['00:10:00', -1, 'one']);
		await given(polls, '00:30:00');
		historyOf(['00:10:00', -2, 'two'], ['00:10:01', -2, 'one']);
		expect(await given(polls, '00:31:00')).toEqual(['-2', '-2']);
	});

	it('is counted in a summary and not added', async () => {
		const polls = pollsWith({}, { emit: 'summary' });
		historyOf(['00:10:00', -1]);
		const [first] = (await polls.at(at('00:30:00'))) ?? [];
		expect(first).not.toHaveProperty('corrections');
		historyOf(['00:10:00', -3], ['00:11:00', -2]);
		expect(await polls.at(at('00:31:00'))).toMatchObject([
			{ entries: 1, corrections: 1, currencies: { USD: { spend: 2 } } },
		]);
		historyOf(['00:10:00', -4], ['00:11:00', -2]);
		expect(await polls.at(at('00:32:00'))).toMatchObject([
			{ entries: 0, corrections: 1, currencies: {} },
		]);
	});

	it.each<['emit' | 'skip', number]>([
		['emit', 300],
		['skip', 0],
	])('among 300, over many polls and pages (%s)', async (correctedEntries, expected) => {
		const lines = (amount: number) =>
			Array.from({ length: 300 }, (_, index): Line => {
				const second = Math.floor(index / 2);
				const time = `00:${10 + Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`;
				return [time, amount, `entry ${index}`];
			});
		const polls = pollsWith({ maxEntries: 35, correctedEntries });
		historyOf(...lines(-1));
		const first = [];
		for (let poll = 0; poll < 12; poll++) first.push(...(await given(polls, '00:30:00')));
		expect(first).toEqual(Array.from({ length: 300 }, () => '-1'));
		historyOf(...lines(-2));
		const again = [];
		for (let poll = 0; poll < 12; poll++) again.push(...(await given(polls, '00:31:00')));
		// One at the end of a poll may be emitted although it is a correction; it is marked then.
		const isMarked = again.every((item) => item === '-2 corrected');
		expect(isMarked).toBe(true);
		expect(again.length).toBeGreaterThanOrEqual(expected);
		expect(again.length).toBeLessThanOrEqual(expected + 12);
		expect(await given(polls, '00:32:00')).toEqual([]);
	});

	it('takes equal entries at the end of a poll for new ones at the first reading', async () => {
		const polls = pollsWith({ maxEntries: 10 });
		historyOf(...Array.from({ length: 45 }, (_, index): Line => ['00:10:00', -1 - index]));
		const found = [];
		for (let poll = 0; poll < 8; poll++) found.push(...(await given(polls, '00:30:00')));
		expect(found).toEqual(Array.from({ length: 45 }, (_, index) => String(-1 - index)));
	});
});
