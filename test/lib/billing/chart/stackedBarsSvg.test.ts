import { stackedBarsLayout } from '../../../../lib/billing/chart/stackedBars';
import { stackedBarsSvg } from '../../../../lib/billing/chart/stackedBarsSvg';
import { textWidth } from '../../../../lib/billing/chart/typeface';
import { CHARTS } from './charts';
import { readXml } from './readXml';

const inXml = (text: string) => text.replaceAll('\u0000', '\ufffd').replaceAll('\ud800', '\ufffd');

describe.each(Object.entries(CHARTS))('%s', (_, chart) => {
	const svg = stackedBarsSvg(chart);
	const elements = readXml(svg);
	const { marks } = stackedBarsLayout(chart);

	test('is one well-formed document that draws every mark and nothing from elsewhere', () => {
		expect(elements[0]).toMatchObject({
			name: 'svg',
			attributes: { xmlns: 'http://www.w3.org/2000/svg', viewBox: '0 0 1200 675' },
		});
		const boxes = elements.filter(({ name }) => name === 'rect').slice(1);
		expect(boxes.map(({ attributes }) => Number(attributes.height))).toEqual(
			marks.flatMap((mark) => (mark.kind === 'box' ? [mark.height] : [])),
		);
		expect(svg).not.toMatch(/<(?:script|image|use|style|foreignObject)|href|url\(|NaN|undefined/);
	});

	test('holds its texts, whatever their script', () => {
		const texts = elements.filter(({ name }) => name === 'text').map(({ text }) => text);
		expect(texts).toEqual(
			marks.flatMap((mark) => (mark.kind === 'text' ? [inXml(mark.text)] : [])),
		);
	});
});

test('each box says its series, bar and amount', () => {
	const svg = stackedBarsSvg({
		title: 'Spend & refunds',
		unit: 'USD',
		series: ['Text', 'R&D "lab"'],
		bars: [{ label: '1 Sep', values: [12.5, -0.25] }],
	});
	const elements = readXml(svg);
	const titles = elements.filter(({ name }) => name === 'title').map(({ text }) => text);
	expect(titles).toEqual([
		'Spend & refunds',
		'Text, 1 Sep: 12.5 USD',
		'R&D "lab", 1 Sep: −0.25 USD',
	]);
	expect(elements.find(({ name }) => name === 'desc')?.text).toBe(
		'Stacked bars in USD. Totals: 1 Sep 12.5 and −0.25. By series: Text 12.5; R&D "lab" −0.25.',
	);
	expect(elements[0]?.attributes).toMatchObject({
		role: 'img',
		'aria-labelledby': 'chart-title',
		'aria-describedby': 'chart-desc',
	});
});

test('texts keep their width in any typeface, except those whose width is not known', () => {
	const blank = { subtitle: '図形', unit: '', series: [], bars: [] };
	const elements = readXml(stackedBarsSvg({ ...blank, title: 'Spend' }));
	const lengths = elements
		.filter(({ name }) => name === 'text')
		.map(({ attributes }) => attributes);
	expect(Number(lengths[0]?.textLength)).toBeCloseTo(textWidth('title', 44, 'Spend'), 0);
	expect(lengths[1]).not.toHaveProperty('textLength');
});
