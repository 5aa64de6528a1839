import { DateTime } from 'luxon';

import { ServiceFailure } from '../../../lib/core/failure';
import { accept } from '../../../lib/fields/accept';
import type { WireRule } from '../../../lib/fields/rules';

const ZONE = 'Europe/Berlin';

const rule = (change: Partial<WireRule>): WireRule => ({
	where: 'body',
	path: 'field',
	label: 'Field',
	kind: 'text',
	required: false,
	list: false,
	...change,
});

const given = (change: Partial<WireRule>, value: unknown) => accept(rule(change), value, ZONE);

const speed = { kind: 'number', label: 'Speed', min: 0.25, max: 4 } as const;
const size = { kind: 'number', label: 'Page Size', min: 10, max: 1000, integer: true } as const;
const choice: Partial<WireRule> = { kind: 'choice', values: ['off', 'on', ''] };
const text = { kind: 'text', minLength: 2, maxLength: 5 } as const;
const stops = { kind: 'text', list: true, maxItems: 4, label: 'Stop Sequences' } as const;
const array = { kind: 'json', shape: 'array', maxItems: 2 } as const;
const object = { kind: 'json', shape: 'object' } as const;

describe('accept returns the value for the wire', () => {
	it.each<[string, Partial<WireRule>, unknown, unknown]>([
		['text', {}, 'abc', 'abc'],
		['text with its blanks', {}, '  a ', '  a '],
		['a number as text', {}, 12, '12'],
		['a boolean as text', {}, false, 'false'],
		['text of the least length', text, 'ab', 'ab'],
		['text of the greatest length', text, 'abcde', 'abcde'],
		['a number', speed, 1.5, 1.5],
		['zero', { kind: 'number', min: 0 }, 0, 0],
		['a number in text', speed, ' 2 ', 2],
		['a decimal number in text', speed, '.5', 0.5],
		['a number with an exponent', speed, '25e-1', 2.5],
		['the lower bound', speed, 0.25, 0.25],
		['the upper bound', speed, 4, 4],
		['a whole number', size, 10, 10],
		['a whole number in text', size, '1000', 1000],
		['true', { kind: 'boolean' }, true, true],
		['false', { kind: 'boolean' }, false, false],
		['"true"', { kind: 'boolean' }, 'true', true],
		['"false"', { kind: 'boolean' }, 'false', false],
		['a choice', choice, 'on', 'on'],
		['an object', object, { a: 1 }, { a: 1 }],
		['an object in text', object, '{"a":{"b":[1]}}', { a: { b: [1] } }],
		['an array', array, [1, 2], [1, 2]],
		['an array in text', array, '[{"a":1}]', [{ a: 1 }]],
		['a list', stops, ['a', 'b'], ['a', 'b']],
		['a list of one value', stops, 'END', ['END']],
		['a list without its empty rows', stops, ['a', '', 'b', '', '', ''], ['a', 'b']],
		['a list of numbers', { kind: 'number', list: true }, ['1', 2], [1, 2]],
	])('accept returns the value for the wire: %s', (_case, change, value, expected) => {
		expect(given(change, value)).toEqual(expected);
	});

	it.each<[string, Partial<WireRule>, unknown]>([
		['undefined', {}, undefined],
		['null', speed, null],
		['empty text', {}, ''],
		['an empty number', speed, ''],
		['the empty choice', choice, ''],
		['an empty object', object, '{}'],
		['an empty array', array, []],
		['an empty list', stops, []],
		['a list of empty rows', stops, ['', '']],
		['an empty time', { kind: 'time' }, ''],
	])('sends nothing for %s', (_case, change, value) => {
		expect(given(change, value)).toBeUndefined();
	});
});

