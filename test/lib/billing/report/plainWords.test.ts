import { readableProductNames } from '../../../../lib/billing/report/productNames';
import { slackText } from '../../../../lib/billing/report/slack';
import { madePage } from './page';

const names = (products: string[]) =>
	readableProductNames(products, [
		{ id: 'tts-basic', name: 'Speech Basic' },
		{ id: 'text-basic', name: 'Text Basic' },
		{ id: 'image-basic', name: 'Image Basic' },
	]);

type Use = [day: number, product: string, amount: number, units: number];

/** The report of the 25th, compared with the 24th. */
function reportOf(uses: Use[]) {
	const entries = uses
		.map(([day, sku, amount, units]) => ({
			...{ amount: -amount, currency: 'USD', sku, units },
			timestamp: `2026-10-${day}T10:00:00Z`,
		}))
		.sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
	const made = madePage({
		...{ entries, zone: 'UTC', now: '2026-10-26T06:00:00Z', withoutCharts: true },
		names: names(uses.map(([, product]) => product)),
	});
	return { ...made, usd: made.statement.currencies[0] };
}

it.each<[string, Use[]]>([
	[
		'Speech Basic: 0.0194 USD more (40,100 characters, before 35,250)',
		[
			[24, 'tts-basic-input-mchar', 0.141, 0.03525],
			[25, 'tts-basic-input-mchar', 0.1604, 0.0401],
		],
	],
	[
		'Text Basic: 0.01100 USD less (5,749 output tokens, before 11,249)',
		[
			[24, 'text-basic-output-mtoken', 0.022498, 0.011249],
			[25, 'text-basic-output-mtoken', 0.011498, 0.005749],
		],
	],
	[
		'Image Basic: 0.1000 USD more (10 images at 0.02 USD each, before 10 at 0.01)',
		[
			[24, 'image-basic-image', 0.1, 10],
			[25, 'image-basic-image', 0.2, 10],
		],
	],
	['Web search: 0.1400 USD more, new since 25 Oct 2026 (14 units)', [[25, 'web-search', 0.14, 14]]],
	[
		'Web search: 0.14000 USD less, no longer used (before 14 units)',
		[
			[24, 'web-search', 0.14, 14],
			[25, 'image-basic-image', 0.02, 1],
		],
	],
])('a change is put in words and whole units: %s', (sentence, uses) => {
	const { usd, html, statement } = reportOf(uses);
	expect(usd?.movers).toContain(sentence);
	expect(html).toContain(sentence);
	expect(slackText(statement)).toContain(sentence);
});

describe('the table of models', () => {
	const { usd, html, report } = reportOf([
		[24, 'image-basic-image', 0.1, 10],
		[24, 'text-basic-output-mtoken', 0.02, 0.01],
		[25, 'image-basic-image', 12, 1200],
		[25, 'web-search', 0.14, 14],
		[25, 'tts-basic-input-mchar', 0.0004, 0.0001],
	]);
	const rows = usd?.models?.groups.flatMap((group) => group.rows) ?? [];
	const cells = (name: string) => rows.find((row) => row.name.startsWith(name))?.cells;

	it('has what was used beside each charge, of a search too', () => {
		expect(usd?.models?.heads).toEqual(['Model', 'Spend', 'Share', 'Used', 'Change']);
		expect(cells('Web search')).toEqual(['0.14', '1.2%', '14 units', '+0.14']);
		for (const { used } of report.byModel ?? []) expect(used).toMatch(/^\d/);
	});

	it('shows no amount as less than another one', () => {
		expect(cells('Speech Basic')?.slice(0, 2)).toEqual(['0.0004', '0.0033%']);
		expect(html).not.toMatch(/&lt;\d/);
	});

	it('has a total below every column, to which the changes add up', () => {
		expect(usd?.models?.total).toEqual(['12.14', '100.0%', '3 charges', '+12.02']);
		expect(rows.map(({ cells: { 3: change } }) => change)).toEqual([
			...['+11.90', '+0.14', '+0.0004', '-0.02'],
		]);
		expect(usd?.models?.total).not.toContain('');
	});
});

it('a day with charges that name no call does not say that there was none', () => {
	const { usd } = reportOf([[25, 'web-search', 0.14, 14]]);
	expect(usd?.counts).toEqual([]);
	const { statement } = madePage({
		entries: [
			{ amount: -1, currency: 'USD', sku: 'a', units: 1, timestamp: '2026-10-25T10:00:00Z' },
		],
		...{ zone: 'UTC', now: '2026-10-26T06:00:00Z', days: 2, withoutCharts: true },
	});
	const days = statement.currencies[0]?.days?.groups.flatMap((group) => group.rows) ?? [];
	expect(days.map(({ cells: { 1: calls } }) => calls)).toEqual(['0', 'not stated', '0']);
});
