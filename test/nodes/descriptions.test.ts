import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { findModel, modelsOf } from '../service/models/catalogue';
import {
	allParameters,
	choices,
	isMenu,
	menuEntries,
	parameterLists,
	wrongDefault,
} from './parameters';
import { REGISTERED } from './registered';

const root = join(__dirname, '..', '..');

const shownFor = (chosen: Record<string, unknown>) => (property: INodeProperties) =>
	['resource', 'operation'].every((name) => {
		const wanted = property.displayOptions?.show?.[name];
		return wanted === undefined || wanted.some((value) => value === chosen[name]);
	});

/** Nodes that serve another node: n8n's own order of words in the class, the package's in the panel. */
const SUB_NODES: Record<string, string> = {
	LmChatInference: 'Inference Chat Model',
	EmbeddingsInference: 'Inference Embeddings Model',
};

const MENUS = ['authentication', 'resource', 'operation'];
const PLUMBING = ['otherFields', 'retriesAndLimits'];

const isShown = (
	values: INodeParameters,
	property: INodeProperties,
	description: INodeTypeDescription,
) => NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, description);

/** What n8n shows of a new node for one of its operations. */
function shownAtFirst(
	description: INodeTypeDescription,
	chosen: { resource?: INodePropertyOptions['value']; operation?: INodePropertyOptions['value'] },
): INodeProperties[] {
	const values: INodeParameters = {};
	return description.properties.filter((property) => {
		if (!isShown(values, property, description)) return false;
		const { name } = property;
		values[name] = name === 'resource' || name === 'operation' ? chosen[name] : property.default;
		return true;
	});
}

const repeated = (values: string[]) =>
	values.filter((value, index) => values.indexOf(value) !== index);

