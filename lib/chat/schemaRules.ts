const ANY_SCHEMA = { $ref: '#' };
const SCHEMA_LIST = { type: 'array', items: ANY_SCHEMA };
const SCHEMA_MAP = { type: 'object', additionalProperties: ANY_SCHEMA };
const TYPE_NAME = { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] };
const NUMBER_VALUE = { type: 'number' };
const COUNT_VALUE = { type: 'integer', minimum: 0 };
const NUMBER_OR_BOOLEAN = { type: ['number', 'boolean'] };
const TEXT_VALUE = { type: 'string' };

/** What a schema must be itself, in all drafts (JSON Schema 4 to 2020-12): what the validator would stumble over. */
export const SCHEMA_OF_SCHEMAS = {
	type: ['object', 'boolean'],
	properties: {
		...{
			$id: TEXT_VALUE,
			$ref: TEXT_VALUE,
			$schema: TEXT_VALUE,
			format: TEXT_VALUE,
			pattern: TEXT_VALUE,
		},
		type: { anyOf: [TYPE_NAME, { type: 'array', items: TYPE_NAME, minItems: 1 }] },
		...{
			properties: SCHEMA_MAP,
			patternProperties: SCHEMA_MAP,
			$defs: SCHEMA_MAP,
			definitions: SCHEMA_MAP,
		},
		...{
			dependentSchemas: SCHEMA_MAP,
			additionalProperties: ANY_SCHEMA,
			unevaluatedProperties: ANY_SCHEMA,
		},
		...{
			propertyNames: ANY_SCHEMA,
			additionalItems: ANY_SCHEMA,
			unevaluatedItems: ANY_SCHEMA,
			contains: ANY_SCHEMA,
		},
		...{ not: ANY_SCHEMA, if: ANY_SCHEMA, then: ANY_SCHEMA, else: ANY_SCHEMA },
		items: { if: { type: 'array' }, then: SCHEMA_LIST, else: ANY_SCHEMA },
		...{
			anyOf: SCHEMA_LIST,
			oneOf: SCHEMA_LIST,
			allOf: SCHEMA_LIST,
			prefixItems: SCHEMA_LIST,
			enum: { type: 'array' },
		},
		required: { type: 'array', items: TEXT_VALUE },
		...{
			minimum: NUMBER_VALUE,
			maximum: NUMBER_VALUE,
			exclusiveMinimum: NUMBER_OR_BOOLEAN,
			exclusiveMaximum: NUMBER_OR_BOOLEAN,
		},
		multipleOf: { type: 'number', exclusiveMinimum: 0 },
		...{
			minLength: COUNT_VALUE,
			maxLength: COUNT_VALUE,
			minItems: COUNT_VALUE,
			maxItems: COUNT_VALUE,
		},
		...{
			minProperties: COUNT_VALUE,
			maxProperties: COUNT_VALUE,
			minContains: COUNT_VALUE,
			maxContains: COUNT_VALUE,
		},
		uniqueItems: { type: 'boolean' },
	},
};
