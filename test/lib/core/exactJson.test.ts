import { decodeBody } from '../../../lib/core/decodeBody';
import { lostNumbers, unreadMarksOf } from '../../../lib/core/unreadMarks';
import {
	firstInexactNumber,
	decodeWithExactNumbers,
	textNumbersMark,
} from '../../../lib/core/exactJson';
import { redactor } from '../../../lib/core/redact';

const exact = async (text: string) => (await decodeWithExactNumbers(Buffer.from(text))) as object;

it('keeps each digit of a number that a double would change, as text, and names it', async () => {
	const reply = await exact(
		'{"id":1,"a":[18446744073709551615,-9007199254740993,0.1234567890123456789],"b":1.5e-400}',
	);
	expect(reply).toEqual({
		...{ id: 1, b: '1.5e-400' },
		a: ['18446744073709551615', '-9007199254740993', '0.1234567890123456789'],
	});
	expect(textNumbersMark(reply)).toEqual({ textNumbers: ['a.0', 'a.1', 'a.2', 'b'] });
});

it.each([
	'{"a":9007199254740991,"b":0.1,"c":1.10,"d":1e21,"e":-0,"f":123456789012345.5,"g":1e300}',
	String.raw`{"a":"18446744073709551615","b\"":"\\","18446744073709551615":"x \"1234567890123456789"}`,
	'[1,[2,{"a":3}],"1e400"]',
])('leaves everything else as it is: %s', async (text) => {
	const value = await exact(text);
	expect(value).toEqual(JSON.parse(text));
	expect(textNumbersMark(value)).toEqual({});
});

it('names the numbers of each reply of a batch', async () => {
	const batch = (await exact('[{"result":1},{"result":{"x":12345678901234567890}}]')) as object[];
	expect(batch.map(textNumbersMark)).toEqual([{}, { textNumbers: ['result.x'] }]);
});

it.each([
	['an exponent', '1e309', ['n']],
	['a long exponent', '-1.5E+0400', ['n']],
	['many digits', '9'.repeat(310), ['n']],
	['many digits and an exponent of two', `${'9'.repeat(250)}e99`, ['n']],
	['an exponent that a double holds', '1e308', []],
	['text', `"1e999${'9'.repeat(400)}"`, []],
	['text with quotes', String.raw`"\"1e999\\"`, []],
])('a number that no double holds is null and named, wherever it stands: %s', (_what, n, names) => {
	for (const before of ['', String.raw`"a\"\\":"\\", "b" : [1, {}], `]) {
		const read = decodeBody(Buffer.from(` {${before}"n":${n}}`));
		expect(lostNumbers(read)).toEqual(names);
		if (names.length > 0) expect(read).toMatchObject({ n: null });
	}
});

it('still says that no double holds a number, and hides what is secret', async () => {
	const hide = redactor(['secret-of-the-call']);
	const text = '{"a":1e999,"b":12345678901234567890,"c":"secret-of-the-call"}';
	const reply = (await decodeWithExactNumbers(Buffer.from(text), hide)) as object;
	expect(reply).toEqual({ a: null, b: '12345678901234567890', c: '***' });
	expect(unreadMarksOf(reply)).toEqual({ unreadNumbers: ['a'] });
	expect(textNumbersMark(reply)).toEqual({ textNumbers: ['b'] });
});

it.each(['{"a":12345678901234567890', 'page 12345678901234567890'])(
	'returns as text what is no JSON: %s',
	async (text) => expect(await exact(text)).toBe(text),
);

it.each([
	['[1, 9007199254740993]', '9007199254740993'],
	['[0.12345678901234567890]', '0.12345678901234567890'],
	['["9007199254740993", 9007199254740991, 0.1, 1e18]', undefined],
])('finds the number that would be sent changed in %s', (text, found) =>
	expect(firstInexactNumber(text)).toBe(found),
);

describe('bytes that are not valid UTF-8', () => {
	const broken = Buffer.concat([
		Buffer.from('{"voice":{"id":"v'),
		Buffer.from([0xff]),
		Buffer.from('"},"name":"\ufffd stays"}'),
	]);

	it('are marked in the texts that they are in', () => {
		const value = decodeBody(broken);
		expect(value).toMatchObject({ voice: { id: 'v\ufffd' } });
		expect(unreadMarksOf(value)).toEqual({ unreadTexts: ['voice.id', 'name'] });
		expect(unreadMarksOf(decodeBody(broken, redactor(['stays and more'])))).toEqual({
			unreadTexts: ['voice.id', 'name'],
		});
	});

	it('are not seen in a character that was sent', () => {
		expect(unreadMarksOf(decodeBody(Buffer.from('{"a":"\ufffd"}')))).toEqual({});
	});
});
