import { readSchema, schemaPaths } from './files';

interface Schema {
	type?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** Names of what is counted in a currency or in dollars. */
const AMOUNT_NAMES =
	/^(amount|amountCredited|balance|balanceAfter|budget|diem|lowestBalance|net|refunds|spend|threshold|totalDiem|totalUsd|unitPrice|usd)$|Usd$|^(usd|diem)[A-Z]/;

function amountsIn(schema: Schema, path: string): Array<[string, string | undefined]> {
	const own = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
		...(AMOUNT_NAMES.test(name) && inner.type !== 'object'
			? [[`${path}.${name}`, inner.type] as [string, string | undefined]]
			: []),
		...amountsIn(inner, `${path}.${name}`),
	]);
	return [...own, ...(schema.items ? amountsIn(schema.items, `${path}[]`) : [])];
}

it('every amount of every output is a number, which the If node of n8n compares without a conversion', () => {
	const amounts = schemaPaths().flatMap((path) =>
		amountsIn(JSON.parse(readSchema(path)) as Schema, path),
	);
	expect(amounts.length).toBeGreaterThan(100);
	expect(amounts.filter(([, type]) => type !== 'number' && type !== 'null')).toEqual([]);
});
