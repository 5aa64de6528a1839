import { usagePage } from '../../../lib/usage/entry';

const timestamp = '2026-03-01T00:00:00.000Z';

describe('usagePage', () => {
	it('gives entries and the next cursor', () => {
		const body = { data: [{ timestamp, amount: -1 }], nextCursor: 'c' };
		expect(usagePage(body)).toEqual({ entries: [{ timestamp, amount: -1 }], nextCursor: 'c' });
	});

	it.each([null, undefined, ''])('takes the cursor %j for the end', (nextCursor) => {
		expect(usagePage({ data: [], nextCursor })).toEqual({ entries: [], nextCursor: undefined });
	});

	it.each([
		[{}, 'no list of entries: {}'],
		[[], 'no list of entries: []'],
		[null, 'no list of entries: null'],
		[undefined, 'no list of entries'],
		[{ data: null, nextCursor: null }, 'no list of entries'],
		[{ data: { 0: {} } }, 'no list of entries'],
		[{ data: [{ timestamp }, null] }, 'no list of entries'],
		[{ data: [], nextCursor: 5 }, 'a cursor that is no text'],
	])('refuses %j instead of taking it for empty', (body, what) => {
		expect(() => usagePage(body)).toThrow(what);
	});
});
