import { readFileSync } from 'node:fs';

import { readSchema, schemaPaths } from './files';

interface Schema {
	type?: string;
	properties?: Record<string, Schema>;
	items?: Schema;
}

/** Names of what is counted in a currency or in dollars. */
const AMOUNT_NAMES =
	/^(amount|amountCredited|balance|balanceAfter|budget|diem|lowestBalance|net|refunds|spend|threshold|totalDiem|totalUsd|unitPrice|usd)$|(Usd|alanceAfter|alanceBefore)$|^(usd|diem)[A-Z]/;

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

it('so is every amount of the other forms, but for those that are what the service sends', () => {
	const own = readFileSync('docs/outputs.md', 'utf8')
		.split(/^## /m)
		.filter((section) => !/^.*Simplify off$/m.test(section.split('\n')[0] ?? ''));
	const rows = own.flatMap((section) => [...section.matchAll(/^\| `([^`]+)` \| (\w+)/gm)]);
	const amounts = rows.filter(([, path = '']) => AMOUNT_NAMES.test(path.split('.').at(-1) ?? ''));
	expect(amounts.length).toBeGreaterThan(3);
	expect(amounts.filter(([, , type]) => !/^(number|null|object)$/.test(type ?? ''))).toEqual([]);
});