describe('accept names the field, what is allowed and what was given', () => {
	it.each<[Partial<WireRule>, unknown, string | RegExp]>([
		[{ required: true }, '', 'Field must not be empty'],
		[{ required: true }, ' \n\t', 'Field must not be empty'],
		[{ required: true }, undefined, 'Field must not be empty'],
		[{ ...speed, required: true }, null, 'Speed must not be empty'],
		[speed, 5, 'Speed must be a number from 0.25 to 4, but 5 was given'],
		[speed, 0.2499, 'Speed must be a number from 0.25 to 4, but 0.2499 was given'],
		[speed, 'fast', 'Speed must be a number from 0.25 to 4, but "fast" was given'],
		[speed, '1,5', 'Speed must be a number from 0.25 to 4, but "1,5" was given'],
		[speed, ' ', 'Speed must be a number from 0.25 to 4, but " " was given'],
		[speed, true, 'Speed must be a number from 0.25 to 4, but true was given'],
		[speed, [2], 'Speed must be a number from 0.25 to 4, but [2] was given'],
		[speed, Number.NaN, /but null was given$/],
		[speed, 'Infinity', /but "Infinity" was given$/],
		[speed, '0x2', /but "0x2" was given$/],
		[size, 9, 'Page Size must be a whole number from 10 to 1000, but 9 was given'],
		[size, 10.5, 'Page Size must be a whole number from 10 to 1000, but 10.5 was given'],
		[size, 1001, 'Page Size must be a whole number from 10 to 1000, but 1001 was given'],
		[{ kind: 'number', min: 1, integer: true }, 0, /must be a whole number of at least 1, but 0/],
		[{ kind: 'number', max: 9 }, 10, /must be a number of at most 9, but 10/],
		[{ kind: 'number', min: 0, aboveMin: true }, 0, /must be a number above 0, but 0/],
		[{ kind: 'number', min: 0, max: 2, aboveMin: true }, 0, /above 0 and up to 2, but 0/],
		[{ kind: 'number' }, {}, 'Field must be a number, but {} was given'],
		[text, 'a', 'Field must have at least 2 characters, but 1 was given'],
		[text, 'abcdef', 'Field may have at most 5 characters, but 6 were given'],
		[{}, { a: 1 }, 'Field must be text, but {"a":1} was given'],
		[{}, ['a'], 'Field must be text, but ["a"] was given'],
		[{ kind: 'boolean' }, 'yes', 'Field must be true or false, but "yes" was given'],
		[{ kind: 'boolean' }, 1, 'Field must be true or false, but 1 was given'],
		[choice, 'maybe', 'Field must be one of off, on, but "maybe" was given'],
		[choice, true, 'Field must be one of off, on, but true was given'],
		[{ ...choice, values: ['a'] }, '', 'Field must be one of a, but "" was given'],
		[stops, ['1', '2', '3', '4', '5'], /Sequences may have at most 4 entries, but 5 were given/],
		[stops, [{ a: 1 }], 'Stop Sequences must be text, but {"a":1} was given'],
		[array, '[1, 2', /^Field must be a JSON array, but it is not valid JSON: .+/],
		[array, '{"a":1}', 'Field must be a JSON array, but {"a":1} was given'],
		[array, '"text"', 'Field must be a JSON array, but "text" was given'],
		[array, [1, 2, 3], 'Field may have at most 2 entries, but 3 were given'],
		[object, '[1]', 'Field must be a JSON object, but [1] was given'],
		[object, 'null', 'Field must be a JSON object, but null was given'],
		[object, 7, 'Field must be a JSON object, but 7 was given'],
	])('%j refuses %j', (change, value, sentence) => {
		let failure: unknown;
		try {
			given(change, value);
		} catch (error) {
			failure = error;
		}
		expect(failure).toBeInstanceOf(ServiceFailure);
		expect(failure).toMatchObject({ facts: { kind: 'input' } });
		const said = failure instanceof Error ? failure.message : '';
		if (typeof sentence === 'string') expect(said).toBe(sentence);
		else expect(said).toMatch(sentence);
	});

	it('shows the beginning of a long value only', () => {
		expect(() => given(speed, 'x'.repeat(500))).toThrow(/but "x{76}\.\.\. was given$/);
	});
});

describe('times', () => {
	const time = { kind: 'time', label: 'Start' } as const;

	it.each<[unknown, string]>([
		['2026-01-31T08:00:00Z', '2026-01-31T08:00:00.000Z'],
		['2026-01-31T08:00:00.123Z', '2026-01-31T08:00:00.123Z'],
		['2026-01-31T08:00:00+05:30', '2026-01-31T02:30:00.000Z'],
		['2026-01-31T08:00:00', '2026-01-31T07:00:00.000Z'],
		['2026-07-31 08:00', '2026-07-31T06:00:00.000Z'],
		['2026-01-31', '2026-01-30T23:00:00.000Z'],
		['20260131T080000Z', '2026-01-31T08:00:00.000Z'],
		[' 2026-01-31T08:00:00Z ', '2026-01-31T08:00:00.000Z'],
		[new Date(0), '1970-01-01T00:00:00.000Z'],
		[DateTime.fromISO('2026-01-31T08:00:00Z'), '2026-01-31T08:00:00.000Z'],
	])('%s is %s', (value, expected) => expect(given(time, value)).toBe(expected));

	it.each([
		'yesterday',
		'31.01.2026',
		'01/31/2026',
		'2026-02-30',
		'2026-01-31T25:00:00Z',
		'10',
		'10:30',
		'2026',
		' ',
		1_772_366_400,
		{},
		true,
		new Date(Number.NaN),
	])('refuses %p', (value) => {
		expect(() => given(time, value)).toThrow(
			/^Start must be a date and time such as 2026-01-31T08:00:00Z, but .+ was given$/,
		);
	});
});

describe('days', () => {
	const day = { kind: 'date', label: 'Start Date' } as const;

	it.each<[unknown, string]>([
		['2026-01-31', '2026-01-31'],
		['2026-01-31T23:30:00-05:00', '2026-01-31'],
		['2026-01-31T00:30:00+02:00', '2026-01-31'],
		['2026-01-31 08:00', '2026-01-31'],
		[new Date('2026-01-30T23:30:00Z'), '2026-01-31'],
		[DateTime.fromISO('2026-01-31T23:30:00', { zone: 'America/Lima' }), '2026-01-31'],
	])('%s is %s', (value, expected) => expect(given(day, value)).toBe(expected));

	it.each(['today', '31.01.2026', '2026-02-30', '10', 20_260_131, {}])('refuses %p', (value) => {
		expect(() => given(day, value)).toThrow(
			/^Start Date must be a date such as 2026-01-31, but .+ was given$/,
		);
	});
});
