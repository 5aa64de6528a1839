import { entryMatcher, matchesPattern } from '../../../lib/billing/entryFilter';

describe('matchesPattern', () => {
	it.each<[string, string, boolean]>([
		['text-basic-input-mtoken', 'text-basic-input-mtoken', true],
		['text-basic-input-mtoken', 'text-basic', false],
		['text-basic-input-mtoken', 'text-*', true],
		['text-basic-input-mtoken', '*-input-*', true],
		['text-basic-input-mtoken', '*-output-*', false],
		['Text-Basic', 'tEXT-*', true],
		['abc', '*', true],
		['', '*', true],
		['abc', 'ab*bc', false],
		['abbc', 'ab*bc', true],
		['aXbYc', 'a*b*c', true],
		['aXcYb', 'a*b*c', false],
		['a.c', 'a.c', true],
		['abc', 'a.c', false],
		['a+b(c', 'a+*(c', true],
	])('%s fits %s: %s', (text, pattern, fits) => {
		expect(matchesPattern(text, pattern)).toBe(fits);
	});

	it('takes no longer for a hostile pattern', () => {
		// A pattern that backtracks would not come to its end here.
		expect(matchesPattern('a'.repeat(50_000), `${'*a'.repeat(5_000)}*b`)).toBe(false);
	});
});

describe('entryFilter', () => {
	const entry = (amount: number, sku = 'image-basic-image') => ({ timestamp: '', amount, sku });

	it('takes all when nothing is asked for, refunds too', () => {
		expect([entry(-1), entry(0), entry(1)].map(entryMatcher({}))).toEqual([true, true, true]);
	});

	it.each([
		[-0.3, true],
		[-0.30000000000000004, true],
		[-0.29999999999999999, true],
		[-0.2999999999999999, false],
		[0.5, false],
	])('compares %d with a smallest amount of 0.3', (amount, fits) => {
		expect(entryMatcher({ minAmount: 0.3 })(entry(amount))).toBe(fits);
	});

	it('asks for both', () => {
		const wanted = entryMatcher({ product: 'image-*', minAmount: 1 });
		expect([entry(-2), entry(-0.5), entry(-2, 'web-search')].map(wanted)).toEqual([
			true,
			false,
			false,
		]);
	});

	it('refuses an amount that is no number', () => {
		const wanted = entryMatcher({ minAmount: 1 });
		expect(() => wanted({ timestamp: '', amount: 'much' })).toThrow(/amount is not a number/);
	});
});
