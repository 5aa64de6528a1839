import { jsonObject } from '../fields/parseJson';
import { isRecord } from '../base/record';
import { badInput } from '../base/failure';

const FORMATS = ['text', 'json_object', 'json_schema'];

/**
 * The `response_format` of a request, or undefined for text, which every answer is otherwise; a bare schema is wrapped as the chat convention
 * has it (docs/service.md#chat). Throws a ServiceFailure.
 */
export function responseFormat(
	type: unknown,
	jsonSchema: unknown,
): Record<string, unknown> | undefined {
	if (type === '' || type === undefined || type === 'text') return undefined;
	if (typeof type !== 'string' || !FORMATS.includes(type)) {
		throw badInput(
			`Response Format must be one of ${FORMATS.join(', ')}, but "${String(type)}" was given`,
		);
	}
	if (type !== 'json_schema') return { type };
	const schema = schemaOf(jsonSchema);
	const wrapped = isRecord(schema.schema) ? schema : { name: 'answer', strict: true, schema };
	return { type, json_schema: wrapped };
}

function schemaOf(value: unknown): Record<string, unknown> {
	if (value === undefined || (typeof value === 'string' && value.trim() === '')) {
		throw badInput('Response Format is JSON Schema, so JSON Schema must not be empty');
	}
	return jsonObject(value, 'JSON Schema');
}
