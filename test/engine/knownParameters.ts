import type {
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

type Choice = INodePropertyOptions | INodeProperties | INodePropertyCollection;

const isField = (choice: Choice): choice is INodeProperties => 'type' in choice;
const isGroup = (choice: Choice): choice is INodePropertyCollection => 'values' in choice;
const isObject = (value: unknown): value is INodeParameters =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parameters that no field of the node takes, each as its path: n8n drops them without a word. */
export function unknownParameters(
	fields: readonly INodeProperties[],
	parameters: INodeParameters,
	path = '',
): string[] {
	return Object.entries(parameters).flatMap(([name, value]) => {
		const named = fields.filter((field) => field.name === name);
		if (named.length === 0) return [path + name];
		if (!isObject(value)) return [];
		const choices = named.flatMap(({ options = [] }) => options as Choice[]);
		const inner = `${path}${name}.`;
		if (named.some(({ type }) => type === 'collection')) {
			return unknownParameters(choices.filter(isField), value, inner);
		}
		if (!named.some(({ type }) => type === 'fixedCollection')) return [];
		return Object.entries(value).flatMap(([group, entries]) => {
			const groups = choices.filter(isGroup).filter((choice) => choice.name === group);
			if (groups.length === 0) return [inner + group];
			const values = groups.flatMap((choice) => choice.values);
			const all = Array.isArray(entries) ? entries : [entries];
			return all
				.filter(isObject)
				.flatMap((entry) => unknownParameters(values, entry, `${inner}${group}.`));
		});
	});
}
