import type { BoxMark, Drawing, Mark, TextMark } from '../../../../lib/billing/chart/drawing';
import { stackedBarsLayout } from '../../../../lib/billing/chart/stackedBars';
import { stackLayers } from '../../../../lib/billing/chart/piles';
import { textWidth } from '../../../../lib/billing/chart/typeface';
import { CHARTS } from './charts';

type Edges = Record<'left' | 'right' | 'top' | 'bottom', number>;

function edges(mark: Mark): Edges {
	const { x, y } = mark;
	if (mark.kind === 'box')
		return { left: x, right: x + mark.width, top: y, bottom: y + mark.height };
	const width = textWidth(mark.face, mark.size, mark.text);
	const left = x - { start: 0, middle: 0.5, end: 1 }[mark.anchor] * width;
	return { left, right: left + width, top: y - mark.size * 0.75, bottom: y + mark.size * 0.2 };
}

const texts = ({ marks }: Drawing, role?: TextMark['role']) =>
	marks.filter((mark) => mark.kind === 'text').filter((text) => !role || text.role === role);

const boxes = ({ marks }: Drawing, role: BoxMark['role']) =>
	marks.filter((mark) => mark.kind === 'box').filter((box) => box.role === role);

const meet = (a: Edges, b: Edges) =>
	a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

describe.each(Object.entries(CHARTS))('%s', (_, chart) => {
	const drawing = stackedBarsLayout(chart);

	test('everything lies within the picture, boxes on whole pixels', () => {
		for (const mark of drawing.marks) {
			const { left, right, top, bottom } = edges(mark);
			expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
			expect(right).toBeLessThanOrEqual(drawing.width);
			expect(bottom).toBeLessThanOrEqual(drawing.height);
			if (mark.kind !== 'box') continue;
			expect([mark.x, mark.y, mark.width, mark.height].every(Number.isInteger)).toBe(true);
		}
	});

	test('it shows its title, and a subtitle if it has one', () => {
		const shown = [texts(drawing, 'title'), texts(drawing, 'subtitle')];
		expect(shown.map(({ length }) => length)).toEqual([1, chart.subtitle ? 1 : 0]);
	});

	test('no text touches another', () => {
		const all = texts(drawing).map((text) => ({ text, ...edges(text) }));
		const pairs = all.flatMap((one, index) =>
			all.slice(index + 1).map((other) => [one, other] as const),
		);
		const touching = pairs.filter(([one, other]) => meet(one, other));
		expect(touching.map(([one, other]) => [one.text, other.text])).toEqual([]);
	});

	test('no box of a bar covers a text or another box of a bar', () => {
		const segments = boxes(drawing, 'segment')
			.filter(({ height }) => height > 0)
			.map(edges);
		for (const text of texts(drawing).map(edges)) {
			expect(segments.filter((segment) => meet(segment, text))).toEqual([]);
		}
		const ordered = segments.toSorted((a, b) => a.left - b.left || a.top - b.top);
		const covered = ordered.filter((box, index) => {
			const next = ordered[index + 1];
			return next !== undefined && meet(box, next);
		});
		expect(covered).toEqual([]);
	});

	test('every series is in the legend in its colour, and type is large', () => {
		const named = chart.series.length + (chart.limit === undefined ? 0 : 1);
		expect(texts(drawing, 'legend')).toHaveLength(named);
		const colors = boxes(drawing, 'swatch').map(({ color }) => color);
		expect(new Set(colors).size).toBe(chart.series.length);
		for (const { size } of texts(drawing)) expect(size).toBeGreaterThanOrEqual(26);
	});

	test('every amount has a box, and every bar with an amount is seen', () => {
		const layers = chart.bars.map(({ values }) => stackLayers(values, chart.series.length));
		const segments = boxes(drawing, 'segment');
		expect(segments).toHaveLength(layers.flat().length);
		const seen = new Set(segments.filter(({ height }) => height > 0).map(({ x }) => x));
		expect(seen.size).toBe(layers.filter((pile) => pile.length > 0).length);
	});
});

const limited = Object.entries(CHARTS).filter(([, { limit }]) => limit !== undefined);

test.each(limited)('%s: the line crosses the chart at its height, without a gap', (_, chart) => {
	const drawing = stackedBarsLayout(chart);
	const [line, ...others] = boxes(drawing, 'limit').filter(({ about }) => about !== undefined);
	expect(others).toEqual([]);
	const value = chart.limit?.value ?? NaN;
	expect(line?.about).toContain(`: ${value} USD`);
	const [zero, top] = [pixelsOf(drawing, '0'), pixelsOf(drawing, highest(drawing))];
	const middle = (line?.y ?? NaN) + (line?.height ?? NaN) / 2;
	const share = value / Number(highest(drawing));
	expect(Math.abs(middle - (zero + (top - zero) * share))).toBeLessThanOrEqual(1);
	const [swatch] = boxes(drawing, 'limit').filter(({ about }) => about === undefined);
	expect(swatch?.height).toBeLessThan(boxes(drawing, 'swatch')[0]?.height ?? 0);
});

