import type { INodeProperties } from 'n8n-workflow';

import { PATH_KEY, toBody, toPath, toQuery, withPathValues } from '../../../lib/fields/routing';
import { wireRules } from '../../../lib/fields/rules';

const field = (
	change: Partial<INodeProperties> & Pick<INodeProperties, 'name'>,
): INodeProperties => ({
	displayName: `Label of ${change.name}`,
	type: 'string',
	default: '',
	...change,
});

describe('wireRules', () => {
	it.each<[string, Partial<INodeProperties>, Record<string, unknown>]>([
		['text', { required: true }, { kind: 'text', required: true, list: false }],
		[
			'a length',
			{ typeOptions: { minLength: 2, maxLength: 32 } },
			{ kind: 'text', minLength: 2, maxLength: 32 },
		],
		[
			'a number',
			{ type: 'number', typeOptions: { minValue: 0, maxValue: 4, numberPrecision: 2 } },
			{ kind: 'number', min: 0, max: 4, integer: false },
		],
		['a whole number', { type: 'number', typeOptions: { numberPrecision: 0 } }, { integer: true }],
		['a boolean', { type: 'boolean' }, { kind: 'boolean' }],
		['a time', { type: 'dateTime' }, { kind: 'time' }],
		['a day', { type: 'dateTime', typeOptions: { dateOnly: true } }, { kind: 'date' }],
		[
			'options',
			{
				type: 'options',
				options: [
					{ name: 'A', value: 'a' },
					{ name: 'Seven', value: 7 },
				],
			},
			{ kind: 'choice', values: ['a', 7], list: false },
		],
		[
			'several options',
			{ type: 'multiOptions', options: [{ name: 'A', value: 'a' }] },
			{ kind: 'choice', values: ['a'], list: true },
		],
		[
			'a list',
			{ typeOptions: { multipleValues: true, maxItems: 4 } },
			{ kind: 'text', list: true, maxItems: 4 },
		],
		['JSON', { type: 'json', typeOptions: { shape: 'array' } }, { kind: 'json', shape: 'array' }],
		['a picker', { type: 'resourceLocator' }, { kind: 'text' }],
	])('reads %s from the description', (_case, change, expected) => {
		const rules = wireRules([field({ name: 'x', routing: toBody('wire_x'), ...change })]);
		expect(rules).toHaveLength(1);
		expect(rules[0]).toMatchObject({
			where: 'body',
			path: 'wire_x',
			label: 'Label of x',
			...expected,
		});
	});

	it('finds the fields inside collections, and passes over what is not sent', () => {
		const rules = wireRules([
			field({ name: 'shown' }),
			field({
				name: 'options',
				type: 'collection',
				options: [
					field({ name: 'inner', routing: toQuery('inner_q') }),
					field({ name: 'silent' }),
					field({
						name: 'deeper',
						type: 'collection',
						options: [field({ name: 'innermost', routing: toBody('a.b') })],
					}),
				],
			}),
			field({ name: 'id', routing: toPath('id') }),
		]);
		expect(rules.map(({ where, path }) => `${where} ${path}`)).toEqual([
			'query inner_q',
			'body a.b',
			`query ${PATH_KEY}.id`,
		]);
	});
});

describe('withPathValues', () => {
	it.each([
		['/a/{x}', { x: 'b' }, '/a/b'],
		['/a/{x}/{y}', { x: '1', y: 2 }, '/a/1/2'],
		['/a/{x}/{x}', { x: '?#%/' }, '/a/%3F%23%25%2F/%3F%23%25%2F'],
		['/a/{x}', { y: 'b' }, '/a/{x}'],
		['/a', { x: 'b' }, '/a'],
		['/a/{x}', { x: 'model:web=on&b' }, '/a/model%3Aweb%3Don%26b'],
		['/a/{x}', { x: '...' }, '/a/...'],
	])('%s with %j is %s', (url, values, expected) => {
		expect(withPathValues(url, values)).toBe(expected);
	});

	it.each(['.', '..'])('does not let %j lead to another address', (value) => {
		expect(() => withPathValues('/models/{model}', { model: value })).toThrow('not a valid ID');
	});
});
