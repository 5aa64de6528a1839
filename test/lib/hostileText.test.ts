import { format } from '@cfworker/json-schema';
import { checkAnswer, rejectInvalidSchema } from '../../lib/chat/checkAnswer';
import { readArguments } from '../../lib/chat/readArguments';
import { ToolCallAssembler } from '../../lib/chat/toolCalls';
import { parseWithExactIntegers } from '../../lib/core/decodeBody';
import { firstInexactNumber } from '../../lib/core/exactJson';
import { fileKindOf } from '../../lib/files/fileKinds';
import { parseSubtitles } from '../../lib/speech/parseSubtitles';
import { growsTooFast } from './growth';

const SIZE = 6_000;

describe('subtitles that repeat what a search of their reader begins with', () => {
	const cueWith = (line: string) =>
		`1\n00:00:01,000 --> 00:00:02,000\n${line}\n\n2\n00:00:03,000 --> 00:00:04,000\nBye\n`;
	const read = (text: string) => {
		try {
			parseSubtitles(text, {});
		} catch (error) {
			expect(String(error)).toMatch(/Subtitles|Cue|cue/);
		}
	};

	it.each([
		['styles without an end', '{\\'],
		['old styles without an end', '{Y:'],
		['voices without an end', '<v '],
		['a voice with a name of spaces', '<v ', ' '],
		['equal signs', '='],
		['the hyphens of arrows', '-'],
		['spaces between a digit and a colon', '1 '],
		['times without arrows', '1:11 '],
		['half an arrow', '1:11 -', ' '],
		['half a time', '1:11', ':'],
		['the beginnings of references', '&#x1'],
	])('hold n8n no longer than they are: %s', (_name, start, unit = start) => {
		const grows = growsTooFast(SIZE, (size) => {
			const line = start + unit.repeat(size / unit.length);
			for (const cue of [`a${line}`, line]) {
				read(cueWith(cue));
				read(`WEBVTT\n\n${cueWith(cue)}`);
			}
			read(line);
		});
		expect(grows).toBe(false);
	});
});

describe('an answer that repeats what a search begins with', () => {
	const schema = { type: 'object', required: ['a'] };

	it.each([
		['many pieces of JSON', '[]'],
		['a fence and spaces', '{"b":1} ```', ' '],
		['spaces before brackets', '{"a":', ' '],
		['a text without an end', '{"a":"', '\\"'],
		['the end of thoughts', '</think>'],
	])('is checked in time that grows as it does: %s', (_name, start, unit = start) => {
		const check = (size: number) =>
			checkAnswer(start + unit.repeat(size / unit.length), schema, true);
		expect(growsTooFast(SIZE, check)).toBe(false);
	});

	it('says that it holds too many pieces', () => {
		const { data, problems } = checkAnswer('[]'.repeat(SIZE), schema, true);
		expect(data).toBeNull();
		expect(problems).toEqual(['the text holds more than 100 pieces of JSON']);
	});

	it.each([
		['texts that are opened and not closed', '{"a":\n"', '<\\"<'],
		['a number of many digits', '{"a":', '1'],
	])('is read in time that grows as it does: %s', (_name, start, unit) => {
		const read = (size: number) => {
			const text = `${start}${unit.repeat(size / unit.length)}.5`;
			expect(readArguments(text)).toBeUndefined();
			expect(() => parseWithExactIntegers(`1234567890123456${text}`)).toThrow();
			firstInexactNumber(text);
		};
		expect(growsTooFast(SIZE, read)).toBe(false);
	});
});

