import type { IExecutePaginationFunctions, IGetNodeParameterOptions } from 'n8n-workflow';

import { itemContext } from '../../../lib/core/execution';

const SET: Record<string, unknown> = {
	fixed: 'a text',
	number: 0,
	expression: '={{ $json.text }}',
	empty: {},
	rows: [],
	collection: { text: '={{ $json.text }}' },
};

/** n8n's context of an item: it evaluates a parameter unless it is asked for the raw one. */
class Context {
	readonly item = 3;

	getNodeParameter(name: string, fallback?: unknown, options?: IGetNodeParameterOptions): unknown {
		const value = SET[name] ?? fallback;
		if (value === undefined) throw new Error(`Could not get parameter "${name}"`);
		if (options?.rawExpressions) return value;
		return { evaluated: value, item: this.item, extracts: options?.extractValue === true };
	}
}

const context = itemContext(new Context() as unknown as IExecutePaginationFunctions);

test.each(['fixed', 'number'])('a %s parameter is returned as it is', (name) => {
	expect(context.getNodeParameter(name)).toBe(SET[name]);
});

test('an empty collection is a new one, which its reader may change', () => {
	for (const name of ['empty', 'rows']) {
		const value = context.getNodeParameter(name);
		expect(value).toEqual(SET[name]);
		expect(value).not.toBe(SET[name]);
	}
});

test.each(['expression', 'collection'])('n8n evaluates an %s for the item', (name) => {
	const value = context.getNodeParameter(name);
	expect(value).toEqual({ evaluated: SET[name], item: 3, extracts: false });
});

test('n8n gets the options of a reader', () => {
	const value = context.getNodeParameter('fixed', '', { extractValue: true });
	expect(value).toEqual({ evaluated: 'a text', item: 3, extracts: true });
});

test('a parameter that is not set has the default of its reader, or there is an error', () => {
	expect(context.getNodeParameter('missing', 5)).toBe(5);
	expect(() => context.getNodeParameter('missing')).toThrow('Could not get parameter "missing"');
});
