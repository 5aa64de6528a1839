const text = { type: 'string' };
const status = { enum: ['open', 'closed'] };

/** Schemas of many kinds, with answers that follow them. */
export const SCHEMAS: Array<{ schema: Record<string, unknown>; good: unknown[] }> = [
	{ schema: {}, good: [{}] },
	{ schema: { type: 'object' }, good: [{ a: 1 }] },
	{
		schema: { type: 'object', properties: { status }, required: ['status'] },
		good: [{ status: 'open' }],
	},
	{
		schema: {
			type: 'object',
			properties: { id: { type: 'integer' } },
			additionalProperties: false,
		},
		good: [{ id: 1 }, {}],
	},
	{ schema: { type: 'object', required: ['constructor'] }, good: [{ constructor: 'x' }] },
	{
		schema: { type: 'object', properties: { constructor: text, name: text } },
		good: [{ name: 'Ada' }],
	},
	{ schema: { type: 'array', items: text }, good: [['Ada', 'open']] },
	{
		schema: { type: 'array', items: { type: 'number' }, minItems: 1, uniqueItems: true },
		good: [[0, 1, 12]],
	},
	{ schema: { type: ['string', 'null'] }, good: ['Ada', null] },
	{ schema: { type: 'string', minLength: 1, maxLength: 4 }, good: ['open'] },
	{ schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' }, good: ['2026-01-01'] },
	{ schema: { type: 'integer', minimum: 0, exclusiveMaximum: 12 }, good: [0, 7] },
	{ schema: { type: 'number', multipleOf: 0.5 }, good: [7.5, 12] },
	{ schema: { anyOf: [{ type: 'integer' }, { type: 'array', maxItems: 2 }] }, good: [1, [1, 2]] },
	{
		schema: {
			oneOf: [
				{ type: 'object', properties: { kind: { const: 'a' } }, required: ['kind'] },
				{ type: 'object', properties: { kind: { const: 'b' }, a: text }, required: ['kind', 'a'] },
			],
		},
		good: [{ kind: 'a' }, { kind: 'b', a: 'x' }],
	},
	{
		schema: {
			allOf: [{ type: 'object', required: ['id'] }, { not: { type: 'object', required: ['a'] } }],
		},
		good: [{ id: 1 }],
	},
	{
		schema: {
			$schema: 'https://json-schema.org/draft/2020-12/schema',
			$defs: {
				item: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
			},
			type: 'object',
			properties: { items: { type: 'array', items: { $ref: '#/$defs/item' } } },
			required: ['items'],
		},
		good: [{ items: [{ id: 1 }, { id: 12 }] }],
	},
	{
		schema: {
			type: 'object',
			properties: { a: text, items: { type: 'array', items: { $ref: '#' } } },
			additionalProperties: false,
		},
		good: [{ a: 'x', items: [{ a: 'y', items: [] }] }],
	},
	{
		schema: {
			type: 'object',
			patternProperties: { '^[a-i]': { type: ['string', 'number'] } },
			propertyNames: { maxLength: 6 },
			minProperties: 1,
		},
		good: [{ a: 1, id: 'x' }],
	},
	{
		schema: {
			type: 'object',
			properties: { status, tags: { type: 'array', contains: { const: 'Ada' }, items: text } },
			if: { properties: { status: { const: 'open' } }, required: ['status'] },
			then: { required: ['tags'] },
			else: { maxProperties: 1 },
		},
		good: [{ status: 'open', tags: ['Ada'] }, { status: 'closed' }],
	},
];
