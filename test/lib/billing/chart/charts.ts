import type { StackedBars } from '../../../../lib/billing/chart/stackedBars';

const PRODUCTS = [
	'Text',
	'Images',
	'Video',
	'Speech',
	'Transcripts',
	'Vectors',
	'Search',
	'Others',
];

/** Amounts that look random and are the same in every run. */
function amounts(bars: number, series: number, unit: number): number[][] {
	let seed = 7;
	return Array.from({ length: bars }, () =>
		Array.from({ length: series }, (_, index) => {
			seed = (seed * 1664525 + 1013904223) % 2 ** 32;
			return ((seed / 2 ** 32) * 20 * unit) / (index + 1);
		}),
	);
}

function chart(
	bars: number,
	series: number,
	unit = 1,
	change: Partial<StackedBars> = {},
): StackedBars {
	return {
		title: 'Spend by product',
		subtitle: '1 to 30 September 2026 (Europe/Berlin)',
		unit: 'USD',
		series: PRODUCTS.slice(0, series),
		bars: amounts(bars, series, unit).map((values, index) => ({
			label: `${index + 1} Sep`,
			values,
		})),
		...change,
	};
}

const hours = chart(48, 3, 0.001);
const refunds = chart(10, 3);

/** The charts that were looked at. */
export const CHARTS: Record<string, StackedBars> = {
	'one day': chart(1, 4),
	'seven days': chart(7, 5),
	'a month': chart(31, 5),
	'48 hours': {
		...hours,
		bars: hours.bars.map((bar, index) => ({ ...bar, label: `${index % 24}:00`.padStart(5, '0') })),
	},
	'62 days': chart(62, 3),
	'a year of days': chart(366, 2),
	'one series': chart(14, 1, 1e7),
	'eight series': chart(30, 8),
	'zero only': chart(7, 2, 0),
	'no bars': chart(0, 0),
	refunds: {
		...refunds,
		bars: refunds.bars.map(({ label, values }, bar) => ({
			label,
			values: values.map((value, index) => ((bar * 3 + index) % 5 === 1 ? -value : value)),
		})),
	},
	'refunds only': chart(3, 2, -1),
	huge: chart(5, 2, 1e20),
	tiny: chart(5, 2, 1e-9),
	'one day towers over the others': {
		...chart(31, 3, 0.001),
		bars: chart(31, 3, 0.001).bars.map((bar, index) =>
			index === 20 ? { ...bar, values: [900, 200, 50] } : bar,
		),
	},
	'not numbers': chart(3, 3, 1, {
		bars: [
			{ label: 'a', values: [NaN, Infinity, -Infinity] },
			{ label: 'b', values: [] },
			{ label: 'c', values: [1, 2, 3, 4] },
		],
	}),
	'products of few models': chart(12, 8, 1, {
		series: [
			...['vendor-alpha-large-70b', 'vendor-alpha-large-9b', 'vendor-beta'].flatMap((model) => [
				`${model}-llm-input-mtoken`,
				`${model}-llm-output-mtoken`,
			]),
			'vendor-beta-llm-cached-input-mtoken',
			'Others',
		],
	}),
	'a month with a budget': chart(31, 5, 1, {
		limit: { name: 'Budget', value: 25 },
	}),
	'a budget far above the bars': chart(4, 7, 0.001, {
		limit: { name: 'Budget', value: 100 },
	}),
	names: chart(12, 8, 1, {
		title: 'Ausgaben nach Produkt für die Abteilung Übersetzung und Qualitätssicherung',
		subtitle: undefined,
		unit: 'BUNDLED_CREDITS',
		series: [
			'a-very-long-vendor/and-an-even-longer-model-name-with-suffix-instruct-0925',
			'Генерация текста',
			'図形生成 v2',
			'🚀 rocket 👩‍👩‍👧',
			'Ελληνικά',
			'العربية',
			'Łódź naïve ﬁne',
			'<script>&"\u0000\ud800',
		],
		bars: chart(12, 8).bars.map((bar) => ({ ...bar, label: `the long label of ${bar.label}` })),
	}),
};
