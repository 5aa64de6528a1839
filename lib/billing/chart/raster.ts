import { CoverageBuffer, forEachLine } from './coverage';
import { Palette } from './palette';
import type { Glyph } from './typeface';

// Fewer shades than bytes: a chart's colours and the edges of its letters then stay within one palette.
const SHADE_COUNT = 32;

/** A picture of up to 256 colours: one byte a pixel, its place in the palette, row by row. */
export class Raster {
	readonly palette = new Palette();

	readonly pixels: Uint8Array;

	constructor(
		readonly width: number,
		readonly height: number,
		background: string,
	) {
		this.pixels = new Uint8Array(width * height);
		this.fillBox(0, 0, width, height, background);
	}

	/** Fills a rectangle of whole pixels with a colour (#rrggbb); what lies outside the picture is left out. */
	fillBox(x: number, y: number, across: number, down: number, color: string): void {
		const index = this.palette.indexOfHexColor(color);
		const [left, right] = [Math.max(0, x), Math.min(this.width, x + across)];
		for (let row = Math.max(0, y); row < Math.min(this.height, y + down) && left < right; row++) {
			this.pixels.fill(index, row * this.width + left, row * this.width + right);
		}
	}

	/** Paints a glyph with its origin at x on the baseline y, each pixel as far as the outline covers it. */
	fillGlyph({ path, advance }: Glyph, x: number, y: number, size: number, color: string): void {
		const scale = size / 1000;
		const [left, top] = [Math.floor(x - size / 2), Math.floor(y - size * 1.3)];
		const cover = new CoverageBuffer(Math.ceil(advance * scale + size) + 2, Math.ceil(size * 2));
		forEachLine(path, (x0, y0, x1, y1) =>
			cover.addEdge(
				x - left + x0 * scale,
				y - top - y0 * scale,
				x - left + x1 * scale,
				y - top - y1 * scale,
			),
		);
		const ink = this.palette.indexOfHexColor(color);
		cover.forEachCoveredPixel((column, row, share) =>
			this.blendPixel(left + column, top + row, ink, share),
		);
	}

	private blendPixel(x: number, y: number, ink: number, share: number): void {
		if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
		const at = y * this.width + x;
		const shade = Math.round(share * SHADE_COUNT) / SHADE_COUNT;
		this.pixels[at] = this.palette.indexOfBlend(this.pixels[at] ?? 0, ink, shade);
	}
}
