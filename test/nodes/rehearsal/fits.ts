import { isRecord } from '../../../lib/core/record';

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);

/** Where a value has a field, or a type, that the schema of an output does not know; null stands in any place. */
export function placesOutside(schema: unknown, value: unknown, place = ''): string[] {
	if (value === null || value === undefined || !isRecord(schema)) return [];
	const { type, properties, items } = schema;
	if (type !== undefined && ![type].flat().includes(typeOf(value)))
		return [`${place}: ${typeOf(value)}`];
	if (Array.isArray(value))
		return items === undefined
			? []
			: value.flatMap((one) => placesOutside(items, one, `${place}[]`));
	if (!isRecord(value) || !isRecord(properties)) return [];
	return Object.entries(value).flatMap(([name, inner]) =>
		Object.hasOwn(properties, name)
			? placesOutside(properties[name], inner, `${place}.${name}`)
			: [`${place}.${name}: unknown`],
	);
}
