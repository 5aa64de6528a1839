import { batchReplies, singleReply } from '../../../lib/wire/rpcReply';

const call = (id: number | string) => ({
	jsonrpc: '2.0' as const,
	id,
	method: 'm',
	params: [],
});

const answer = (body: unknown) => ({ body, headers: {}, namePrefix: 'service' });

describe('replyOf', () => {
	it.each([
		[{ id: 1, result: '0x1' }, { result: '0x1' }],
		[{ id: 1, result: '0x1', error: {} }, { result: '0x1' }],
		[{ id: 1, result: null }, { result: null }],
		[[{ id: 1, result: 5 }], { result: 5 }],
		[
			{ id: 1, error: { code: -32602, message: 'bad' } },
			{ rpcError: { code: -32602, message: 'bad' } },
		],
		[
			{ error: { code: 3, message: 'reverted', data: '0x08' } },
			{ rpcError: { code: 3, message: 'reverted', data: '0x08' } },
		],
		[{ error: {} }, { rpcError: { code: null, message: 'The network named no reason' } }],
		[{ id: '1', result: 7 }, { result: 7 }],
		[{ id: null, error: 'Too many' }, { rpcError: { code: null, message: 'Too many' } }],
		[{ id: 1, error: ['No', 'Never'] }, { rpcError: { code: null, message: 'No · Never' } }],
	])('the reply is found in %j', (body, reply) =>
		expect(singleReply(call(1), answer(body))).toEqual(reply),
	);

	it.each([
		[{ id: 99, result: '0xbad' }, '"99"'],
		[{ id: 99, error: { code: 3, message: 'reverted' } }, '"99"'],
		[{ id: null, result: '0xbad' }, 'it has none'],
		[{ result: '0xbad' }, 'it has none'],
		[[{ id: 2, result: '0xbad' }], '"2"'],
	])('refuses the answer to another call: %j', (body, found) =>
		expect(() => singleReply(call(1), answer(body))).toThrow(
			new RegExp(`^The service answered another call: the ID .* must be "1", but .*${found}`),
		),
	);

	it.each([[{}], [[]], ['x'], [null], [{ id: 1, error: null }]])('refuses %j', (body) =>
		expect(() => singleReply(call(1), answer(body))).toThrow(
			'The service answered with neither a result nor an error',
		),
	);
});

describe('repliesOf', () => {
	it('matches by ID alone, whatever the order', () => {
		const replies = batchReplies(
			[call(1), call('b'), call(3)],
			answer([
				{ id: 3, result: 'three' },
				{ id: 'b', error: { code: 1, message: 'no' } },
				{ id: '1', result: 'one' },
			]),
		);
		expect(replies).toEqual([
			{ result: 'one' },
			{ rpcError: { code: 1, message: 'no' } },
			{ result: 'three' },
		]);
	});

	it('says of a call without an answer that there is none', () => {
		expect(batchReplies([call(1), call(2)], answer([{ id: 2, result: 2 }]))[0]).toEqual({
			rpcError: { code: null, message: 'The service sent no answer to this call' },
		});
	});

	it('shows the words of errors without an ID for the calls that have no reply', () => {
		const rpcError = { code: -32600, message: 'The batch is too large' };
		const calls = [call(1), call(2)];
		for (const body of [[{ error: rpcError }], [{ id: null, error: rpcError }]]) {
			expect(batchReplies(calls, answer(body))).toEqual([{ rpcError }, { rpcError }]);
		}
		const some = [
			{ id: 2, result: 5 },
			{ id: null, error: rpcError },
		];
		expect(batchReplies(calls, answer(some))).toEqual([{ rpcError }, { result: 5 }]);
		const several = [{ error: 'one' }, { error: 'other' }];
		const both = { rpcError: { code: null, message: 'one · other' } };
		expect(batchReplies(calls, answer(several))).toEqual([both, both]);
	});

	it('takes no result that is of no call, or of two, for that of a call', () => {
		const calls = [call(1), call(2)];
		expect(() => batchReplies(calls, answer({ id: 1, result: 5 }))).toThrow('with a single result');
		const twice = [{ id: 1, result: 5 }, { id: 1, result: 6 }, { result: 7 }];
		expect(batchReplies(calls, answer(twice))).toEqual([
			{ rpcError: { code: null, message: 'The service sent more than one answer to this call' } },
			{ rpcError: { code: null, message: 'The service sent no answer to this call' } },
		]);
	});

	it('takes one error for the whole batch as that of every call', () => {
		const rpcError = { code: -32600, message: 'no batches' };
		expect(batchReplies([call(1), call(2)], answer({ error: rpcError }))).toEqual([
			{ rpcError },
			{ rpcError },
		]);
	});
});
