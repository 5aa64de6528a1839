import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

export interface Parameter {
	path: string;
	property: INodeProperties;
}

const nested = ({ type, options }: INodeProperties): Array<[string, INodeProperties[]]> => {
	if (type !== 'collection' && type !== 'fixedCollection') return [];
	const groups: Array<[string, INodeProperties[]]> = [];
	const own: INodeProperties[] = [];
	for (const option of options ?? []) {
		if ('values' in option) groups.push([`.${option.name}`, option.values]);
		else if ('displayName' in option) own.push(option);
	}
	return own.length > 0 ? [['', own], ...groups] : groups;
};

/** Every list of parameters that n8n shows together: the node's own, and those in each collection. */
export function parameterLists(
	properties: INodeProperties[],
	path = '',
): Array<{ path: string; properties: INodeProperties[] }> {
	const inner = properties.flatMap((property) =>
		nested(property).flatMap(([group, list]) =>
			parameterLists(list, `${path}${property.name}${group}.`),
		),
	);
	return [{ path, properties }, ...inner];
}

export const allParameters = (properties: INodeProperties[]): Parameter[] =>
	parameterLists(properties).flatMap(({ path, properties: list }) =>
		list.map((property) => ({ path: `${path}${property.name}`, property })),
	);

export const choices = ({ options }: INodeProperties): INodePropertyOptions[] =>
	(options ?? []).filter((option): option is INodePropertyOptions => 'value' in option);

/** Every operation of a node, with the resource that it belongs to where the node has several. */
export function menuEntries(
	properties: INodeProperties[],
): Array<{ resource?: INodePropertyOptions; option: INodePropertyOptions; menu: INodeProperties }> {
	const resources = properties.filter(({ name }) => name === 'resource').flatMap(choices);
	return properties
		.filter(({ name }) => name === 'operation')
		.flatMap((menu) => {
			const [shown] = menu.displayOptions?.show?.resource ?? [];
			const resource = resources.find(({ value }) => value === shown);
			return choices(menu).map((option) => ({ resource, option, menu }));
		});
}

export const isMenu = ({ name }: INodeProperties) => name === 'operation' || name === 'resource';

const isObject = (value: unknown) =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Why n8n's panel could not show this default, or nothing. */
export function wrongDefault(property: INodeProperties): string | undefined {
	const { type, default: value, typeOptions } = property;
	const many = typeOptions?.multipleValues === true && !type.endsWith('ollection');
	const fits: Partial<Record<typeof type, boolean | undefined>> = {
		boolean: typeof value === 'boolean',
		collection: isObject(value),
		dateTime: typeof value === 'string',
		fixedCollection: isObject(value),
		json: typeof value === 'string' || isObject(value),
		multiOptions: Array.isArray(value),
		notice: value === '',
		// A required number may be left for the user to enter, and one that says what empty means may be empty.
		number: typeof value === 'number' || (value === '' && mayBeEmpty(property)),
		options: choices(property).some((choice) => choice.value === value),
		resourceLocator: property.modes?.some(
			({ name }) => name === Reflect.get(Object(value), 'mode'),
		),
		string: typeof value === 'string',
	};
	const right = many ? Array.isArray(value) : (fits[type] ?? true);
	return right ? undefined : `${type} with the default ${JSON.stringify(value)}`;
}

const mayBeEmpty = ({ required, description }: INodeProperties) =>
	required === true || /\bLeave empty\b/.test(description ?? '');
