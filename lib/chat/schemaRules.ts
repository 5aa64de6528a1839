const ANY_SCHEMA = { $ref: '#' };
const SCHEMA_LIST = { type: 'array', items: ANY_SCHEMA };
const SCHEMA_MAP = { type: 'object', additionalProperties: ANY_SCHEMA };
export const SCHEMA_TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];
const TYPE_NAME = { enum: SCHEMA_TYPES };
const COUNT_VALUE = { type: 'integer', minimum: 0 };
const TEXT_VALUE = { type: 'string' };

/** The same rule for each of these keywords. */
const each = <T>(rule: T, keywords: string): Record<string, T> =>
	Object.fromEntries(keywords.split(' ').map((keyword) => [keyword, rule]));

/** What a schema must be itself, in all drafts (JSON Schema 4 to 2020-12): what the validator would stumble over. */
export const SCHEMA_OF_SCHEMAS = {
	type: ['object', 'boolean'],
	properties: {
		...each(TEXT_VALUE, '$id $ref $schema format pattern'),
		...each(SCHEMA_MAP, 'properties patternProperties $defs definitions dependentSchemas'),
		...each(ANY_SCHEMA, 'additionalProperties unevaluatedProperties propertyNames contains'),
		...each(ANY_SCHEMA, 'additionalItems unevaluatedItems not if then else'),
		...each(SCHEMA_LIST, 'anyOf oneOf allOf prefixItems'),
		...each(COUNT_VALUE, 'minLength maxLength minItems maxItems'),
		...each(COUNT_VALUE, 'minProperties maxProperties minContains maxContains'),
		...each({ type: 'number' }, 'minimum maximum'),
		...each({ type: ['number', 'boolean'] }, 'exclusiveMinimum exclusiveMaximum'),
		type: { anyOf: [TYPE_NAME, { type: 'array', items: TYPE_NAME, minItems: 1 }] },
		items: { if: { type: 'array' }, then: SCHEMA_LIST, else: ANY_SCHEMA },
		enum: { type: 'array' },
		required: { type: 'array', items: TEXT_VALUE },
		multipleOf: { type: 'number', exclusiveMinimum: 0 },
		uniqueItems: { type: 'boolean' },
	},
};
