import { badInput } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { jsonObject } from '../fields/parseJson';
import { rejectInvalidSchema } from './checkAnswer';
import { SCHEMA_OF_SCHEMAS, SCHEMA_TYPES } from './schemaRules';

const RESPONSE_FORMATS = ['text', 'json_object', 'json_schema'];

/**
 * The `response_format` of a request, or undefined for text, which every answer is otherwise; a bare schema, or that of an example, is wrapped as
 * the chat convention has it (docs/maintainers/service.md#chat). Throws a ServiceFailure.
 */
export function responseFormat(type: unknown, jsonSchema: unknown): Json | undefined {
	if (type === '' || type === undefined || type === 'text') return undefined;
	if (typeof type !== 'string' || !RESPONSE_FORMATS.includes(type)) {
		throw badInput(
			`Response Format must be one of ${RESPONSE_FORMATS.join(', ')}, but "${String(type)}" was given`,
			'Choose one of them in Response Format.',
		);
	}
	if (type !== 'json_schema') return { type };
	return { type, json_schema: wrappedSchema(parseSchemaParameter(jsonSchema)) };
}

const SCHEMA_LABEL = 'JSON Schema';

/** What a schema may be wrapped in. */
const WRAPPER_FIELDS = ['name', 'description', 'strict', 'schema'];

function wrappedSchema(given: Json): Json {
	const isWrapped =
		isRecord(given.schema) && Object.keys(given).every((key) => WRAPPER_FIELDS.includes(key));
	const inner = isWrapped && isRecord(given.schema) ? given.schema : given;
	const schema = toSchema(inner, SCHEMA_LABEL);
	rejectInvalidSchema(schema, SCHEMA_LABEL);
	return isWrapped ? { ...given, schema } : { name: 'answer', strict: true, schema };
}

function parseSchemaParameter(value: unknown): Json {
	if (value === undefined || (typeof value === 'string' && value.trim() === '')) {
		throw badInput(
			'Response Format is JSON Schema, so JSON Schema must not be empty',
			'Enter a schema, or set Response Format to JSON Object or Text.',
		);
	}
	return jsonObject(value, SCHEMA_LABEL);
}

/** The schema that the answer to a request must follow; undefined where it asks for none. */
export function requestedSchema(body: unknown): Json | undefined {
	const format = isRecord(body) && isRecord(body.response_format) ? body.response_format : {};
	const { schema } = isRecord(format.json_schema) ? format.json_schema : {};
	return format.type === 'json_schema' && isRecord(schema) ? schema : undefined;
}

const SCHEMA_LIST_KEYWORDS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
/** Keywords that say nothing of a value: an example can have all of them. */
const ANNOTATION_KEYWORDS = [
	...['title', 'description', 'default', 'examples'],
	...['deprecated', 'readOnly', 'writeOnly'],
];
const SCHEMA_KEYWORDS = new Set([
	...[...Object.keys(SCHEMA_OF_SCHEMAS.properties), ...ANNOTATION_KEYWORDS],
	...['const', '$comment', 'nullable', 'dependentRequired'],
]);

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
