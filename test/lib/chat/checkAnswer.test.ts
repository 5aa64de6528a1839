import Ajv2020 from 'ajv/dist/2020';

import { checkAnswer, rejectInvalidSchema } from '../../../lib/chat/checkAnswer';
import { toSchema } from '../../../lib/chat/responseFormat';
import { findJson } from '../../../lib/chat/findJson';
import { Random } from '../billing/random';
import { SCHEMAS } from './checkedSchemas';

const numbers = new Random(57);
const next = () => numbers.next();
const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
const LEAVES = [
	'open',
	'closed',
	'',
	'Ada',
	'a"b}',
	'2026-01-01',
	0,
	1,
	-3,
	7.5,
	12,
	true,
	false,
	null,
];
const NAMES = ['id', 'status', 'tags', 'items', 'name', 'a', 'constructor', 'kind'];

function anyValue(depth: number): unknown {
	const kind = depth === 0 ? 0 : next();
	if (kind < 0.4) return pick(LEAVES);
	const size = Math.floor(next() * 4);
	if (kind < 0.6) return Array.from({ length: size }, () => anyValue(depth - 1));
	return Object.fromEntries(Array.from({ length: size }, () => [pick(NAMES), anyValue(depth - 1)]));
}

/** Values near what the schemas want, so that both verdicts are met. */
const GOOD: unknown[] = SCHEMAS.flatMap(({ good }) => good);

function changed(value: unknown): unknown {
	if (next() < 0.2) return anyValue(1);
	if (Array.isArray(value)) return value.map((one) => (next() < 0.3 ? changed(one) : one));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(() => next() > 0.15)
			.map(([name, one]) => [name, next() < 0.4 ? changed(one) : one]),
	);
}

const ANSWERS = Array.from({ length: 200 }, (_, index) => {
	const good = GOOD[index % GOOD.length];
	return index < GOOD.length ? good : index % 2 === 0 ? changed(good) : anyValue(3);
});

describe('the check of an answer', () => {
	it('comes to the same verdicts as another validator, for 200 answers and 20 schemas', () => {
		const ajv = new Ajv2020({ strict: false, ownProperties: true });
		const verdicts = { valid: 0, invalid: 0 };
		const others: unknown[] = [];
		expect([SCHEMAS.length, ANSWERS.length]).toEqual([20, 200]);
		for (const { schema } of SCHEMAS) {
			const judge = ajv.compile(schema);
			for (const answer of ANSWERS) {
				const isValid = checkAnswer(JSON.stringify(answer), schema, true).problems.length === 0;
				if (isValid !== judge(answer)) others.push({ schema, answer, isValid });
				verdicts[isValid ? 'valid' : 'invalid']++;
			}
		}
		expect(others).toEqual([]);
		expect(Math.min(verdicts.valid, verdicts.invalid)).toBeGreaterThan(200);
	});

	it('says where which rule is broken', () => {
		const schema = {
			type: 'object',
			properties: { list: { items: { enum: ['a'] } } },
			required: ['x'],
		};
		expect(checkAnswer('{"list":["a","b"]}', schema, true).problems).toEqual([
			'the whole breaks "required": the value does not have required property "x"',
			'list[1] breaks "enum": the value does not match any of ["a"]',
		]);
	});

	it('leaves numbers that JavaScript would round as text, and counts them as numbers', () => {
		const schema = { properties: { id: { type: 'integer' } } };
		expect(checkAnswer('{"id":12345678901234567891}', schema, true)).toMatchObject({
			...{ data: { id: '12345678901234567891' }, problems: [] },
			numbersAsText: ['12345678901234567891'],
		});
	});

	it('takes the one of several pieces that follows the schema, and none of two', () => {
		const schema = { type: 'object', required: ['a'] };
		const one = checkAnswer('As [1] says: {"a":1}', schema, true);
		expect(one).toMatchObject({ data: { a: 1 }, problems: [], repaired: ['text around'] });
		const two = checkAnswer('First {"a":1}, then {"a":2}', schema, true);
		expect(two).toMatchObject({ data: null, problems: [expect.stringContaining('2 pieces')] });
	});
});