const highest = (drawing: Drawing) => texts(drawing, 'tick').at(-1)?.text ?? '';

const simple = (values: number[][]) =>
	stackedBarsLayout({
		title: 'T',
		unit: 'USD',
		series: ['a', 'b', 'c'],
		bars: values.map((bar, index) => ({ label: `${index}`, values: bar })),
	});

function pixelsOf(drawing: Drawing, tick: string): number {
	const line = texts(drawing, 'tick').find(({ text }) => text === tick);
	return (line?.y ?? NaN) - 10;
}

test('a pile ends at the sum of its amounts on the axis', () => {
	const drawing = simple([
		[10, 20, 10],
		[0, 5, 45],
	]);
	const tops = [40, 50].map((sum) => pixelsOf(drawing, `${sum}`));
	const piles = [0, 1].map((bar) => {
		const centre = texts(drawing, 'label')[bar]?.x ?? NaN;
		return boxes(drawing, 'segment').filter(({ x, width }) => x < centre && centre < x + width);
	});
	expect(piles.map((pile) => Math.min(...pile.map(({ y }) => y)))).toEqual(tops);
	for (const pile of piles) {
		const bottoms = pile.map(({ y, height }) => y + height);
		expect(Math.max(...bottoms)).toBe(pixelsOf(drawing, '0'));
	}
	expect(texts(drawing, 'total').map(({ text }) => text)).toEqual(['40', '50']);
	expect(piles.map((pile) => pile.length)).toEqual([3, 2]);
});

test('refunds hang below zero, with their own sum', () => {
	const drawing = simple([[10, -4, -6]]);
	const [spend, ...refunds] = boxes(drawing, 'segment').map(edges);
	expect([spend?.top, spend?.bottom]).toEqual([pixelsOf(drawing, '10'), pixelsOf(drawing, '0')]);
	expect(Math.min(...refunds.map(({ top }) => top))).toBe(pixelsOf(drawing, '0'));
	expect(Math.max(...refunds.map(({ bottom }) => bottom))).toBe(pixelsOf(drawing, '−10'));
	expect(texts(drawing, 'total').map(({ text }) => text)).toEqual(['10', '−10']);
});

test('an amount too small for a pixel is seen in the colour of its largest part', () => {
	const drawing = simple([
		[1000, 0, 0],
		[0.001, 0.002, 0.001],
		[0, 0, 0],
	]);
	const [, first, second, third] = boxes(drawing, 'segment');
	expect([first?.height, second?.height, third?.height]).toEqual([0, 3, 0]);
	expect((second?.y ?? 0) + 3).toBe(pixelsOf(drawing, '0'));
});

test('long names and titles end in an ellipsis, others stay whole', () => {
	const drawing = stackedBarsLayout(CHARTS.names ?? { title: '', unit: '', series: [], bars: [] });
	const [name, second] = texts(drawing, 'legend').map(({ text }) => text);
	expect(name).toMatch(/^a-very-long-vendor\/.+-0925$/);
	expect(second).toBe('Генерация текста');
	const series = Array.from({ length: 8 }, (_, index) => `${index} ${'long name '.repeat(4)}`);
	const many = stackedBarsLayout({ ...CHARTS['one day'], title: '', unit: '', series, bars: [] });
	const cut = texts(many, 'legend').map(({ text }) => text);
	expect(cut).toHaveLength(8);
	for (const text of cut) expect(text).toMatch(/^\d long .*…$/);
	expect(texts(drawing, 'title')[0]?.text).toMatch(/^Ausgaben nach .+…$/);
});

test('products of one model have different names in the legend', () => {
	const chart = CHARTS['products of few models'] ?? { title: '', unit: '', series: [], bars: [] };
	const names = texts(stackedBarsLayout(chart), 'legend').map(({ text }) => text);
	expect(new Set(names).size).toBe(8);
	expect(names.filter((name) => /inp/.test(name))).toHaveLength(4);
	expect(names.filter((name) => /outp/.test(name))).toHaveLength(3);
	const long = [1, 2].map((end) => `${'the same begin of a name '.repeat(9)}${end}`);
	const cut = texts(stackedBarsLayout({ ...chart, series: long }), 'legend');
	expect(cut.map(({ text }) => text.slice(-2))).toEqual([' 1', ' 2']);
	for (const { text } of cut) expect(text).toContain('…');
});
