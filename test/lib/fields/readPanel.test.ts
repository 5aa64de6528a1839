import type { INodeProperties } from 'n8n-workflow';

import { readPanel } from '../../../lib/fields/readPanel';
import { setPanelValues, toBody, toPath, toQuery } from '../../../lib/fields/routing';
import { appliedAfter, decidingValues } from '../../../lib/fields/rules';

const field = (
	change: Partial<INodeProperties> & Pick<INodeProperties, 'name'>,
): INodeProperties => ({
	displayName: `Label of ${change.name}`,
	type: 'string',
	default: '',
	...change,
});

const group = (name: string, options: INodeProperties[]) =>
	field({ name, type: 'collection', default: {}, options });

const rows = (name: string, values: INodeProperties[]) =>
	field({
		name,
		type: 'fixedCollection',
		default: {},
		typeOptions: { multipleValues: true },
		options: [{ displayName: 'Row', name: 'row', values }],
	});

const choice = (name: string, ...values: string[]) =>
	field({ name, type: 'options', options: values.map((value) => ({ name: value, value })) });

/** The panel as it is read, and the paths that n8n was asked for; `results` are what its expressions return. */
function read(fields: INodeProperties[], written: object, results: object = {}, isTool = false) {
	const asked: string[] = [];
	const evaluate = (path: string): unknown => {
		asked.push(path);
		if (!(path in results)) throw new Error(`The expression of ${path} fails`);
		return (results as Record<string, unknown>)[path];
	};
	const source = { written: { ...written }, evaluate, isTool, zone: 'UTC' };
	return { ...readPanel(fields, source), asked };
}

describe('what n8n is asked for', () => {
	it('is each expression once, by its own path, and nothing that is fixed', () => {
		const fields = [
			field({ name: 'prompt' }),
			group('options', [
				field({ name: 'plain' }),
				field({ name: 'written' }),
				group('deeper', [field({ name: 'inner' })]),
				rows('files', [field({ name: 'url' }), field({ name: 'label' })]),
			]),
		];
		const written = {
			prompt: '={{ 1 }}',
			options: {
				...{ plain: 'a', written: '={{ 2 }}', deeper: { inner: '={{ 3 }}' } },
				files: { row: [{ url: 'x' }, { url: '={{ 4 }}', label: 'b' }] },
			},
		};
		const results = {
			...{ prompt: 'one', 'options.written': 'two', 'options.deeper.inner': 'three' },
			'options.files.row[1].url': 'four',
		};
		const { parameters, asked } = read(fields, written, results);
		expect(asked).toEqual(Object.keys(results));
		expect(parameters).toEqual({
			prompt: 'one',
			options: {
				...{ plain: 'a', written: 'two', deeper: { inner: 'three' } },
				files: { row: [{ url: 'x' }, { url: 'four', label: 'b' }] },
			},
		});
	});

	it('is nothing that is hidden, so that its expression cannot fail', () => {
		const fields = [
			field({ name: 'json', displayOptions: { show: { input: ['json'] } } }),
			choice('input', 'text', 'json'),
			group('options', [
				field({ name: 'onlyJson', displayOptions: { show: { '/input': ['json'] } } }),
				field({ name: 'onlyTool', displayOptions: { show: { '@tool': [true] } } }),
				field({ name: 'notText', displayOptions: { hide: { '/input': ['text'] } } }),
			]),
		];
		const hidden = { onlyJson: '={{ fails }}', onlyTool: '={{ fails }}', notText: '={{ fails }}' };
		const written = { input: '={{ 1 }}', json: '={{ fails }}', options: hidden };
		const { parameters, asked } = read(fields, written, { input: 'text' });
		expect(asked).toEqual(['input']);
		expect(parameters).toEqual({ input: 'text', options: {} });
	});

	it('is an expression for a whole group once; what it returns is no expression', () => {
		const fields = [
			group('options', [field({ name: 'inner' })]),
			rows('files', [field({ name: 'url' })]),
		];
		const results = { options: { inner: '={{ 1 }}' }, 'files.row': [{ url: '={{ 2 }}' }] };
		const { parameters } = read(
			fields,
			{ options: '={{ o }}', files: { row: '={{ r }}' } },
			results,
		);
		expect(parameters).toEqual({
			options: { inner: '={{ 1 }}' },
			files: { row: [{ url: '={{ 2 }}' }] },
		});
	});
});

describe('which fields are shown', () => {
	it.each([
		[['chart', 'html'], { chart: 'c' }],
		[['html'], {}],
	])('those for one of the values %j', (chosen, shown) => {
		const fields = [
			field({ name: 'chart', displayOptions: { show: { files: ['chart', 'focus'] } } }),
			field({
				name: 'files',
				type: 'multiOptions',
				options: ['chart', 'focus', 'html'].map((value) => ({ name: value, value })),
			}),
		];
		const { parameters } = read(fields, { chart: 'c', files: chosen });
		expect(parameters).toEqual({ ...shown, files: chosen, options: {} });
	});

	it('a row decides on its own fields', () => {
		const fields = [
			rows('messages', [
				choice('role', 'user', 'tool'),
				field({ name: 'callId', displayOptions: { show: { role: ['tool'] } } }),
			]),
		];
		const row = [
			{ role: 'user', callId: 'a' },
			{ role: '={{ 1 }}', callId: 'b' },
		];
		const { parameters } = read(fields, { messages: { row } }, { 'messages.row[1].role': 'tool' });
		expect(parameters.messages).toEqual({
			row: [{ role: 'user' }, { role: 'tool', callId: 'b' }],
		});
	});
});

