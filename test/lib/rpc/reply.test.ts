import { repliesOf, replyOf } from '../../../lib/rpc/reply';

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
	])('%j', (body, reply) => expect(replyOf(answer(body))).toEqual(reply));

	it.each([[{}], [[]], ['x'], [null], [{ id: 1, error: null }]])('refuses %j', (body) =>
		expect(() => replyOf(answer(body))).toThrow(
			'The service answered with neither a result nor an error',
		),
	);
});

describe('repliesOf', () => {
	it('matches by ID alone, whatever the order', () => {
		const replies = repliesOf(
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
		expect(repliesOf([call(1), call(2)], answer([{ id: 2, result: 2 }]))[0]).toEqual({
			rpcError: { code: null, message: 'The service sent no answer to this call' },
		});
	});

	it('takes one error for the whole batch as that of every call', () => {
		const rpcError = { code: -32600, message: 'no batches' };
		expect(repliesOf([call(1), call(2)], answer({ error: rpcError }))).toEqual([
			{ rpcError },
			{ rpcError },
		]);
	});
});
