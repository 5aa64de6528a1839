import { entriesOf, readPage, usageAt, walk } from './historyWalk';
import { localService } from './underTest';

const ENTRIES = 2500;
const FROM = '2026-01-01T00:00:00.000Z';
const second = (n: number) => new Date(Date.parse(FROM) + n * 1000).toISOString();

const local = localService({ history: { entries: ENTRIES, from: FROM, stepMs: 1000 } });

describe('a walk through the usage history', () => {
	it('has lines that are equal in every field, and both are charges', async () => {
		const lines = entriesOf(await walk(local.service, {})).map((entry) => JSON.stringify(entry));
		expect(new Set(lines).size).toBeLessThan(lines.length);
	});

	it('carries the currency and the end on with its cursor', async () => {
		const filters = { currency: 'DIEM', endTimestamp: second(1000), pageSize: '50' };
		const entries = entriesOf(await walk(local.service, filters));
		const all = entriesOf(await walk(local.service, { endTimestamp: second(1000) }));
		expect(entries).toEqual(all.filter(({ currency }) => currency === 'DIEM'));
		expect(entries.length).toBeGreaterThan(100);
	});

	it('ends without a cursor when the last page is just full', async () => {
		local.service.record(usageAt(second(1)));
		local.service.record(usageAt(second(2)));
		const exact = await readPage(local.service, { endTimestamp: second(9), pageSize: '10' });
		expect(exact.data).toHaveLength(10);
		expect(exact.nextCursor).toBeNull();
	});

	it('is not disturbed by what is recorded meanwhile, late entries included', async () => {
		const before = entriesOf(await walk(local.service, {}));
		let count = 0;
		const during = await walk(local.service, { pageSize: '500' }, () => {
			local.service.record(usageAt(second(100 + count), `late-${count}`));
			local.service.record(usageAt(second(2400 + count), `new-${count}`));
			count += 1;
		});
		expect(entriesOf(during)).toEqual(before);
		const after = entriesOf(await walk(local.service, {}));
		expect(after).toHaveLength(before.length + 2 * count);
		const times = after.map(({ timestamp }) => timestamp);
		expect(times).toEqual([...times].sort());
	});
});
