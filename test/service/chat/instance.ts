type Schema = Record<string, unknown>;

const DEEPEST = 8;

/** A value that a JSON Schema describes: the first enum member, the first branch, one item, all properties. */
export function instanceOf(schema: unknown, name = 'value', root = schema, depth = 0): unknown {
	if (!isSchema(schema) || depth > DEEPEST) return null;
	if (schema.const !== undefined) return schema.const;
	if (Array.isArray(schema.enum)) return firstOf(schema.enum);
	if (typeof schema.$ref === 'string') {
		return instanceOf(follow(root, schema.$ref), name, root, depth + 1);
	}
	const branches = schema.anyOf ?? schema.oneOf;
	if (Array.isArray(branches)) return instanceOf(branches[0], name, root, depth + 1);
	switch (typeOf(schema)) {
		case 'object': {
			const properties = isSchema(schema.properties) ? schema.properties : {};
			const entries = Object.entries(properties).map(([key, inner]) => {
				return [key, instanceOf(inner, key, root, depth + 1)] as const;
			});
			return Object.fromEntries(entries);
		}
		case 'array':
			return [instanceOf(schema.items, name, root, depth + 1)];
		case 'integer':
		case 'number':
			return typeof schema.minimum === 'number' ? schema.minimum : 1;
		case 'boolean':
			return true;
		case 'null':
			return null;
		default:
			return `sample ${name}`;
	}
}

/** Takes the schema out of its wrapper `{ name, strict, schema }`, if it has one. */
export function unwrapSchema(given: Schema): Schema {
	return isSchema(given.schema) ? given.schema : given;
}

function isSchema(value: unknown): value is Schema {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeOf(schema: Schema): unknown {
	if (Array.isArray(schema.type)) return firstOf(schema.type);
	return schema.type ?? (schema.properties ? 'object' : schema.items ? 'array' : 'string');
}

function firstOf(list: readonly unknown[]): unknown {
	return list[0];
}

function follow(root: unknown, pointer: string): unknown {
	let place = root;
	for (const step of pointer.replace(/^#\/?/, '').split('/')) {
		place = isSchema(place) ? place[step] : undefined;
	}
	return place;
}
