import { entriesOf, readPage, usageAt, walk } from './historyWalk';
import { startService } from './service';
import { localService } from './underTest';

const ENTRIES = 2500;
const FROM = '2026-01-01T00:00:00.000Z';
const second = (n: number) => new Date(Date.parse(FROM) + n * 1000).toISOString();

const local = localService({ history: { entries: ENTRIES, from: FROM, stepMs: 1000 } });

describe('a walk through the usage history', () => {
	it('returns every entry once, in order of time, in pages of the default size', async () => {
		const pages = await walk(local.service, {});
		expect(pages.map(({ data }) => data.length)).toEqual([1000, 1000, 500]);
		const entries = entriesOf(pages);
		const times = entries.map(({ timestamp }) => timestamp);
		expect(times).toEqual([...times].sort());
		const ids = entries.flatMap(({ inferenceDetails }) => inferenceDetails?.requestId ?? []);
		expect(new Set(ids).size).toBe(ids.length);
		expect(entries).toHaveLength(ENTRIES);
	});

	it('has lines that are equal in every field, and both are charges', async () => {
		const lines = entriesOf(await walk(local.service, {})).map((entry) => JSON.stringify(entry));
		expect(new Set(lines).size).toBeLessThan(lines.length);
	});

	it('meets one timestamp on both sides of a page border', async () => {
		const [first, second] = await walk(local.service, { pageSize: '1000' });
		expect(first?.data.at(-1)?.timestamp).toBe(second?.data[0]?.timestamp);
	});

	it.each(['10', '37', '999', '1000'])('is the same in pages of %s', async (pageSize) => {
		const filters = { endTimestamp: second(700), startTimestamp: second(100) };
		const whole = entriesOf(await walk(local.service, filters));
		const pages = await walk(local.service, { ...filters, pageSize });
		expect(entriesOf(pages)).toEqual(whole);
		expect(pages.every(({ data }) => data.length <= Number(pageSize))).toBe(true);
	});

	it('joins windows that share a boundary without a gap or an overlap', async () => {
		const whole = entriesOf(await walk(local.service, {}));
		const borders = [0, 3, 10, 1007, 2501].map(second);
		const parts = [];
		for (const [index, startTimestamp] of borders.slice(0, -1).entries()) {
			const endTimestamp = borders[index + 1] ?? '';
			parts.push(...entriesOf(await walk(local.service, { startTimestamp, endTimestamp })));
		}
		expect(parts).toEqual(whole);
	});

	it('carries the currency and the end on with its cursor', async () => {
		const filters = { currency: 'DIEM', endTimestamp: second(1000), pageSize: '50' };
		const entries = entriesOf(await walk(local.service, filters));
		const all = entriesOf(await walk(local.service, { endTimestamp: second(1000) }));
		expect(entries).toEqual(all.filter(({ currency }) => currency === 'DIEM'));
		expect(entries.length).toBeGreaterThan(100);
	});

	it('has all currencies, charges below zero, and lines without details', async () => {
		const entries = entriesOf(await walk(local.service, {}));
		expect(new Set(entries.map(({ currency }) => currency)).size).toBe(3);
		expect(entries.every(({ amount }) => amount < 0)).toBe(true);
		expect(entries.some(({ inferenceDetails }) => inferenceDetails === null)).toBe(true);
		expect(entries.some(({ inferenceDetails }) => inferenceDetails?.promptTokens === null)).toBe(
			true,
		);
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

	it('repeats a page for a cursor that is sent again', async () => {
		const { nextCursor } = await readPage(local.service, { pageSize: '10' });
		const cursor = nextCursor ?? '';
		const once = await readPage(local.service, { cursor });
		local.service.record(usageAt(second(12)));
		expect((await readPage(local.service, { cursor })).data).toEqual(once.data);
	});

	it('includes its start, excludes its end', async () => {
		local.service.record(usageAt('2027-01-01T00:00:00.000Z', 'a'));
		local.service.record(usageAt('2027-01-01T00:00:00.001Z', 'b'));
		const { data } = await readPage(local.service, {
			startTimestamp: '2027-01-01T00:00:00Z',
			endTimestamp: '2027-01-01T00:00:00.001Z',
		});
		expect(data.map(({ sku }) => sku)).toEqual(['a']);
	});
});

it('reads the far end of a million entries', async () => {
	const large = await startService({ history: { entries: 1_000_000, from: FROM, stepMs: 1000 } });
	const filters = { startTimestamp: second(999_900) };
	const entries = entriesOf(await walk(large, filters));
	expect(entries.length).toBeGreaterThan(90);
	expect(entries.length).toBeLessThan(110);
	await large.close();
});
