import { madePage } from './page';

/** A page of yesterday's charges, by currency. */
function pageOf(charges: Record<string, number[]>) {
	const entries = Object.entries(charges).flatMap(([currency, amounts]) =>
		amounts.map((amount) => ({
			...{ amount: -amount, currency, sku: 'web-search', units: 1 },
			timestamp: '2026-10-25T10:00:00Z',
		})),
	);
	const { html } = madePage({ entries, zone: 'UTC', now: '2026-10-26T06:00:00Z' });
	const openCharts = html.replace(/<details>.*?<\/details>/gs, '').match(/<figure>/g) ?? [];
	const folded = [...html.matchAll(/<summary>(Details in [^<]+)<\/summary>/g)].map(
		([, one]) => one,
	);
	return { html, folded, openCharts: openCharts.length };
}

it('a page of several currencies says what each is, and why they have charts of their own', () => {
	const { html, folded, openCharts } = pageOf({ USD: [1], DIEM: [0.5], BUNDLED_CREDITS: [0.001] });
	expect(html).toContain('<p class="note">Paid from the balance of the account.</p>');
	expect(html).toContain('<p class="note">Staked credit: 1 DIEM counts as 1 USD.</p>');
	expect(html).toContain('<bdi>Bundled credits</bdi></h2>');
	expect([folded, openCharts]).toEqual([[], 3]);
});

it.each([
	['less than a twentieth', { USD: [1], DIEM: [0.05] }, ['Details in DIEM']],
	['the larger part', { USD: [0.05], DIEM: [1] }, ['Details in USD']],
	['a twentieth', { USD: [0.95], DIEM: [0.05] }, []],
	['nothing but a refund', { USD: [1], BUNDLED_CREDITS: [-0.5] }, ['Details in bundled credits']],
])('folds up what is hardly used: %s', (_what, charges, expected) => {
	const { folded, openCharts } = pageOf(charges);
	expect(folded).toEqual(expected);
	expect(openCharts).toBe(2 - expected.length);
});

it.each([[{ USD: [1] }], [{ USD: [-1] }]])('explains and folds nothing of %j', (charges) => {
	const { html, folded } = pageOf(charges);
	expect(html).not.toContain('Paid from');
	expect(folded).toEqual([]);
});
