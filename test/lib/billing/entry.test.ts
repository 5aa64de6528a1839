import { decodeBody } from '../../../lib/core/decodeBody';
import {
	readChargePage,
	readExactHistoryPage,
	readPageWithProblems,
	usageChargeOf,
	readUsagePage,
} from '../../../lib/billing/usageEntry';

const entry = {
	timestamp: '2026-03-01T00:00:00.000Z',
	amount: -1,
	currency: 'USD',
	sku: 'text-llm',
};
/** Of the zone of whoever reads them, no day of the calendar, or no time at all. */
const NO_MOMENTS = [
	...['2026-03-01T00:00:00.000', '2026-03-01 00:00:00', '2026-03-01', 'Mar 1 2026', '2026', '1'],
	...['2026-02-30T00:00:00Z', '2026-03-01T00:00:60Z', '1772323200', '20260301T000000Z'],
];
const read = (body: unknown) => readUsagePage({ body, headers: {}, namePrefix: 'service' });

describe('usagePage', () => {
	it('returns entries and the next cursor', () => {
		const body = { data: [entry], nextCursor: 'c' };
		expect(read(body)).toEqual({ entries: [entry], nextCursor: 'c' });
	});

	it.each([null, undefined, ''])('takes the cursor %j for the end', (nextCursor) => {
		expect(read({ data: [], nextCursor })).toEqual({ entries: [], nextCursor: undefined });
	});

	it.each([
		[{}, '"data" is missing'],
		[[], 'it must be an object, but is a list'],
		[null, 'answered with null where an object was expected'],
		[undefined, 'not valid JSON'],
		[{ data: null, nextCursor: null }, '"data" must be a list, but is null'],
		[{ data: { 0: {} } }, '"data" must be a list, but is an object'],
		[{ data: [entry, null] }, '"data.1" must be an object, but is null'],
		[{ data: [], nextCursor: 5 }, '"nextCursor" must be text, but is a number'],
		[{ data: [{ ...entry, timestamp: undefined }] }, '"data.0.timestamp" is missing'],
		...['soon', ...NO_MOMENTS].map((timestamp): [object, string] => [
			{ data: [{ ...entry, timestamp }] },
			'"data.0.timestamp" cannot be used',
		]),
		[{ data: [{ ...entry, amount: '-1' }] }, '"data.0.amount" must be a number, but is text'],
		[{ error: 'Log in first' }, 'Log in first'],
	])('refuses %j instead of taking it for empty', (body, what) => {
		expect(() => read(body)).toThrow(what);
	});

	it.each(['2026-03-01T01:00:00+01:00', '2026-02-28T19:00:00-0500', '2026-03-01T00:00Z'])(
		'reads %s as the moment that it is',
		(timestamp) => {
			expect(usageChargeOf({ ...entry, timestamp }).at).toBe(Date.UTC(2026, 2, 1));
		},
	);

	it('returns null for a part of an entry that is something else', () => {
		const { entries } = read({ data: [{ ...entry, notes: 5, inferenceDetails: 'x', more: [1] }] });
		expect(entries).toEqual([{ ...entry, notes: null, inferenceDetails: null, more: [1] }]);
	});
});

describe('a number that cannot be read', () => {
	const answer = (details: string) => {
		const line = JSON.stringify(entry).replace('}', `,"inferenceDetails":${details}}`);
		const body = decodeBody(`{"data":[${line}]}`);
		return { body, headers: {}, namePrefix: 'service' };
	};

	it.each([
		['{"promptTokens":1e999}', 'cannot be read: data.0.inferenceDetails.promptTokens'],
		['{"promptTokens":"7"}', 'tokens that cannot be read: "7"'],
	])('is added to no sum: %s', (details, words) => {
		expect(() => readChargePage(answer(details))).toThrow(words);
	});

	it('is in no file that is added up', () => {
		const { body, ...rest } = answer('null');
		const odd = { data: [{ ...entry, units: '3' }] };
		expect(() => readExactHistoryPage({ ...rest, body: odd })).toThrow(
			'"data.0.units" must be a number',
		);
		expect(() => readExactHistoryPage(answer('{"promptTokens":1e999}'))).toThrow(
			'cannot be read: data.0',
		);
		expect(readExactHistoryPage({ ...rest, body }).entries).toBe(1);
	});

	it('marks its entry for the trigger, and is null in a list', () => {
		const odd = answer('{"promptTokens":"7"}');
		expect(readPageWithProblems(odd).entries).toMatchObject([
			{ problem: 'The inferenceDetails of this entry cannot be read' },
		]);
		expect(readUsagePage(odd).entries).toMatchObject([
			{ inferenceDetails: { promptTokens: null } },
		]);
	});
});
