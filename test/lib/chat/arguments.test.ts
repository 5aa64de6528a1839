import { readArguments } from '../../../lib/chat/readArguments';

describe('line breaks and tabs that stand in the texts of arguments as they are', () => {
	it.each([
		['{"a":"x\ny"}', { a: 'x\ny' }],
		['{\r\n\t"a": "x\r\n\ty\\n\\"\n",\n\t"b": 1\n}', { a: 'x\r\n\ty\n"\n', b: 1 }],
		['{"a\n":"\\\\\n"}', { 'a\n': '\\\n' }],
		['{"a":"\u0000"}', { a: '\u0000' }],
	])('are read in %j', (given, read) => {
		const { args, text = '' } = readArguments(given) ?? {};
		expect(args).toEqual(read);
		expect(JSON.parse(text)).toEqual(read);
	});

	it.each(['{"a":"x\\\ny"}', '{"a":"x\n', '{"a":"x\n"y"}'])('do not make %j certain', (given) =>
		expect(readArguments(given)).toBeUndefined(),
	);
});
