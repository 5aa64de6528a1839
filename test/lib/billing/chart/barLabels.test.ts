import { barLabels } from '../../../../lib/billing/chart/stackedBars';
import { textWidth } from '../../../../lib/billing/chart/typeface';

test('a label that is wider than its bar stands inside the drawing, at either edge', () => {
	const labels = barLabels(
		[{ label: '30 September' }, { label: '' }, { label: '1 October' }],
		[10, 200, 390],
		{
			width: 400,
			y: 50,
		},
	);
	const ends = labels.map(({ x, size, text }) => {
		const half = textWidth('text', size, text) / 2;
		return [x - half, x + half];
	});
	expect(ends).toEqual([
		[8, expect.any(Number)],
		[expect.any(Number), 392],
	]);
});
