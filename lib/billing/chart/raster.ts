import { CoverageBuffer, forEachLine } from './coverage';
import type { Glyph } from './typeface';

const BYTES_PER_PIXEL = 3;

const rgbOf = (color: string) => Buffer.from(color.slice(1), 'hex');

/** A picture: red, green and blue of each pixel, row by row. */
export class Raster {
	readonly pixels: Buffer;

	constructor(
		readonly width: number,
		readonly height: number,
		background: string,
	) {
		this.pixels = Buffer.alloc(width * height * BYTES_PER_PIXEL, rgbOf(background));
	}

	/** Fills a rectangle of whole pixels with a colour (#rrggbb); what lies outside the picture is left out. */
	fillBox(x: number, y: number, across: number, down: number, color: string): void {
		const [left, right] = [Math.max(0, x), Math.min(this.width, x + across)];
		for (let row = Math.max(0, y); row < Math.min(this.height, y + down) && left < right; row++) {
			this.pixels.fill(rgbOf(color), this.offsetOf(left, row), this.offsetOf(right, row));
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
		const ink = rgbOf(color);
		cover.forEachCoveredPixel((column, row, share) =>
			this.blendPixel(left + column, top + row, ink, share),
		);
	}

	private blendPixel(x: number, y: number, ink: Uint8Array, share: number): void {
		if (x < 0 || y < 0 || x >= this.width || y >= this.height) return;
		const at = this.offsetOf(x, y);
		for (const [channel, value] of ink.entries()) {
			const under = this.pixels[at + channel] ?? 0;
			this.pixels[at + channel] = Math.round(under + (value - under) * share);
		}
	}

	private offsetOf(x: number, y: number): number {
		return (y * this.width + x) * BYTES_PER_PIXEL;
	}
}
