import type { IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { applyRules } from '../../../lib/fields/accept';
import { PATH_KEY, toBody, toPath, toQuery, withPathValues } from '../../../lib/fields/routing';
import { wireRules, type WireRule } from '../../../lib/fields/rules';

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

describe('applyRules', () => {
	const rules = wireRules([
		field({ name: 'text', routing: toBody('text') }),
		field({ name: 'topP', type: 'number', routing: toBody('sampling.top_p') }),
		field({ name: 'size', type: 'number', routing: toQuery('pageSize') }),
		field({ name: 'id', required: true, routing: toPath('id') }),
	]);
	const applied = (options: Partial<IHttpRequestOptions>) => {
		const request: IHttpRequestOptions = { url: '/things', ...options };
		applyRules(request, rules, 'UTC');
		return request;
	};

	it('converts in place, keeps zero and false, and drops what was left empty', () => {
		expect(
			applied({
				body: { text: '', other: '', sampling: { top_p: '0', keep: null } },
				qs: { pageSize: '20' },
			}),
		).toEqual({
			url: '/things',
			body: { other: '', sampling: { top_p: 0, keep: null } },
			qs: { pageSize: 20 },
		});
	});

	it('does not invent fields or holders that n8n did not collect', () => {
		expect(applied({})).toEqual({ url: '/things', qs: {} });
		expect(applied({ body: { sampling: 'none' } })).toMatchObject({ body: { sampling: 'none' } });
	});

	it('puts path values into the address and takes them out of the query', () => {
		expect(
			applied({
				url: '/things/{id}/parts',
				qs: { [PATH_KEY]: { id: 'lab/one two' }, pageSize: 3 },
			}),
		).toEqual({ url: '/things/lab%2Fone%20two/parts', qs: { pageSize: 3 } });
	});

	it.each<[Partial<IHttpRequestOptions>, string]>([
		[{ body: { sampling: { top_p: 'x' } } }, 'Label of topP must be a number, but "x" was given'],
		[{ qs: { [PATH_KEY]: { id: ' ' } } }, 'Label of id must not be empty'],
	])('refuses %j', (options, sentence) => expect(() => applied(options)).toThrow(sentence));
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

it('sends a word that is not known here where a later version may take it, and says so', () => {
	const rule = (open: boolean): WireRule => ({
		...{ where: 'body', path: 'format', label: 'Output Format', kind: 'choice' },
		...{ values: ['mp3', 'wav'], open },
	});
	const options = { url: '/', body: { format: 'ogg' } };
	expect(applyRules(options, [rule(true)], 'UTC')).toEqual([
		'Output Format "ogg" is not known to this version and is sent as it is',
	]);
	expect(options.body).toEqual({ format: 'ogg' });
	expect(applyRules({ url: '/', body: { format: 'wav' } }, [rule(true)], 'UTC')).toEqual([]);
	for (const format of ['two words', '', 7, '<b>', 'a'.repeat(65)]) {
		expect(() => applyRules({ url: '/', body: { format } }, [rule(true)], 'UTC')).toThrow(
			/^Output Format must be one of mp3, wav/,
		);
	}
	expect(() => applyRules({ url: '/', body: { format: 'ogg' } }, [rule(false)], 'UTC')).toThrow(
		/^Output Format must be one of mp3, wav, but "ogg" was given$/,
	);
});