describe('a pattern of a schema', () => {
	const checked = (schema: object, value: unknown) => {
		rejectInvalidSchema({ ...schema }, 'JSON Schema');
		return checkAnswer(JSON.stringify(value), { ...schema }, true);
	};
	const check = (schema: object, value: unknown) => checked(schema, value).problems;
	const EVIL = '^(a+)+$';
	const long = `${'a'.repeat(20_000)}!`;

	it('is searched for in an answer in time that grows as the answer does', () => {
		const problems = ['the whole breaks "pattern": String does not match pattern "^(a+)+$"'];
		expect(check({ pattern: EVIL }, long)).toEqual(problems);
		expect(check({ pattern: EVIL }, long.slice(0, -1))).toEqual([]);
		expect(check({ propertyNames: { pattern: EVIL } }, { [long]: 1 })).toHaveLength(1);
		const named = { patternProperties: { [EVIL]: { type: 'number' }, '^(b+)+$': {}, '!$': {} } };
		const closed = { ...named, additionalProperties: false };
		expect(check(closed, { [long]: '', aa: 1, b: 1 })).toEqual([]);
		expect(check(closed, { aa: '', c: 1 }).join()).toMatch(/^aa breaks "type".*"c" does not/);
		expect(check({ format: 'url' }, `http://${long} /`).join()).toMatch(/format "url"/);
		expect(check({ format: 'url' }, 'https://example.com/a')).toEqual([]);
	});

	it('leaves the formats of the validator as they are', () => {
		Object.freeze(format);
		expect(check({ pattern: EVIL }, 'b')).toHaveLength(1);
		expect(check({ format: 'url' }, 'b')).toHaveLength(1);
	});

	it('is held against the text in its place, among many others and beside what is no text', () => {
		const items = { properties: { kind: { pattern: '^[ab]$' }, id: { pattern: '^\\d+$' } } };
		const rows = Array.from({ length: 5_000 }, (_, at) => ({ kind: 'ab'[at % 2], id: String(at) }));
		const checkedRows = checked({ items }, [...rows, { kind: 'c', id: 7 }, { id: null }]);
		expect(checkedRows.problems).toEqual([
			'[5000].kind breaks "pattern": String does not match pattern "^[ab]$"',
		]);
		expect(checkedRows.uncheckedPatterns).toEqual([]);
		const lists = Array.from({ length: 5_000 }, (_, at) => [at]);
		const among = { items: { items: { pattern: 'a' }, pattern: 'a' } };
		expect(checked(among, lists).uncheckedPatterns).toEqual(['a']);
	});

	it('is not checked where a search would take longer than some steps', () => {
		const pattern = `^${'a*'.repeat(400)}$`;
		const uncheckedPatterns = [pattern];
		expect(checked({ pattern }, long)).toMatchObject({ problems: [], uncheckedPatterns });
		const more = { type: 'string', pattern, maxLength: 5 };
		expect(checked(more, long).problems.join()).toMatch(/^the whole breaks "maxLength"/);
		const names = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`n${index}`, 1]));
		const closed = { patternProperties: { a: {} }, additionalProperties: false };
		expect(checked(closed, names)).toMatchObject({ problems: [], uncheckedPatterns: ['a'] });
	});

	it('takes no memory for a text that is longer than the steps', () => {
		const text = 'a'.repeat(20_000_000);
		const spread = jest.spyOn(String.prototype, Symbol.iterator as never);
		expect(checked({ pattern: 'a$' }, text)).toMatchObject({ uncheckedPatterns: ['a$'] });
		expect(spread.mock.contexts.map(String)).not.toContain(text);
		spread.mockRestore();
	});

	it.each(['^[a-z0-9]+(-[a-z0-9]+)*$', '^(?=.*\\d)(?=.*[a-z]).{3,}$', '^([a-z]+\\.)*[a-z]+$'])(
		'may repeat what repeats: %s',
		(pattern) => {
			expect(check({ pattern }, pattern.includes('d') ? 'ab1' : 'ab')).toEqual([]);
			expect(check({ pattern }, '- ')).toHaveLength(1);
		},
	);

	it('is not checked where it cannot be searched for so, and refused where it is none', () => {
		const lookBehind = { items: { pattern: '(?<=a)b', type: 'string' } };
		expect(checked(lookBehind, ['x'])).toMatchObject({
			...{ problems: [], uncheckedPatterns: ['(?<=a)b'] },
		});
		expect(check(lookBehind, [1])).toHaveLength(1);
		expect(() => check({ pattern: '(' }, '')).toThrow('JSON Schema is not a valid schema');
	});
});

it.each([
	['an object', '{"a":"', 'y'],
	['words', '', 'x'],
	['objects one after another', '', '{} '],
	['lists', '', '[1]'],
])(
	'arguments whose name comes with each of their deltas are joined in time that grows as they do: %s',
	(_name, start, unit) => {
		const join = (size: number) => {
			const calls = new ToolCallAssembler();
			const args = start + unit.repeat(size / unit.length);
			for (let at = 0; at < size; at += 4) {
				const delta = {
					index: 0,
					id: 'c',
					function: { name: 'f', arguments: args.slice(at, at + 4) },
				};
				calls.addList([delta], 'delta');
			}
			expect(calls.toCalls()).toMatchObject([{ id: 'c' }]);
		};
		expect(growsTooFast(SIZE, join)).toBe(false);
	},
);

it('a page of comments alone is known in time that grows as it does', () => {
	const kindOf = (size: number) => fileKindOf(Buffer.from('<!---->'.repeat(size / 7)));
	expect(growsTooFast(20, kindOf)).toBe(false);
	expect(growsTooFast(SIZE, kindOf)).toBe(false);
	expect(fileKindOf(Buffer.from(`${'<!-- a - b -->'.repeat(9)}<svg >`))?.extension).toBe('svg');
	expect(fileKindOf(Buffer.from(`<!-- <svg> --><!doctype html>`))?.extension).toBe('html');
});

describe('a schema whose references double with each step', () => {
	const doubling = (depth: number, first: object = {}) => ({
		...first,
		$defs: Object.fromEntries(
			Array.from({ length: depth + 1 }, (_, at) => {
				const next = { $ref: `#/$defs/d${at + 1}` };
				return [`d${at}`, at === depth ? { type: 'object' } : { allOf: [next, next] }];
			}),
		),
	});
	const tooMany = /its references are followed more than 30000 times/;

	it('is refused before anything is sent', () => {
		for (const depth of [14, 40]) {
			const schema = doubling(depth, { $ref: '#/$defs/d0' });
			expect(() => rejectInvalidSchema(schema, 'JSON Schema')).toThrow(tooMany);
		}
	});

	it('ends the check of an answer that leads there, over all of its pieces', () => {
		const properties = { a: { $ref: '#/$defs/d0' } };
		for (const text of ['{"a":1}', '{"a":1} '.repeat(100)]) {
			const { problems } = checkAnswer(text, doubling(40, { properties }), true);
			expect(problems.join()).toMatch(/its references are followed|100 pieces/);
		}
	});

	it('ends where it refers to itself through the answer', () => {
		const step = { $recursiveRef: '#' };
		const schema = {
			...{ $schema: 'https://json-schema.org/draft/2019-09/schema', $recursiveAnchor: true },
			properties: { a: { allOf: [step, step] } },
		};
		const nested = `${'{"a":'.repeat(40)}{}${'}'.repeat(40)}`;
		rejectInvalidSchema(schema, 'JSON Schema');
		expect(checkAnswer(nested, schema, true).problems.join()).toMatch(tooMany);
	});
});
