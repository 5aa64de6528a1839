import type { INodeExecutionData, INodeParameters, INodeProperties, INodeType } from 'n8n-workflow';

import { ROOTS } from '../../lib/privacy/enclave/question';
import { files, itemWith } from '../coverage/given';
import { letJobsGoOn } from './jobTime';
import { choices, menuEntries } from './parameters';
import { REGISTERED } from './registered';
import { withService } from './withService';

const world = withService({ balances: { usd: 1_000 } });

/** Operations that ask for something that was made before, or for a chain or a wallet that this service does not hold. */
const NEED_MORE = /retrieve|delete|update|topUp|inferenceX402|apiKey get$|quote.*music|runCost/i;

interface Operation {
	name: string;
	node: INodeType;
	parameters: INodeParameters;
}

const operations = REGISTERED.flatMap(({ create }): Operation[] => {
	const node = create();
	const { properties, name, outputs, polling } = node.description;
	if (polling === true || (outputs as unknown[]).some((one) => one !== 'main')) return [];
	return menuEntries(properties).map(({ resource, option }) => ({
		name: `${name} ${String(resource?.value ?? '')} ${String(option.value)}`,
		node,
		parameters: { ...(resource && { resource: resource.value }), operation: option.value },
	}));
});

const shows = ({ displayOptions }: INodeProperties, values: INodeParameters) =>
	Object.entries(displayOptions?.show ?? {}).every(
		([name, allowed]) =>
			name.startsWith('@') || (allowed as unknown[]).includes(values[name.replace('/', '')]),
	);

/** What a person puts into a required field: its example, the first of its list, or the first of its choices. */
async function filled(node: INodeType, property: INodeProperties, parameters: INodeParameters) {
	const [, example] = /^e\.g\. ([\s\S]+)$/.exec(String(property.placeholder ?? '')) ?? [];
	if (property.type !== 'resourceLocator') return example ?? choices(property)[0]?.value ?? 'pear';
	const [list, byId] = ['list', 'id'].map((name) =>
		property.modes?.find((one) => one.name === name),
	);
	const method = list?.typeOptions?.searchListMethod;
	if (method === undefined) {
		const [, text] = /^e\.g\. (.+)$/.exec(String(byId?.placeholder ?? '')) ?? [];
		return { __rl: true, mode: 'id', value: text ?? 'pear' };
	}
	const { results } = await world.search(node, method, { parameters });
	return { __rl: true, mode: 'list', value: results[0]?.value ?? '' };
}

const isNeeded = ({ required }: INodeProperties) => required === true;

/** The rows of a list with their required fields filled in. */
async function filledRows(node: INodeType, { options = [], default: rows }: INodeProperties) {
	const groups = Object.entries(rows as Record<string, INodeParameters[]>).map(
		async ([name, list]) => {
			const group = options.find((one) => one.name === name);
			const fields = group !== undefined && 'values' in group ? group.values : [];
			const given = await Promise.all(
				fields
					.filter(isNeeded)
					.map(async (field) => [field.name, await filled(node, field, {})] as const),
			);
			return [name, list.map((row) => ({ ...row, ...Object.fromEntries(given) }))];
		},
	);
	return Object.fromEntries(await Promise.all(groups)) as INodeParameters;
}

/** The parameters of an operation with its required fields filled in, in the order of the panel. */
async function fill({ node, parameters }: Operation): Promise<INodeParameters> {
	const values: INodeParameters = { ...parameters };
	for (const property of node.description.properties) {
		if (property.name in parameters || !shows(property, values)) continue;
		const value = property.default as INodeParameters[string];
		if (property.type === 'fixedCollection') {
			values[property.name] = await filledRows(node, property);
			continue;
		}
		const isEmpty = value === '' || (value as { value?: unknown } | null)?.value === '';
		values[property.name] =
			isNeeded(property) && isEmpty ? await filled(node, property, values) : value;
	}
	return values;
}

function itemFor({ name, node }: Operation): INodeExecutionData[] {
	const json = { chatInput: 'What is a pear?', question: 'What is a pear?' };
	if (name.endsWith('video upscale')) return itemWith({ data: files.clip }, json);
	if (/inferenceImage|Video/i.test(name)) return itemWith({ data: files.photo }, json);
	if (/recording|voice/i.test(name)) return itemWith({ Recording: files.voice }, json);
	return node.description.name === 'inferenceWeb'
		? itemWith({ data: files.report }, json)
		: [{ json }];
}

const real = { ...ROOTS };
afterEach(() => void Object.assign(ROOTS, real));

const walked = operations.filter(({ name }) => !NEED_MORE.test(name));

it.each(walked)('$name runs with its required fields alone', async (operation) => {
	letJobsGoOn(world);
	Object.assign(ROOTS, world.service.enclaveRoots);
	const parameters = await fill(operation);
	const { outputs, error } = await world.run({
		...world.accessWith({ collateralUrl: new URL(world.service.url).origin }),
		node: operation.node,
		parameters,
		items: itemFor(operation),
	});
	expect(error?.message).toBeUndefined();
	expect(outputs.flat().filter(({ json }) => json.error !== undefined)).toEqual([]);
});

it('walks most operations', () => {
	expect(walked.length).toBeGreaterThan(operations.length / 2);
});
