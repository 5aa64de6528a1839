import type {
	INodeParameters,
	INodeProperties,
	INodeType,
	NodeParameterValueType,
} from 'n8n-workflow';

import { InferenceVideo } from '../../nodes/InferenceVideo/InferenceVideo.node';
import { menuEntries, parameterLists } from './parameters';
import { REGISTERED } from './registered';
import { withService } from './withService';

const world = withService();

interface Picker {
	operation: string;
	path: string;
	method: string;
	/** What decides on the list: the menus, and the model at the first entry of its list. */
	parameters: INodeParameters;
	/** Whether the panel always shows it, so that an empty list would be a dead end. */
	isCertain: boolean;
}

const methodsOf = ({ modes = [] }: INodeProperties) =>
	modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);

/** Every picker of a node in every operation that shows it, those in collections included. */
function pickersOf({ description: { properties } }: INodeType): Picker[] {
	const entries = menuEntries(properties);
	const menus =
		entries.length === 0
			? [{}]
			: entries.map(({ resource, option }) => ({
					...(resource && { resource: resource.value }),
					operation: option.value,
				}));
	return menus.flatMap((menu: INodeParameters) => {
		const shown = properties.filter(({ displayOptions: { show = {} } = {} }) =>
			Object.entries(menu).every(([name, value]) => show[name]?.includes(value as never) ?? true),
		);
		return parameterLists(shown).flatMap(({ path, properties: list }) =>
			list.flatMap((property) =>
				methodsOf(property).map((method) => ({
					operation: Object.values(menu).join(' '),
					path: `${path}${property.name}`,
					method,
					parameters: menu,
					isCertain: path === '',
				})),
			),
		);
	});
}

const rows = REGISTERED.flatMap(({ className, create }) =>
	pickersOf(create()).map((picker) => ({ className, create, ...picker })),
);

it('there are pickers in collections too', () => {
	expect(rows.filter(({ isCertain }) => !isCertain).length).toBeGreaterThan(5);
});

it.each(rows)(
	'$className $operation: $path lists something beside the first model of its list',
	async ({ create, path, method, parameters, isCertain }) => {
		const ask = async (name: string, more: INodeParameters = {}) =>
			await world.search(create(), name, { path, parameters: { ...parameters, ...more } });
		const models = rows.find(
			(row) => row.path === 'model' && row.parameters === parameters,
		)?.method;
		const first: NodeParameterValueType | undefined =
			models && (await ask(models)).results[0]?.value;
		const model = { __rl: true, mode: 'list', value: first ?? '' };
		const { results } = await ask(method, models ? { model } : {});
		if (isCertain) expect(results).not.toEqual([]);
	},
);

it.each([
	['queue', [], 'video-basic'],
	['queue', [{ usedAs: 'image_url' }], 'video-image'],
	['quote', [{ usedAs: 'image_url' }], 'video-basic'],
])('the values of a video are those of the default of a run: %s, media %j', async (...row) => {
	const [operation, medium, id] = row;
	const node = new InferenceVideo();
	const resource = { resource: 'video', operation, options: { media: { medium } } };
	const ask = async (value: string) =>
		await world.search(node, 'searchResolutions', {
			parameters: { ...resource, model: { __rl: true, mode: 'list', value } },
		});
	expect(await ask('')).toEqual(await ask(id));
});
