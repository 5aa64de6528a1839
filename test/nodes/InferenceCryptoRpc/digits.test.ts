import type { INodeParameters } from 'n8n-workflow';

import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { typed } from '../../coverage/given';
import { withService } from '../withService';

const world = withService();
const node = new InferenceCryptoRpc();
const run = async (parameters: INodeParameters) =>
	await world.run({
		node,
		parameters: { network: typed('solana-mainnet'), ...parameters },
	});
const call = async (parameters: INodeParameters = {}) =>
	await run({ operation: 'call', method: 'getSlot', ...parameters });
const batch = async (parameters: INodeParameters) =>
	await run({ operation: 'callBatch', ...parameters });
const answering = (body: string) =>
	world.service.fault({ path: /rpc/, status: 200, body, contentType: 'application/json' });
const BIG = '{"lamports":610000000123456789,"rentEpoch":18446744073709551615}';
const KEPT = { lamports: '610000000123456789', rentEpoch: '18446744073709551615' };

it('returns all digits of a number in a result, and names it', async () => {
	answering(`{"jsonrpc":"2.0","id":1,"result":{"value":${BIG},"slot":5,"odd":1e999}}`);
	const { item } = await call();
	expect(item.json).toMatchObject({
		result: { value: KEPT, slot: 5, odd: null },
		textNumbers: ['result.value.lamports', 'result.value.rentEpoch'],
		unreadNumbers: ['result.odd'],
	});
});

it('returns them in each item of a batch', async () => {
	answering(`[{"id":2,"result":${BIG}},{"id":1,"result":7}]`);
	const { items } = await batch({
		calls: { call: [{ method: 'getSlot' }, { method: 'getBlockHeight' }] },
	});
	expect(items.map(({ json }) => [json.result, json.textNumbers])).toEqual([
		[7, undefined],
		[KEPT, ['lamports', 'rentEpoch'].map((name) => `result.${name}`)],
	]);
});

it('returns them in the data of an error', async () => {
	answering(`{"id":1,"error":{"code":3,"message":"No","data":${BIG}}}`);
	const { error } = await call();
	expect(error?.context).toMatchObject({ rpcError: { data: KEPT } });
});

it.each<[INodeParameters, RegExp]>([
	[
		{ params: '[18446744073709551615]' },
		/^Method Parameters: 18446744073709551615 has more digits/,
	],
	[
		{ params: '[{"a":[0.12345678901234567890]}]' },
		/^Method Parameters: 0\.12345678901234567890 has/,
	],
	[{ params: '={{ [9007199254740993] }}' }, /^Method Parameters: 9007199254740992 has more digits/],
])('refuses to send another number than the one in %j', async (parameters, sentence) => {
	const { error } = await call(parameters);
	expect(error?.message).toMatch(sentence);
	expect(error?.description).toMatch(/^Write it as text/);
	expect(world.service.journal).toEqual([]);
});

it.each<[INodeParameters, RegExp]>([
	[
		{ calls: { call: [{ method: 'a', params: '[9007199254740993]' }] } },
		/^Call 1: Method Parameters: 9007199254740993 has more digits/,
	],
	[
		{ input: 'json', callsJson: '[{"method":"a","params":[9007199254740993]}]' },
		/^Calls \(JSON\): 9007199254740993 has more digits/,
	],
	[
		{ input: 'json', callsJson: '={{ [{ method: "a", params: [9007199254740993] }] }}' },
		/^Calls \(JSON\): 9007199254740992 has more digits/,
	],
])('refuses it in a batch: %j', async (parameters, sentence) => {
	const { error } = await batch(parameters);
	expect(error?.message).toMatch(sentence);
	expect(world.service.journal).toEqual([]);
});

it('sends digits that are text as they are', async () => {
	await call({ params: '["18446744073709551615", 1.5]' });
	expect(world.service.journal[0]?.body).toMatchObject({ params: ['18446744073709551615', 1.5] });
});

it('does not take the answer to another call', async () => {
	answering('{"jsonrpc":"2.0","id":99,"result":"0xbad"}');
	const { error, outputs } = await call();
	expect(error?.message).toMatch(/^The service answered another call: .* must be "1", but is "99"/);
	expect(outputs).toEqual([]);
});