describe('the repair of an answer', () => {
	it.each([
		['```json\n{"a":1}\n```', ['code fence']],
		['Here it is:\n{"a":1}\nBye', ['text around']],
		['Sure:\n```\n{"a":1}\n```', ['code fence', 'text around']],
		['<think>{"a":2}</think>{"a":1}', ['thoughts']],
		['I think so.</think>\n{"a":1}', ['thoughts']],
		['{"a":1,}', ['trailing commas']],
		['{"a":1', undefined],
		['{"a":1 }}', ['text around']],
	])('the repair of %j does %j', (text, repairs) => {
		const found = findJson(text, true);
		const mine = found.map(({ json, repairs: own }) => [JSON.parse(json), own]);
		expect(mine).toEqual(repairs === undefined ? [] : [[{ a: 1 }, repairs]]);
	});

	it.each([
		['{"a":{"b":"x"}', true, '{"a":{"b":"x"}}'],
		['{"a":["x"', true, '{"a":["x"]}'],
		['{"a":["x"', false, undefined],
		['{"a":[', true, undefined],
		['{"a":"x', true, undefined],
		['{"a":"x","b":12', true, undefined],
		['{"a":{"x":1},"b":', true, undefined],
		['{"a":{"x":1},b:2}', true, undefined],
		['{"a":"x",', true, undefined],
	])('adds end brackets to %j only where nothing else is missing', (text, isWhole, wanted) => {
		const [found] = findJson(text, isWhole);
		expect(found?.json).toBe(wanted);
		if (found !== undefined) expect(found.repairs).toEqual(['end brackets']);
	});

	it('never changes a valid value, as it is or with something around it', () => {
		for (const value of ANSWERS) {
			for (const json of [JSON.stringify(value), JSON.stringify(value, null, 2)]) {
				expect(findJson(json, true)).toEqual([{ json, repairs: [] }]);
				if (typeof value !== 'object' || value === null) continue;
				for (const text of [`\`\`\`json\n${json}\n\`\`\``, `Here:\n${json}\nBye`]) {
					expect(findJson(text, true).map((one) => one.json)).toEqual([json]);
				}
			}
		}
	});
});

describe('the schema', () => {
	it.each([
		[{ type: 'objct', properties: { a: { type: 'string' } } }, 'type'],
		[{ type: 'object', properties: { a: { type: 'string', required: true } } }, 'required'],
		[{ type: 'string', pattern: '(' }, 'regular expression'],
		[{ $ref: '#/$defs/none' }, 'not in it'],
		[{ $ref: '#' }, 'call stack'],
	])('%j is refused before it is sent', (schema, words) => {
		expect(() => rejectInvalidSchema(schema, 'JSON Schema')).toThrow(new RegExp(words, 'i'));
	});

	it.each([
		[{ city: 'Paris', population: 5 }],
		[{ type: 'invoice', amount: 5 }],
		[{ title: 'Dune', description: 'A novel' }],
	])('the schema of the example %j has all of its fields and no others', (example) => {
		const schema = toSchema(example, 'JSON Schema');
		expect(schema).toMatchObject({
			...{ type: 'object', required: Object.keys(example), additionalProperties: false },
		});
		expect(checkAnswer(JSON.stringify(example), schema, true).problems).toEqual([]);
		expect(checkAnswer('{}', schema, true).problems).not.toEqual([]);
	});

	it.each([
		[{ name: { type: 'string' } }],
		[{ type: 'string', name: 'x' }],
		[{ minimum: 3, maximum: 4 }],
		[{ list: [] }],
		[{ name: null }],
	])('%j says too little, and is refused', (given) => {
		expect(() => toSchema(given, 'JSON Schema')).toThrow(/JSON Schema/);
	});

	it('stays as it is where it is one', () => {
		for (const { schema } of SCHEMAS) {
			expect(toSchema(schema, 'JSON Schema')).toBe(schema);
			expect(() => rejectInvalidSchema(schema, 'JSON Schema')).not.toThrow();
		}
	});
});
