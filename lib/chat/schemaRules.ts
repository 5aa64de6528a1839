const ANY = { $ref: '#' };
const LIST = { type: 'array', items: ANY };
const MAP = { type: 'object', additionalProperties: ANY };
const TYPE = { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] };
const NUMBER = { type: 'number' };
const COUNT = { type: 'integer', minimum: 0 };
const LIMIT = { type: ['number', 'boolean'] };
const TEXT = { type: 'string' };

/** What a schema must be itself, in all drafts (JSON Schema 4 to 2020-12): what the validator would stumble over. */
export const RULES = {
	type: ['object', 'boolean'],
	properties: {
		...{ $id: TEXT, $ref: TEXT, $schema: TEXT, format: TEXT, pattern: TEXT },
		type: { anyOf: [TYPE, { type: 'array', items: TYPE, minItems: 1 }] },
		...{ properties: MAP, patternProperties: MAP, $defs: MAP, definitions: MAP },
		...{ dependentSchemas: MAP, additionalProperties: ANY, unevaluatedProperties: ANY },
		...{ propertyNames: ANY, additionalItems: ANY, unevaluatedItems: ANY, contains: ANY },
		...{ not: ANY, if: ANY, then: ANY, else: ANY },
		items: { if: { type: 'array' }, then: LIST, else: ANY },
		...{ anyOf: LIST, oneOf: LIST, allOf: LIST, prefixItems: LIST, enum: { type: 'array' } },
		required: { type: 'array', items: TEXT },
		...{ minimum: NUMBER, maximum: NUMBER, exclusiveMinimum: LIMIT, exclusiveMaximum: LIMIT },
		multipleOf: { type: 'number', exclusiveMinimum: 0 },
		...{ minLength: COUNT, maxLength: COUNT, minItems: COUNT, maxItems: COUNT },
		...{ minProperties: COUNT, maxProperties: COUNT, minContains: COUNT, maxContains: COUNT },
		uniqueItems: { type: 'boolean' },
	},
};
