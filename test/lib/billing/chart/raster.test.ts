import { CoverageBuffer, forEachLine, Raster } from '../../../../lib/billing/chart/stackedBarsPng';

function covered(path: string): number[][] {
	const cover = new CoverageBuffer(4, 4);
	const shares = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
	forEachLine(path, (...ends) => cover.addEdge(...ends));
	cover.forEachCoveredPixel((column, row, share) => shares[row]?.splice(column, 1, share));
	return shares;
}

test.each([
	['a square on the grid', 'M1 1l2 0l0 2l-2 0', ['0 0 0 0', '0 1 1 0', '0 1 1 0', '0 0 0 0']],
	['half a pixel aside', 'M1.5 1l1 0l0 1l-1 0', ['0 0 0 0', '0 0.5 0.5 0', '0 0 0 0', '0 0 0 0']],
	[
		'a quarter of a pixel',
		'M0.5 0.5l0.5 0l0 0.5l-0.5 0',
		['0.25 0 0 0', '0 0 0 0', '0 0 0 0', '0 0 0 0'],
	],
	['a triangle', 'M0 0l4 0l-4 4', ['1 1 1 0.5', '1 1 0.5 0', '1 0.5 0 0', '0.5 0 0 0']],
	['a hole', 'M0 0l3 0l0 3l-3 0M1 1l0 1l1 0l0-1', ['1 1 1 0', '1 0 1 0', '1 1 1 0', '0 0 0 0']],
	[
		'a shape drawn twice',
		'M0 0l1 0l0 1l-1 0M0 0l1 0l0 1l-1 0',
		['1 0 0 0', '0 0 0 0', '0 0 0 0', '0 0 0 0'],
	],
])('%s covers its pixels exactly', (_, path, rows) => {
	const shares = covered(path).map((row) => row.map((share) => Number(share.toFixed(9))));
	expect(shares.map((row) => row.join(' '))).toEqual(rows);
});

test('a curve covers what lies below it', () => {
	const total = covered('M0 4q2-8 4 0')
		.flat()
		.reduce((sum, share) => sum + share, 0);
	expect(total).toBeGreaterThan(10.3);
	expect(total).toBeLessThan(32 / 3);
});

test('boxes and letters beyond the edges are cut off', () => {
	const raster = new Raster(3, 2, '#ffffff');
	const reds = () => [...raster.pixels].filter((_, index) => index % 3 === 0);
	raster.fillBox(-5, 1, 6, 9, '#000000');
	raster.fillBox(7, 0, 2, 2, '#ff0000');
	raster.fillBox(2, -3, 0, 9, '#ff0000');
	expect(reds()).toEqual([255, 255, 255, 0, 255, 255]);
	raster.fillGlyph({ advance: 1000, path: 'M0 0l1000 0l0 1000l-1000 0' }, 2, 1, 10, '#000000');
	expect(reds()).toEqual([255, 255, 0, 0, 255, 255]);
});

test('a pixel that a letter covers in part has a mixture of both colours', () => {
	const raster = new Raster(3, 3, '#ffffff');
	raster.fillGlyph({ advance: 1000, path: 'M0 0l500 0l0 1000l-500 0' }, 1, 2, 1, '#002040');
	expect([...raster.pixels.subarray(12, 15)]).toEqual([128, 144, 160]);
});
