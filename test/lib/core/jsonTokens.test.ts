import { parseWithExactIntegers } from '../../../lib/core/decodeBody';
import { decodeWithExactNumbers, firstInexactNumber } from '../../../lib/core/exactJson';
import { endOfString } from '../../../lib/core/jsonTokens';
import { findJson } from '../../../lib/chat/findJson';

/** A string of so many megabytes that is full of escapes, as a page or a log is. */
const long = 'A "line"\n'.repeat(4_000_000);
const digits = '12345678901234567890';

it('keeps the digits of a number behind a string of many megabytes', async () => {
	const text = `{"text":${JSON.stringify(long)},"n":${digits}}`;
	expect(parseWithExactIntegers(text)).toEqual({ text: long, n: digits });
	expect(firstInexactNumber(text)).toBe(digits);
	expect(await decodeWithExactNumbers(Buffer.from(text))).toEqual({ text: long, n: digits });
});

it('finds JSON with a string as long as that in the text of a model', () => {
	const json = `{"text":${JSON.stringify(long)}}`;
	const [found, ...others] = findJson(`Here it is:\n${json}\nGoodbye`, true);
	expect(found?.repairs).toEqual(['text around']);
	expect(found?.json === json).toBe(true);
	expect(others).toEqual([]);
});

it.each([
	['"a"', 3],
	['"a\\"b"', 6],
	['"a\\\\"', 5],
	['"a\\\\\\""', 7],
	['"a', 2],
	['"a\\"', 4],
])('ends the string %s where a parser does', (text, end) => {
	expect(endOfString(text, 1)).toBe(end);
});
