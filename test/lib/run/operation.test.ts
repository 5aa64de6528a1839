import { toBody, toQuery } from '../../../lib/fields/routing';
import {
	operationProperties,
	resourceProperties,
	type Operation,
} from '../../../lib/run/operation';

const operation = (
	name: string,
	change: Partial<Pick<Operation, 'fields' | 'answerType' | 'option' | 'bucket'>> = {},
): Operation => ({
	option: {
		name,
		value: name.toLowerCase(),
		action: `${name} a thing`,
		description: `How to ${name}`,
		routing: { request: { method: 'POST', url: `/${name.toLowerCase()}` } },
	},
	fields: [],
	free: true,
	...change,
});

describe('operationProperties', () => {
	const create = operation('Create', {
		fields: [
			{ displayName: 'Text', name: 'text', type: 'string', default: '', routing: toBody('text') },
			{
				displayName: 'Limit',
				name: 'limit',
				type: 'number',
				default: 5,
				routing: toQuery('limit'),
				displayOptions: { show: { returnAll: [false] }, hide: { text: ['x'] } },
			},
		],
	});
	const given = [create, operation('Update'), operation('Archive')];
	const [menu, ...fields] = operationProperties(given);

	it('keeps the order of the operations and preselects the first', () => {
		expect(menu).toMatchObject({
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			default: 'create',
		});
		expect(menu?.options?.map(({ name }) => name)).toEqual(['Create', 'Update', 'Archive']);
	});

	it('sends every operation through runOperation, whatever it says itself', () => {
		for (const option of menu?.options ?? []) {
			if (!('routing' in option) || option.routing === undefined) throw new Error('no routing');
			expect(option.routing).toMatchObject({
				request: { method: 'POST', url: `/${option.name.toLowerCase()}` },
				send: { paginate: true },
				operations: { pagination: expect.any(Function) },
			});
		}
	});

	it('shows each field for its operation alone, and keeps its own conditions', () => {
		expect(fields.map(({ name, displayOptions }) => [name, displayOptions])).toEqual([
			['text', { show: { operation: ['create'] } }],
			['limit', { show: { operation: ['create'], returnAll: [false] }, hide: { text: ['x'] } }],
		]);
	});

	it('shows menu and fields of each resource for it alone', () => {
		const [resources, ...rest] = resourceProperties([
			{ name: 'Voice', value: 'voice', operations: [create] },
			{ name: 'Sound', value: 'sound', operations: [create, operation('Update')] },
		]);
		expect(resources).toMatchObject({ name: 'resource', default: 'voice', noDataExpression: true });
		expect(resources?.options?.map(({ name }) => name)).toEqual(['Voice', 'Sound']);
		expect(rest.map(({ name, displayOptions }) => [name, displayOptions?.show])).toEqual([
			['operation', { resource: ['voice'] }],
			['operation', { resource: ['sound'] }],
			['text', { resource: ['voice'], operation: ['create'] }],
			['limit', { resource: ['voice'], operation: ['create'], returnAll: [false] }],
			['text', { resource: ['sound'], operation: ['create'] }],
			['limit', { resource: ['sound'], operation: ['create'], returnAll: [false] }],
		]);
	});

	it('has the last fields of the panel once for all operations in which they are the same', () => {
		const options = (...names: string[]): Operation['fields'] => [
			{
				...{ displayName: 'Options', name: 'options', type: 'collection', default: {} },
				options: names.map((name) => ({ displayName: name, name, type: 'string', default: '' })),
			},
		];
		const [same, other] = [options('a'), options('a', 'b')];
		const shown = resourceProperties([
			{
				...{ name: 'Voice', value: 'voice' },
				operations: [operation('Get', { fields: same }), operation('Make', { fields: other })],
			},
			{
				...{ name: 'Sound', value: 'sound' },
				operations: [
					operation('Get', { fields: same }),
					operation('Drop', { fields: other }),
					operation('Make', { fields: other }),
				],
			},
		]).filter(({ name }) => name === 'options');
		expect(shown.map(({ displayOptions }) => displayOptions?.show)).toEqual([
			{ resource: ['voice', 'sound'], operation: ['get'] },
			{ resource: ['voice'], operation: ['make'] },
			{ resource: ['sound'], operation: ['drop', 'make'] },
		]);
	});

	it('changes nothing of what it was given', () => {
		expect(given.map(({ option }) => option.name)).toEqual(['Create', 'Update', 'Archive']);
		expect(create.fields[0]).not.toHaveProperty('displayOptions');
		expect(create.option.routing).toEqual({ request: { method: 'POST', url: '/create' } });
	});
});
