import type { INodeParameters, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import { typed } from '../../coverage/given';
import { sample } from '../../rounds';
import { withService } from '../withService';
import { chat, image } from './paidCases';

const world = withService();

/** What a field can be set to: both sides of a switch, each choice, the ends of a range, some text. */
function loosest(field: INodeProperties): unknown[] {
	const { type, options = [], typeOptions: { minValue = 0, maxValue = 1e6 } = {} } = field;
	switch (type) {
		case 'boolean':
			return [true, false];
		case 'number':
			return [minValue, maxValue];
		case 'options':
			return options.map((one) => ('value' in one ? one.value : undefined));
		case 'string':
			return ['={{ "" }}', '={{ undefined }}'];
		default:
			return [];
	}
}

/** Each field of a panel, at each of these, by its path. */
function settings(fields: INodeProperties[], path: string[] = []): Array<[string[], unknown]> {
	return fields.flatMap((field) => {
		const here = [...path, field.name];
		const inner = field.options ?? [];
		if (field.type === 'collection') return settings(inner as INodeProperties[], here);
		if (field.typeOptions?.multipleValues === true) return [];
		if (field.type === 'fixedCollection')
			return (inner as INodePropertyCollection[]).flatMap(({ name, values }) =>
				settings(values, [...here, name]),
			);
		return loosest(field).map((value): [string[], unknown] => [here, value]);
	});
}

const nested = (path: string[], value: unknown): INodeParameters =>
	path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as INodeParameters;

const fieldsOf = ({ description: { properties } }: typeof chat) =>
	properties.filter(
		({ name }) => !['resource', 'operation', 'model', 'authentication'].includes(name),
	);

const extra = (fields: object) => ({
	options: { otherFields: { extraFields: JSON.stringify(fields), keepPrice: true } },
});
const FREE_BY_WORD: INodeParameters[] = [
	extra({ num_completions: 50 }),
	extra({ max_tokens: 100_000 }),
];

const ask = { prompt: 'Write all you can', options: {} };
const rows = [
	...settings(fieldsOf(chat)).map(([path, value]) => nested(path, value)),
	...FREE_BY_WORD,
];
const paid = () => world.service.journal.filter(({ method }) => method !== 'GET');

describe('nothing in a node widens what the owner of its credential allows', () => {
	it.each(sample(rows, 4).map((row) => [JSON.stringify(row), row] as const))(
		'neither the cap nor the privacy: %s',
		async (_name, parameters) => {
			const limits = [{ maxCostPerRun: 1e-9 }, { allowedPrivacy: 'encrypted' }];
			for (const limit of limits) {
				await world.run({
					...{ ...world.accessWith(limit), node: chat },
					parameters: { ...ask, model: typed('text-anonymized'), ...parameters },
				});
				expect(paid()).toEqual([]);
			}
		},
	);

	it('not the cap of an image either, and the error names whom to ask', async () => {
		const { error } = await world.run({
			...{ ...world.accessWith({ maxCostPerRun: 100 }), node: image },
			parameters: {
				...{ resource: 'image', operation: 'generate', prompt: 'A lighthouse' },
				...extra({ num_completions: 50 }),
			},
		});
		expect(paid()).toEqual([]);
		expect(error?.message).toContain('Max Cost per Run of the credential is 100 USD');
		expect(error?.description).toContain('ask the owner of the credential');
	});

	it.each([undefined, null, '', ' '])('a limit that comes out as %p closes', async (empty) => {
		const limits = { maxCostPerRun: 'Max Cost per Run (USD)', allowedPrivacy: 'Allowed Privacy' };
		for (const [name, label] of Object.entries(limits)) {
			const { error } = await world.run({
				...{ ...world.accessWith({ [name]: empty }), node: chat },
				parameters: { ...ask, model: typed('text-anonymized') },
			});
			expect(error?.message).toContain(`${label} is empty: the expression gave`);
			expect(error?.message).toContain('Nothing was sent');
			expect(world.service.journal).toEqual([]);
		}
	});

	it('a limit of the node that comes out empty closes, and the cure names 0', async () => {
		for (const name of ['maxCostPerRun', 'maxCallsPerRun']) {
			const { error } = await world.run({
				...{ node: chat, items: [{ json: {} }] },
				parameters: { ...ask, options: { cost: { [name]: '={{ $json.none }}' } } },
			});
			expect(error?.message).toContain('is empty: the expression gave');
			expect(error?.description).toContain('set it to 0');
		}
		const { error } = await world.run({
			...{ node: chat, items: [{ json: {} }] },
			parameters: { ...ask, options: { cost: { dryRun: '={{ $json.none }}' } } },
		});
		expect(error?.message).toContain('Dry Run must be true or false');
		expect(world.service.journal).toEqual([]);
	});

	it.each([undefined, null, ''])(
		'a wallet signs nothing where its daily limit is %p',
		async (maxPerDay) => {
			const { error } = await world.run({
				...{ ...world.walletAccess({ maxPerDay }), node: new InferenceX402() },
				parameters: {
					resource: 'balance',
					operation: 'topUp',
					dryRun: false,
					amount: 5,
					maxAmount: 10,
				},
			});
			expect(error?.message).toContain('Max Amount per Day (USD) is empty');
			expect(world.service.journal).toEqual([]);
		},
	);
});
