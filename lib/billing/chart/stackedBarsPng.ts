import type { TextMark } from './drawing';
import { pngOf } from './png';
import { Raster } from './raster';
import { type StackedBars, stackedBarsLayout } from './stackedBars';
import { glyphRun, textWidth } from './typeface';

function drawText(raster: Raster, { x, y, anchor, face, size, color, text }: TextMark): void {
	const before = { start: 0, middle: 0.5, end: 1 }[anchor];
	let pen = x - before * textWidth(face, size, text);
	for (const glyph of glyphRun(face, text)) {
		raster.fillGlyph(glyph, pen, y, size, color);
		pen += (glyph.advance * size) / 1000;
	}
}

/** A chart as a PNG file of 1200 by 675 pixels; the same chart always has the same bytes. */
export async function stackedBarsPng(chart: StackedBars): Promise<Buffer> {
	const { width, height, background, marks } = stackedBarsLayout(chart);
	const raster = new Raster(width, height, background);
	for (const mark of marks) {
		if (mark.kind === 'text') drawText(raster, mark);
		else raster.fillBox(mark.x, mark.y, mark.width, mark.height, mark.color);
	}
	return pngOf(raster);
}
