import { badInput } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { jsonObject } from '../fields/parseJson';
import { rejectInvalidSchema } from './checkAnswer';
import { toSchema } from './exampleSchema';

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
		throw badInput('Response Format is JSON Schema, so JSON Schema must not be empty');
	}
	return jsonObject(value, SCHEMA_LABEL);
}

/** The schema that the answer to a request must follow; undefined where it asks for none. */
export function requestedSchema(body: unknown): Json | undefined {
	const format = isRecord(body) && isRecord(body.response_format) ? body.response_format : {};
	const { schema } = isRecord(format.json_schema) ? format.json_schema : {};
	return format.type === 'json_schema' && isRecord(schema) ? schema : undefined;
}
