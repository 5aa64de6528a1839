import { wireNumber, wireText } from '../../../lib/core/wireText';

it.each<[unknown, string]>([
	['text', 'text'],
	[0, '0'],
	[false, 'false'],
	[null, ''],
	[undefined, ''],
	[{ toString: 1 }, '{"toString":1}'],
	[[{ toString: 1 }], '[{"toString":1}]'],
])('writes %j as text', (value, text) => expect(wireText(value)).toBe(text));

it.each<[unknown, number]>([
	[0.35, 0.35],
	['0.35', 0.35],
	['', NaN],
	[' ', NaN],
	[null, NaN],
	[true, NaN],
	[{ valueOf: 1 }, NaN],
])('reads %j as a number', (value, number) => expect(wireNumber(value)).toBe(number));
