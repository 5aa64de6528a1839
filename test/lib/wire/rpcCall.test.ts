import { rpcBatchOf, rpcCallOf, rpcIdOf } from '../../../lib/wire/rpcCall';

describe('batchOf', () => {
	it('numbers calls without an ID with the next free number', () => {
		const calls = rpcBatchOf([
			{ method: 'a' },
			{ method: 'b', id: 1 },
			{ method: 'c', id: '' },
			{ method: 'd', id: 'x' },
			{ method: 'e', id: '3' },
			{ method: 'f', id: null },
		]);
		expect(calls.map(({ id }) => id)).toEqual([2, 1, 4, 'x', 3, 5]);
	});

	it('makes each call whole', () => {
		expect(rpcBatchOf([{ method: ' eth_call ', params: '[{"to":"0x0"}]' }])).toEqual([
			{ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [{ to: '0x0' }] },
		]);
		expect(rpcBatchOf([{ method: 'm', params: ' ' }])[0]?.params).toEqual([]);
	});

	it.each([
		[[], 'Add at least one call'],
		[Array(101).fill({ method: 'a' }), 'Calls may have at most 100 calls, but 101 were given'],
		[
			[
				{ method: 'a', id: 7 },
				{ method: 'b', id: '7' },
			],
			'Two calls have the ID 7, but each needs its own: answers are matched by it',
		],
		[[{ method: 'a' }, 'b'], 'Call 2 must be a JSON object with a method'],
	])('refuses %j', (rows, sentence) => expect(() => rpcBatchOf(rows)).toThrow(sentence));
});

describe('callOf', () => {
	it.each([
		[{ params: [] }, 'Call: Method must not be empty'],
		[{ method: 'a', jsonrpc: '1.0' }, 'Call: jsonrpc must be "2.0", but "1.0" was given'],
		[
			{ method: 'a', param: [] },
			'Call has the unknown field "param"; it may have jsonrpc, id, method, params',
		],
		[{ method: 'a', params: {} }, 'Call: Method Parameters must be a JSON array, but {} was given'],
		[{ method: 'a', id: 1.5 }, 'Call: ID must be a whole number or text, but 1.5 was given'],
	])('refuses %j', (row, sentence) => expect(() => rpcCallOf(row, 'Call')).toThrow(sentence));
});

describe('idOf', () => {
	it.each([
		['12', 12],
		['0', 0],
		['007', '007'],
		['1234567890123456', '1234567890123456'],
		[' a ', 'a'],
		[5, 5],
		['', undefined],
		[null, undefined],
	])('%j is %j', (value, id) => expect(rpcIdOf(value, 'Call')).toBe(id));
});