describe('what a field holds', () => {
	const locator = (name: string) => field({ name, type: 'resourceLocator' });

	it('has its type, and is null where an expression leaves it empty', () => {
		const fields = [
			field({ name: 'count', type: 'number' }),
			field({ name: 'on', type: 'boolean' }),
			field({ name: 'gone', type: 'number' }),
			field({ name: 'empty' }),
			field({ name: 'unset', type: 'number' }),
		];
		const results = { count: '3', on: 'true', gone: '', empty: undefined };
		const written = Object.fromEntries(Object.keys(results).map((name) => [name, '={{ 1 }}']));
		const { parameters } = read(fields, written, results);
		expect(parameters).toEqual({ count: 3, on: true, gone: null, empty: null, options: {} });
	});

	it.each([
		[field({ name: 'x', type: 'boolean' }), 'yes', 'Label of x must be true or false'],
		[choice('x', 'a', 'b'), 'c', 'Label of x must be one of a, b'],
		[field({ name: 'x', type: 'number', typeOptions: { maxValue: 3 } }), 4, 'at most 3'],
	])('is refused before anything is sent where it cannot be', (one, value, sentence) => {
		expect(() => read([group('options', [one])], { options: { x: value } })).toThrow(sentence);
	});

	it.each([
		[
			{ __rl: true, mode: 'list', value: 'a' },
			{ mode: 'list', value: 'a' },
		],
		[
			{ mode: 'id', value: 'a' },
			{ mode: 'id', value: 'a' },
		],
		['a', { mode: undefined, value: 'a' }],
	])('is the value that is chosen, of %j', (written, expected) => {
		expect(read([locator('model')], { model: written }).parameters.model).toEqual(expected);
	});
});

describe('what is sent', () => {
	const fields = [
		field({ name: 'text', routing: toBody('text') }),
		field({ name: 'size', type: 'number', routing: toQuery('pageSize') }),
		field({ name: 'id', required: true, routing: toPath('id') }),
		group('options', [field({ name: 'topP', type: 'number', routing: toBody('sampling.top_p') })]),
	];
	const sent = (written: object) => {
		const request = { url: '/things/{id}/parts', body: { before: 1 }, qs: { before: 1 } };
		setPanelValues(request, read(fields, written));
		return request;
	};

	it('is what the fields hold, zero too, and nothing of n8n or of what was left empty', () => {
		const written = { text: '', size: '20', id: 'lab/one two', options: { topP: '0' } };
		expect(sent(written)).toEqual({
			url: '/things/lab%2Fone%20two/parts',
			body: { sampling: { top_p: 0 } },
			qs: { pageSize: 20 },
		});
	});

	it.each([
		[{ options: { topP: 'x' } }, 'Label of topP must be a number, but "x" was given'],
		[{ id: ' ' }, 'Label of id must not be empty'],
	])('is refused: %j', (written, sentence) => expect(() => sent(written)).toThrow(sentence));

	it('has a word that is not known here where a later version may take it', () => {
		const format = (open: boolean) => ({
			...choice('format', 'mp3', 'wav'),
			...{ displayName: 'Output Format', typeOptions: { open }, routing: toBody('format') },
		});
		const { body, warnings } = read([format(true)], { format: 'ogg' });
		expect(body).toEqual({ format: 'ogg' });
		expect(warnings).toEqual([
			'Output Format "ogg" is not known to this version and is sent as it is',
		]);
		expect(read([format(true)], { format: 'wav' }).warnings).toEqual([]);
		for (const word of ['two words', '', 7, '<b>', 'a'.repeat(65)])
			expect(() => read([format(true)], { format: word })).toThrow(/must be one of mp3, wav/);
		expect(() => read([format(false)], { format: 'ogg' })).toThrow(/must be one of mp3, wav/);
	});
});

it('leaves out what is applied after a saved answer, and a group that holds nothing else', () => {
	const fields = [
		field({ name: 'prompt' }),
		appliedAfter(field({ name: 'name' })),
		group('options', [appliedAfter(group('cost', [])), field({ name: 'kept' })]),
	];
	const values = { prompt: 'a', name: 'b', other: 'c', options: { cost: { limit: 1 } } };
	expect(decidingValues(fields, values)).toEqual({ prompt: 'a', other: 'c' });
	expect(decidingValues(fields, { options: { kept: 0 } })).toEqual({ options: { kept: 0 } });
});