describe.each(REGISTERED)('$className', ({ className, create }) => {
	const node = create();
	const { description } = node;
	const { properties } = description;
	const isSubNode = node.supplyData !== undefined;
	const parameters = allParameters(properties);
	const operations = menuEntries(properties).map(({ option, resource }) => ({
		...option,
		resource: resource?.value,
	}));

	test('is named after its class', () => {
		expect(description.name).toBe(className.charAt(0).toLowerCase() + className.slice(1));
		const written = description.displayName.replaceAll(' ', '');
		if (isSubNode) expect(description.displayName).toBe(SUB_NODES[className]);
		else expect(written.toLowerCase()).toBe(className.toLowerCase());
		expect(description.defaults.name).toBe(description.displayName);
	});

	test('says of every operation what it does', () => {
		expect(operations.length > 0).toBe(description.polling !== true && !isSubNode);
		const incomplete = operations.filter((choice) => !choice.action || !choice.description);
		expect(incomplete.map(({ name }) => name)).toEqual([]);
		expect(repeated(operations.map(({ action }) => `${action}`))).toEqual([]);
	});

	test('has each parameter name once per operation', () => {
		const signature = ({ name, displayOptions }: INodeProperties) =>
			JSON.stringify([
				name,
				{ ...displayOptions?.show, resource: undefined, operation: undefined },
				displayOptions?.hide,
			]);
		for (const { resource, value } of operations.length > 0
			? operations
			: ([{}] as typeof operations)) {
			const shown = properties.filter(shownFor({ resource, operation: value }));
			expect(repeated(shown.map(signature))).toEqual([]);
		}
		for (const list of parameterLists(properties).slice(1)) {
			expect(repeated(list.properties.map(signature))).toEqual([]);
		}
	});

	test('has at most two groups to add to in a panel, Options last', () => {
		for (const { resource, value } of operations.length > 0
			? operations
			: ([{}] as typeof operations)) {
			const shown = properties.filter(shownFor({ resource, operation: value }));
			const groups = shown.filter(({ type, displayOptions }) => {
				const others = Object.keys(displayOptions?.show ?? {}).filter(
					(name) => name !== 'resource' && name !== 'operation',
				);
				return /collection/i.test(type) && others.length === 0;
			});
			expect(groups.length).toBeLessThanOrEqual(2);
			expect(shown.findLast(({ type }) => type !== 'hidden')).toMatchObject({
				displayName: 'Options',
				type: 'collection',
			});
		}
	});

	test('says on the button of a group inside another to which of them it adds', () => {
		const inner = parameters.filter(
			({ path, property }) => path.includes('.') && property.type === 'collection',
		);
		expect(inner.filter(({ property }) => property.placeholder === 'Add option')).toEqual([]);
	});

	test('shows at most eight fields before Options, which offer at most fourteen beside groups', () => {
		for (const { resource, value } of operations.length > 0
			? operations
			: ([{}] as typeof operations)) {
			const shown = shownAtFirst(description, { resource, operation: value });
			const before = shown.filter(({ name, type }) => type !== 'hidden' && !MENUS.includes(name));
			const names = before.map(({ name }) => name).slice(0, -1);
			expect({ resource, value, names, isShort: names.length <= 8 }).toMatchObject({
				isShort: true,
			});
			for (const { path, properties: list } of parameterLists(before.slice(-1))) {
				const settings = list.filter(
					({ type, displayOptions }) =>
						type !== 'collection' && displayOptions?.show?.['@tool']?.[0] !== true,
				);
				const labels = settings.map(({ displayName }) => displayName);
				expect({ resource, value, path, labels, isShort: labels.length <= 14 }).toMatchObject({
					isShort: true,
				});
			}
		}
	});

	test('offers an agent no plumbing, and keeps what is for agents to tools', () => {
		const offered = (name: string) =>
			operations.map(({ resource, value }) => {
				const [options] = shownAtFirst({ ...description, name }, { resource, operation: value })
					.filter((property) => property.name === 'options')
					.slice(-1);
				const list = (options?.options ?? []) as INodeProperties[];
				return list
					.filter((option) => isShown({}, option, { ...description, name }))
					.map((option) => option.name);
			});
		for (const names of offered(`${description.name}Tool`)) {
			expect(names).toContain('maxAgentCharacters');
			expect(names.filter((one) => PLUMBING.includes(one))).toEqual([]);
		}
		for (const names of offered(description.name)) {
			expect(names).not.toContain('maxAgentCharacters');
			expect(names).toContain('retriesAndLimits');
		}
	});

	test('has choices that differ from each other', () => {
		for (const { property } of parameters) {
			expect(repeated(choices(property).map(({ value }) => `${value}`))).toEqual([]);
			expect(repeated(choices(property).map(({ name }) => name))).toEqual([]);
		}
	});

	test('has defaults of the right type', () => {
		const wrong = parameters.flatMap(({ path, property }) => {
			const reason = wrongDefault(property);
			return reason ? [`${path}: ${reason}`] : [];
		});
		expect(wrong).toEqual([]);
	});

	// lib/base/itemContext.ts skips the check that n8n makes of these when it reads a parameter.
	test('leaves no check of a value to n8n', () => {
		const checked = parameters.filter(
			({ property }) => property.validateType !== undefined || property.type === 'resourceMapper',
		);
		expect(checked.map(({ path }) => path)).toEqual([]);
	});

	test('has inputs and outputs of its kind', () => {
		expect(isSubNode).toBe(className in SUB_NODES);
		const kinds = [description.outputs].flat().map((output) => `${output}`.split('_')[0]);
		expect(kinds).toEqual([isSubNode ? 'ai' : 'main']);
		const takes = isSubNode || description.group.includes('trigger') ? [] : ['main'];
		expect(description.inputs).toEqual(takes);
	});

	test('asks in n8n’s words', () => {
		const texts = parameters.flatMap(({ path, property }) => [
			{ path, text: property.description },
			...choices(property).map((choice) => ({
				path: `${path}.${choice.value}`,
				text: choice.description,
			})),
		]);
		// One sentence has no full stop; n8n's lint wants one after several.
		const stopped = texts.filter(({ text }) => text?.endsWith('.') && !text.includes('. '));
		expect(stopped).toEqual([]);

		const booleans = parameters.filter(({ property }) => property.type === 'boolean');
		const unclear = booleans.filter(({ property }) => !property.description?.startsWith('Whether'));
		expect(unclear.map(({ path }) => path)).toEqual([]);
	});

	test('shows parameters only for values that exist', () => {
		for (const { properties: list } of parameterLists(properties)) {
			for (const { name, displayOptions } of list) {
				for (const [other, values] of Object.entries(displayOptions?.show ?? {})) {
					// What n8n knows by itself, such as whether the node is a tool.
					if (other.startsWith('@')) continue;
					// A slash leads out of a collection.
					const wanted = other.replace(/^\//, '');
					const near = other === wanted ? list : [];
					const asked = [...near, ...properties].filter((property) => property.name === wanted);
					expect({ name, asks: asked.length > 0 && other }).toEqual({ name, asks: other });
					const possible = asked.flatMap((property) => choices(property).map(({ value }) => value));
					if (possible.length > 0) expect(possible).toEqual(expect.arrayContaining(values ?? []));
				}
			}
		}
	});

	test('has the list searches that its pickers name', () => {
		const named = parameters.flatMap(({ property }) =>
			(property.modes ?? []).flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
		);
		expect(Object.keys(node.methods?.listSearch ?? {})).toEqual(
			expect.arrayContaining([...new Set(named)]),
		);
	});

	test('has its parameters to itself', () => {
		const other = create().description;
		expect(other).not.toBe(description);
		expect(other.properties).not.toBe(properties);
		for (const property of properties.filter(isMenu)) {
			const twin = other.properties[properties.indexOf(property)];
			expect(twin?.options).not.toBe(property.options);
		}
	});

	test('can be used as a tool unless it is a trigger or serves another node', () => {
		const isTrigger = description.group.includes('trigger');
		expect(isTrigger).toBe(className.endsWith('Trigger'));
		expect(description.usableAsTool).toBe(isTrigger || isSubNode ? undefined : true);
	});
});

test('has a different icon for each node, in the light and in the dark theme', () => {
	const icons = REGISTERED.map(({ create }) => Object(create().description.icon));
	const files = icons.flatMap(({ light, dark }) => [String(light), String(dark)]);
	expect(repeated(files)).toEqual([]);
	const used = files.map((file) => file.replace('file:../../icons/', ''));
	const drawn = readdirSync(join(root, 'icons')).filter((name) => !name.startsWith('key.'));
	expect([...used].sort()).toEqual(drawn.sort());
	for (const name of drawn) {
		const svg = readFileSync(join(root, 'icons', name), 'utf8');
		expect({ name, svg }).toEqual({ name, svg: expect.stringContaining('viewBox="0 0 24 24"') });
		expect({ name, svg }).toEqual({ name, svg: expect.stringContaining('stroke-width="2"') });
	}
});

test('writes no model of the service into the code', () => {
	const models = modelsOf('all').map(({ record: { id } }) => id);
	expect(models.map((id) => findModel(id).record.id)).toEqual(models);

	const sources = ['nodes', 'credentials', 'lib'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => /\.(ts|json)$/.test(name))
			.map((name) => join(folder, name)),
	);
	const named = sources.flatMap((name) => {
		const text = readFileSync(join(root, name), 'utf8');
		return models.filter((id) => text.includes(id)).map((id) => `${name}: ${id}`);
	});
	expect(named).toEqual([]);
});
