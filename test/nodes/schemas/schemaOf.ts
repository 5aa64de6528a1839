/** The part of JSON Schema that n8n reads of an output schema. */
export interface JsonSchema {
	type: string;
	properties?: Record<string, JsonSchema>;
	items?: JsonSchema;
}

/** What JSON samples have in common: every field that any of them has; a field that is null in some has the type of the others. */
export function schemaOf(samples: unknown[]): JsonSchema {
	const known = samples.filter((sample) => sample !== null && sample !== undefined);
	const [first] = known;
	if (first === undefined) return { type: 'null' };
	if (Array.isArray(first)) {
		const entries = known.flatMap((sample) => (Array.isArray(sample) ? (sample as unknown[]) : []));
		return { type: 'array', ...(entries.length > 0 && { items: schemaOf(entries) }) };
	}
	if (typeof first !== 'object') return { type: typeof first };
	const fields = new Map<string, unknown[]>();
	for (const sample of known) {
		for (const [name, value] of Object.entries(sample as object)) {
			fields.set(name, [...(fields.get(name) ?? []), value]);
		}
	}
	const properties = [...fields].map(([name, values]) => [name, schemaOf(values)] as const);
	return { type: 'object', properties: Object.fromEntries(properties) };
}
