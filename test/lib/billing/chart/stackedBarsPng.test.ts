import { inflateSync } from 'node:zlib';
import type { BoxMark } from '../../../../lib/billing/chart/drawing';
import { type StackedBars, stackedBarsLayout } from '../../../../lib/billing/chart/stackedBars';
import { stackedBarsPng } from '../../../../lib/billing/chart/stackedBarsPng';
import { sample } from '../../../rounds';
import { CHARTS } from './charts';

/** A picture as a decoder of someone else's sees it: the colour of any pixel. */
async function decoded(file: Buffer) {
	const { decode } = await import('fast-png');
	const image = decode(file, { checkCrc: true });
	const pixels = Buffer.from(image.data.buffer, image.data.byteOffset);
	const at = (x: number, y: number) =>
		`#${pixels.toString('hex', 3 * (y * image.width + x), 3 * (y * image.width + x + 1))}`;
	const row = (y: number) => pixels.subarray(3 * y * image.width, 3 * (y + 1) * image.width);
	return { ...image, at, row };
}

const inside = ({ x, y, width, height }: BoxMark, left: number, top: number) =>
	left >= x && left < x + width && top >= y && top < y + height;

function corners({ x, y, width, height }: BoxMark): Array<[number, number]> {
	if (height === 0) return [];
	const [right, bottom] = [x + width - 1, y + height - 1];
	return [
		[x, y],
		[right, y],
		[x, bottom],
		[right, bottom],
	];
}

// What is drawn where is layout.test's; this is how.
describe.each(sample(Object.entries(CHARTS), 3))('%s', (_, chart) => {
	test('is a PNG of its size with every bar in its colour to the last pixel', async () => {
		const file = await stackedBarsPng(chart);
		expect(file.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
		expect(file.length).toBeLessThan(100_000);
		const { at, width, height, depth } = await decoded(file);
		expect([width, height, depth]).toEqual([1200, 675, 8]);
		const marks = stackedBarsLayout(chart).marks.filter((mark) => mark.kind === 'box');
		const above = marks.filter(({ role }) => role === 'zero' || role === 'limit');
		const wrong = marks.filter((mark) => {
			if (mark.role !== 'segment' && mark.role !== 'swatch') return false;
			return corners(mark).some(
				([x, y]) => at(x, y) !== mark.color && !above.some((line) => inside(line, x, y)),
			);
		});
		expect(wrong).toEqual([]);
	});
});

test('the same chart has the same bytes each time', async () => {
	for (const chart of [CHARTS.names, CHARTS['48 hours']]) {
		if (!chart) throw new Error('No such chart');
		const file = await stackedBarsPng(chart);
		expect(file.equals(await stackedBarsPng(structuredClone(chart)))).toBe(true);
	}
});

const blank: StackedBars = { title: '', unit: '', series: [], bars: [] };

/** The rows of pixels that differ between two charts. */
async function differingRows(one: StackedBars, other: StackedBars): Promise<number[]> {
	const [first, second] = await Promise.all(
		[one, other].map(async (chart) => decoded(await stackedBarsPng(chart))),
	);
	const rows = Array.from({ length: 675 }, (_, y) => y);
	return rows.filter((y) => first?.row(y).equals(second?.row(y) ?? Buffer.alloc(0)) !== true);
}

test('a title is written in its place, in dark letters with smooth edges', async () => {
	const rows = await differingRows(blank, { ...blank, title: 'Spend' });
	expect(Math.min(...rows)).toBeGreaterThan(72 - 44);
	expect(Math.max(...rows)).toBeLessThan(72 + 14);
	const { at } = await decoded(await stackedBarsPng({ ...blank, title: 'HI' }));
	const row = Array.from({ length: 100 }, (_, x) => at(44 + x, 60));
	expect(row).toContain('#1f2328');
	expect(row.filter((color) => color !== '#1f2328' && color !== '#ffffff').length).toBeGreaterThan(
		0,
	);
});

test('letters that the typeface lacks become hollow boxes, one for each', async () => {
	expect(await differingRows({ ...blank, title: '図' }, { ...blank, title: '形' })).toEqual([]);
	expect(await differingRows({ ...blank, title: '図' }, { ...blank, title: '図形' })).not.toEqual(
		[],
	);
	expect(await differingRows(blank, { ...blank, title: '図' })).not.toEqual([]);
});

test('the compressed rows unpack to three bytes a pixel', async () => {
	const file = await stackedBarsPng(blank);
	const start = file.indexOf('IDAT');
	const packed = file.subarray(start + 4, start + 4 + file.readUInt32BE(start - 4));
	expect(inflateSync(packed)).toHaveLength((1 + 3 * 1200) * 675);
});
