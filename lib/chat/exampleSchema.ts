import { badInput } from '../core/failure';
import { isRecord, type Json } from '../core/record';

const SCHEMA_TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** Keywords that hold schemas (JSON Schema 2020-12 and before). */
const SCHEMA_LIST_KEYWORDS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const SCHEMA_KEYWORDS = new Set([
	...SCHEMA_LIST_KEYWORDS,
	...[
		'type',
		'properties',
		'required',
		'additionalProperties',
		'patternProperties',
		'items',
		'enum',
	],
	...['const', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'format', 'pattern'],
	...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength'],
	...['maxLength', 'minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
	...[
		'title',
		'description',
		'default',
		'examples',
		'$defs',
		'definitions',
		'$ref',
		'$schema',
		'$id',
	],
	...['$comment', 'nullable', 'deprecated', 'readOnly', 'writeOnly', 'dependentRequired'],
]);
/** Those that say nothing of a value: an example can have all of them. */
const ANNOTATION_KEYWORDS = [
	'title',
	'description',
	'default',
	'examples',
	'deprecated',
	'readOnly',
	'writeOnly',
];

/** A schema as it is, or the one that an example stands for. Throws a ServiceFailure where it could be either. */
export function toSchema(given: Json, label: string): Json {
	const kind = givenKindOf(given);
	if (kind === 'schema') return given;
	if (kind === 'example') return schemaOfExample(given, '', label);
	throw badInput(
		`${label} could be a schema or an example`,
		'Add "$schema" to a schema, with "type": "object" and its fields under "properties". An example has values in place of types, such as "Ada" or 5.',
	);
}

function givenKindOf(given: Json): 'schema' | 'example' | 'unclear' {
	if (Object.keys(given).length === 0 || isCertainlySchema(given)) return 'schema';
	const words = Object.keys(given).filter((key) => SCHEMA_KEYWORDS.has(key));
	const isAllWords = words.length === Object.keys(given).length;
	if (isAllWords && (isSchemaType(given.type) || Array.isArray(given.enum))) return 'schema';
	const isHalf = isAllWords && words.some((word) => !ANNOTATION_KEYWORDS.includes(word));
	return isHalf || isSchemaType(given.type) || containsSchema(given) ? 'unclear' : 'example';
}

/** Whether no example would look so. */
function isCertainlySchema(given: Json): boolean {
	const { $schema, $ref, properties, items, type } = given;
	if (typeof $schema === 'string' || (typeof $ref === 'string' && $ref.includes('#'))) return true;
	if (isRecord(properties) && Object.keys(properties).length > 0) {
		const values = Object.values(properties);
		if (values.every(looksLikeSchema)) return true;
	}
	if (type === 'object' && isRecord(properties) && Object.keys(properties).length === 0)
		return true;
	if (type === 'array' && isRecord(items) && looksLikeSchema(items)) return true;
	return SCHEMA_LIST_KEYWORDS.some((word) => {
		const list = given[word];
		return Array.isArray(list) && list.length > 0 && list.every(looksLikeSchema);
	});
}

function looksLikeSchema(value: unknown): boolean {
	if (typeof value === 'boolean') return true;
	if (!isRecord(value)) return false;
	const isPlain = Object.keys(value).every((key) => SCHEMA_KEYWORDS.has(key));
	return isPlain || isSchemaType(value.type) || isCertainlySchema(value);
}

function isSchemaType(type: unknown): boolean {
	const types: unknown[] = Array.isArray(type) ? type : [type];
	return types.length > 0 && types.every((one) => SCHEMA_TYPES.includes(one as string));
}

/** Whether a value of an example is what a schema has in that place. */
function containsSchema(value: unknown): boolean {
	const inner = Object.values(isRecord(value) || Array.isArray(value) ? value : {}) as unknown[];
	return inner.some(
		(one) =>
			(isRecord(one) && (isSchemaType(one.type) || isCertainlySchema(one))) || containsSchema(one),
	);
}

/** Objects with all their fields and no others, lists of what they hold, and values of the same type. */
function schemaOfExample(value: unknown, place: string, label: string): Json {
	if (Array.isArray(value)) {
		if (value.length === 0) throw incompleteExampleError(`an entry in the list "${place}"`, label);
		const all = value.map((one, index) => schemaOfExample(one, `${place}[${index}]`, label));
		const kinds = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
		const [items = {}] = kinds;
		return { type: 'array', items: kinds.length === 1 ? items : { anyOf: kinds } };
	}
	if (isRecord(value)) {
		const within = place === '' ? '' : `${place}.`;
		const fields = Object.entries(value).map(
			([name, inner]) => [name, schemaOfExample(inner, `${within}${name}`, label)] as const,
		);
		return {
			type: 'object',
			properties: Object.fromEntries(fields),
			required: Object.keys(value),
			additionalProperties: false,
		};
	}
	if (value === null)
		throw incompleteExampleError(`a value in place of null for "${place}"`, label);
	return { type: typeof value };
}

function incompleteExampleError(what: string, label: string) {
	return badInput(
		`${label} is an example and needs ${what}, which says what type belongs there`,
		'Complete the example, or give a schema.',
	);
}
