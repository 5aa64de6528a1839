import { seededHistory } from './history';
import { madePage } from './page';

const zone = 'Europe/Berlin';
const now = '2026-10-26T06:15:00.000Z';
const at = Date.parse(now);
const history = { seed: 3, entries: 3000, from: at - 61 * 86_400_000, to: at, moments: [] };

interface Table {
	caption: string;
	rows: string[][];
}

const words = (html: string) =>
	html
		.replace(/<small>.*?<\/small>/gs, '')
		.replace(/<[^>]*>/g, '')
		.replace(/&(\w+|#39);/g, (_, name: string) => ({ lt: '<', gt: '>', amp: '&' })[name] ?? '"');

const cells = (row: string) =>
	[...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, one = '']) => words(one));

const rows = (html = '') =>
	// The parts of a model add up to it, and not with it.
	[...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) => cells(row));

function tablesOf(html: string): Table[] {
	return [...html.matchAll(/<table.*?<\/table>/gs)].map(([table]) => {
		return {
			caption: words(/<caption>(.*?)(?: <span|<\/caption>)/s.exec(table)?.[1] ?? ''),
			rows: rows(/<tbody>.*<\/tbody>/s.exec(table)?.[0]),
		};
	});
}

describe('the page of a report', () => {
	const groups = ['product', 'day', 'hour'];
	const { html } = madePage({
		entries: seededHistory(history),
		...{ zone, now, period: 'last30Days', groups, top: 5 },
	});
	const tables = tablesOf(html);

	it('leaves no card alone in its row', () => {
		const lists = [...html.matchAll(/<dl style="--columns:(\d)">(.*?)<\/dl>/gs)];
		expect(lists).toHaveLength(3);
		for (const [, columns, list = ''] of lists) {
			expect((list.match(/<dt>/g)?.length ?? 0) % Number(columns)).not.toBe(1);
		}
	});

	it('counts no calls of a product whose charges name no request', () => {
		const entry = { amount: -0.03, currency: 'USD', sku: 'web-search', units: 3, timestamp: now };
		const page = madePage({ entries: [entry], zone: 'UTC', now: '2026-10-27T06:00:00Z' });
		expect(page.report.byProduct?.[0]).toMatchObject({ product: 'web-search', calls: null });
	});

	it('has a table of products, of days and of hours for each currency', () => {
		expect(tables.map(({ caption }) => caption)).toEqual(
			['USD', 'DIEM', 'bundled credits'].flatMap((currency) =>
				['Models and services', 'Days', 'Hours'].map((what) => `${what} in ${currency}`),
			),
		);
		expect(tables[1]?.rows).toHaveLength(30);
		expect(tables[1]?.rows[0]?.[0]).toBe('26 Sep 2026');
		expect(tables[2]?.rows[0]?.[0]).toMatch(/^\d\d:00–\d\d:00$/);
	});

	it('has a scope in every head, names the zone once, and describes each chart', () => {
		expect(html.match(/<th(?!ead| scope="(?:col|row|rowgroup)")/g)).toBeNull();
		expect(html.match(/Europe\/Berlin/g)).toHaveLength(1);
		expect(html).toContain(
			'26 Sep – 25 Oct 2026 (Europe/Berlin). Compared with 27 Aug – 25 Sep 2026.',
		);
		const charts = [...html.matchAll(/<svg .*?<\/svg>/gs)].map(([svg]) => svg);
		expect(charts).toHaveLength(2 * 3);
		for (const chart of charts) {
			const id = /<svg [^>]*role="img" aria-labelledby="(.+?)-title"/.exec(chart)?.[1];
			expect(html.split(`id="${id}-title"`)).toHaveLength(2);
			expect(chart).toMatch(/<desc [^>]*>Stacked bars in .+ Totals: 26 Sep [\d.,KM]+; 27 Sep /);
		}
	});

	it('folds up a list that is longer than a month', () => {
		expect(html.match(/<details><summary>Hours in [^<]+ \(\d+ hours\)/g)).toHaveLength(3);
	});
});

describe('a page of hostile words', () => {
	const names = [
		'<script>alert(1)</script>',
		'"><img src=x onerror=alert(1)>',
		'constructor',
		'__proto__',
		'\u0000\u001b\ud800',
		'x'.repeat(50_000),
		'&lt;',
		'',
	];
	const currencies = ['<!channel>', 'constructor', '__proto__', 'W'.repeat(50_000), '</style>'];
	const entries = currencies.flatMap((currency) =>
		names.map((sku) => ({
			...{ amount: -1, currency, sku, units: 1, timestamp: '2026-10-25T10:00:00Z' },
		})),
	);
	const { report, html } = madePage({ entries, zone, now, groups: ['product', 'day', 'hour'] });

	it('is made, with a part for every currency', () => {
		expect(report.currencies).toHaveLength(5);
		expect(html.match(/<section /g)).toHaveLength(5);
		expect(html.length).toBeLessThan(300_000);
	});

	it('has no element and no attribute that the page itself does not write', () => {
		const tags = new Set([...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, tag]) => tag));
		const own =
			'html head meta title style body main header h1 p section h2 h3 bdi dl div dt dd figure ul li svg desc rect text table caption span thead tr th tbody td tfoot';
		expect([...tags].filter((tag) => !own.split(' ').includes(String(tag)))).toEqual([]);
		expect(html).not.toMatch(/<[^>]+ (?:on\w+|src|href)=/);
		expect(html.match(/<\/style>/g)).toHaveLength(1);
		expect(html).toContain("default-src 'none'");
	});

	it('shows them as they are, cut where they are long', () => {
		expect(html).toContain('<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>');
		expect(html).toContain('<bdi>constructor</bdi>');
		expect(html).toContain('<bdi>(no name)</bdi>');
		expect(html).toContain(`<bdi>${'x'.repeat(119)}…</bdi>`);
		// Control characters and half characters are no part of a page.
		expect(html).not.toMatch(/(?![\n\t])\p{Cc}|\p{Cs}/u);
	});
});

test('a page of nothing says so in a few lines', () => {
	const { html } = madePage({ entries: [], zone, now, groups: ['product', 'day', 'hour'] });
	expect(html).toContain('<dt>Spend</dt><dd>0.00 USD</dd>');
	expect(html).not.toMatch(/<table|<svg/);
});
