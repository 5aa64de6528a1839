import type { TextMark } from './drawing';
import type { Raster } from './raster';
import { glyphRun, textWidth } from './typeface';

/** Paints one line of text. */
export function drawText(
	raster: Raster,
	{ x, y, anchor, face, size, color, text }: Omit<TextMark, 'kind' | 'role'>,
): void {
	const before = { start: 0, middle: 0.5, end: 1 }[anchor];
	let pen = x - before * textWidth(face, size, text);
	for (const glyph of glyphRun(face, text)) {
		raster.fillGlyph(glyph, pen, y, size, color);
		pen += (glyph.advance * size) / 1000;
	}
}
