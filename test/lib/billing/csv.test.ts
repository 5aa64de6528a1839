import { csvRecords, csvTimes, withoutFormulas } from '../../../lib/billing/csv';

describe('csvRecords', () => {
	it.each<[string, string, string[]]>([
		['nothing', '', []],
		['a header alone', 'a,b\n', ['a,b\n']],
		['a last line without its end', 'a,b\n1,2', ['a,b\n', '1,2\n']],
		['Windows line ends', 'a\r\n1\r\n', ['a\r\n', '1\r\n']],
		['a line end inside quotes', 'a,b\n1,"x\ny"\n2,z\n', ['a,b\n', '1,"x\ny"\n', '2,z\n']],
		['several of them', 'a\n"\n\n"\n2\n', ['a\n', '"\n\n"\n', '2\n']],
		['quotes inside quotes', 'a\n"say ""hi\n"" to"\n2\n', ['a\n', '"say ""hi\n"" to"\n', '2\n']],
		['a quoted header', '"a\nb",c\n1,2\n', ['"a\nb",c\n', '1,2\n']],
		['blank lines', 'a\n\n1\n \r\n\n', ['a\n', '1\n']],
		['a byte order mark', '\uFEFFa\n1\n', ['a\n', '1\n']],
	])('csvRecords splits %s into records', (_case, text, expected) =>
		expect(csvRecords(text)).toEqual(expected),
	);

	it('loses and adds nothing but a missing last line end', () => {
		const text = 'a,b\n1,"x\r\ny, ""z"""\n,,\n"",""';
		expect(csvRecords(text).join('')).toBe(`${text}\n`);
	});
});

describe('withoutFormulas', () => {
	it.each<[string, string]>([
		['a,b\n', 'a,b\n'],
		['=1+1,b\n', "'=1+1,b\n"],
		[
			'a,"=HYPERLINK(""https://evil.example"",""x"")"\r\n',
			'a,"\'=HYPERLINK(""https://evil.example"",""x"")"\r\n',
		],
		['+cmd,-cmd,@SUM(A1)\n', "'+cmd,'-cmd,'@SUM(A1)\n"],
		['"\t=1","\r=1","\n=1"\n', '"\'\t\'=1","\'\n\'=1","\'\n\'=1"\n'],
		['-1.5,+2,-1e-7,"-3",-.5\n', '-1.5,+2,-1e-7,"-3",-.5\n'],
		['-1.5+cmd,-\n', "'-1.5+cmd,'-\n"],
		['"a,=b",c\n', '"a,=b",c\n'],
		['x;=cmd,y\n', "x;'=cmd,y\n"],
		['"a, x;=cmd|calc",y\n', '"a, x;\'=cmd|calc",y\n'],
		['"{""costLabel"":""x;""=1""}"\n', '"{""costLabel"":""x;\'""=1""}"\n'],
		['"a\n=1\t+SUM(A1)"\n', '"a\n\'=1\t\'+SUM(A1)"\n'],
		['a;-1.5;+2 ;-x\n', "a;'-1.5;'+2 ;'-x\n"],
		[',,\r\n', ',,\r\n'],
		['\n', '\n'],
		['a,=b', "a,'=b"],
		["10+20+cmd|' /C calc'!A0,b\n", "'10+20+cmd|' /C calc'!A0,b\n"],
		['1-HYPERLINK("x")\n', '"\'1-HYPERLINK(""x"")"\n'],
		['2026-03-15T00:00:00.000Z,3f2-8a,5 + 3\n', '2026-03-15T00:00:00.000Z,3f2-8a,5 + 3\n'],
		['"5\rnext",b\n', '"5\nnext",b\n'],
	])('%j becomes %j', (record, expected) => expect(withoutFormulas(record)).toBe(expected));
});

describe('csvTimes', () => {
	const at = '2026-01-01T00:00:00.123Z';
	it.each<[string, string, string[], number[] | undefined]>([
		['the first column', 'timestamp,sku\r\n', [`${at},a\r\n`], [Date.parse(at)]],
		['the last column', 'sku,timestamp\r\n', [`"a,""b""",${at}\r\n`], [Date.parse(at)]],
		['no rows', 'timestamp\n', [], []],
		['no such column', 'time,sku\n', [`${at},a\n`], undefined],
		['a time without milliseconds', 'timestamp\n', ['2026-01-01T00:00:00Z\n'], undefined],
		['a time of another zone', 'timestamp\n', ['2026-01-01T00:00:00.123+01:00\n'], undefined],
		['no day of the calendar', 'timestamp\n', ['2026-13-01T00:00:00.123Z\n'], undefined],
		['a row that is too short', 'sku,timestamp\n', ['a\n'], undefined],
	])('csvTimes finds the times with %s', (_case, columns, rows, times) =>
		expect(csvTimes(columns, rows)).toEqual(times),
	);
});
