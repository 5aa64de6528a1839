import { parseWithExactIntegers } from '../../../lib/core/decodeBody';
import { decodeWithExactNumbers, firstInexactNumber } from '../../../lib/core/exactJson';
import { endOfString } from '../../../lib/core/jsonTokens';
import { readChunk, textEventOf, type Chunk } from '../../../lib/chat/chunks';
import { findJson } from '../../../lib/chat/findJson';
import { parseOrRepair } from '../../../lib/chat/readArguments';
import type { Json } from '../../../lib/core/record';
import { callSizeOf } from '../../../lib/cost/callSize';

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

it('finds the place of the text in an event of many megabytes, and reads one with line breaks in it', () => {
	const data = JSON.stringify({ choices: [{ index: 0, delta: { content: long } }] });
	const { start, end } = textEventOf(data, '', readChunk(JSON.parse(data) as Json) as Chunk) ?? {};
	expect([start, end]).toEqual(['{"choices":[{"index":0,"delta":{"content":"', '"}}]}']);
	expect(parseOrRepair(data.replace('A ', '\n')) === undefined).toBe(false);
});

it('counts the tokens of a prompt of many megabytes with one wide character', () => {
	const messages = [{ role: 'user', content: `\u4e00${'a'.repeat(20_000_000)}` }];
	expect(callSizeOf({ messages }, [], false).prompt.text).toBeCloseTo(5_000_000, -2);
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
