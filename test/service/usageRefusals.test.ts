import { HISTORY, readPage, usageAt } from './historyWalk';
import { localService } from './underTest';

const LIFE_MS = 60_000;
const FROM = '2026-01-01T00:00:00.000Z';

let now = Date.parse('2026-08-01T12:00:00.000Z');
const local = localService({
	history: { entries: 100, from: FROM, stepMs: 1000 },
	cursorLifeMs: LIFE_MS,
	now: () => now,
});

const ask = (query: Record<string, string>, key?: string) => local.call(HISTORY, { query, key });
const cursorOf = async () => (await readPage(local.service, { pageSize: '10' })).nextCursor ?? '';

const expectRefusal = (query: Record<string, string>, field: string, key?: string) =>
	local.refuses(HISTORY, field, { query, key });

describe('the usage history refuses', () => {
	it.each<[field: string, query: Record<string, string>]>([
		['currency', { currency: 'EUR' }],
		['currency', { currency: 'usd' }],
		['pageSize', { pageSize: '9' }],
		['pageSize', { pageSize: '1001' }],
		['pageSize', { pageSize: '10.5' }],
		['pageSize', { pageSize: '' }],
		['startTimestamp', { startTimestamp: '2026-01-01' }],
		['startTimestamp', { startTimestamp: '2026-01-01T00:00:00' }],
		['startTimestamp', { startTimestamp: '2026-01-01T00:00:00+00:00' }],
		['startTimestamp', { startTimestamp: '2026-02-30T00:00:00Z' }],
		['endTimestamp', { endTimestamp: `2026-01-01T00:00:00.${'0'.repeat(40)}Z` }],
		['endTimestamp', { startTimestamp: FROM, endTimestamp: FROM }],
		['endTimestamp', { startTimestamp: FROM, endTimestamp: '2025-12-31T23:59:59Z' }],
		['cursor', { cursor: '' }],
		['cursor', { cursor: 'not a cursor' }],
		['cursor', { cursor: 'AAAA' }],
		['cursor', { cursor: 'A'.repeat(513) }],
	])('%s in %j', (field, query) => expectRefusal(query, field));

	it.each([
		['pageSize', '10'],
		['currency', 'USD'],
		['startTimestamp', FROM],
		['endTimestamp', '2027-01-01T00:00:00Z'],
	])('%s beside a cursor', async (name, value) => {
		await expectRefusal({ cursor: await cursorOf(), [name]: value }, name);
	});

	it('a cursor in which any character was changed', async () => {
		const cursor = await cursorOf();
		for (const place of [0, 10, 30, cursor.length - 1]) {
			const other = cursor[place] === 'A' ? 'B' : 'A';
			const changed = cursor.slice(0, place) + other + cursor.slice(place + 1);
			await expectRefusal({ cursor: changed }, 'cursor');
		}
	});

	it("another user's cursor", async () => {
		await expectRefusal({ cursor: await cursorOf() }, 'cursor', local.service.keys.poor);
	});

	it('a cursor after its life, which each page renews', async () => {
		const cursor = await cursorOf();
		now += LIFE_MS - 1;
		const { nextCursor } = await readPage(local.service, { cursor });
		now += 1;
		await expectRefusal({ cursor }, 'cursor');
		expect((await readPage(local.service, { cursor: nextCursor ?? '' })).data).toHaveLength(10);
	});

	it('a cursor for which a refusal is queued, and the next one not', async () => {
		local.service.fault({ refuseCursor: true });
		const cursor = await cursorOf();
		await expectRefusal({ cursor }, 'cursor');
		expect((await ask({ cursor })).status).toBe(200);
	});
});

it("keeps users' histories apart", async () => {
	local.service.record(usageAt(FROM));
	const { data, nextCursor } = await readPage(local.service, {}, local.service.keys.poor);
	expect({ data, nextCursor }).toEqual({ data: [], nextCursor: null });
});
