import { pngOf } from './png';
import { type StackedBars, stackedBarsLayout } from './stackedBars';
import type { TextMark } from './drawing';
import { glyphRun, textWidth, type Glyph } from './typeface';

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

/**
 * How much of each pixel an outline covers, exactly: every edge adds to its pixels the signed area to its right,
 * and the running sum of a row is the coverage (the accumulation buffer of Levien's font-rs).
 */
export class CoverageBuffer {
	private readonly signedAreas: Float64Array;

	constructor(
		private readonly width: number,
		private readonly height: number,
	) {
		this.signedAreas = new Float64Array((width + 2) * height);
	}

	/** Adds a directed edge of a closed outline; it must lie within the buffer. */
	addEdge(x0: number, y0: number, x1: number, y1: number): void {
		if (y0 === y1) return;
		const [sign, topX, topY, bottomX, bottomY] =
			y0 < y1 ? [1, x0, y0, x1, y1] : [-1, x1, y1, x0, y0];
		const slope = (bottomX - topX) / (bottomY - topY);
		const last = Math.min(this.height, Math.ceil(bottomY));
		for (let row = Math.max(0, Math.floor(topY)); row < last; row++) {
			const [from, to] = [Math.max(row, topY), Math.min(row + 1, bottomY)];
			const [a, b] = [topX + (from - topY) * slope, topX + (to - topY) * slope];
			this.addEdgeToRow(row, Math.min(a, b), Math.max(a, b), sign * (to - from));
		}
	}

	/** Spreads an edge of a given height over the pixels from left to right that it crosses within one row. */
	private addEdgeToRow(row: number, left: number, right: number, height: number): void {
		const start = row * (this.width + 2);
		for (let column = Math.floor(left); column <= Math.floor(right); column++) {
			const [from, to] = [Math.max(column, left), Math.min(column + 1, right)];
			const heightInColumn = right > left ? (height * (to - from)) / (right - left) : height;
			const inside = heightInColumn * (column + 1 - (from + to) / 2);
			this.signedAreas[start + column] = (this.signedAreas[start + column] ?? 0) + inside;
			this.signedAreas[start + column + 1] =
				(this.signedAreas[start + column + 1] ?? 0) + heightInColumn - inside;
		}
	}

	/** Calls back with every pixel that is covered at all, and with how much of it is, up to 1. */
	forEachCoveredPixel(visit: (column: number, row: number, share: number) => void): void {
		for (let row = 0; row < this.height; row++) {
			let sum = 0;
			for (let column = 0; column < this.width; column++) {
				sum += this.signedAreas[row * (this.width + 2) + column] ?? 0;
				const share = sum < 0 ? -sum : sum;
				if (share > 1 / 512) visit(column, row, share > 1 ? 1 : share);
			}
		}
	}
}

type LineVisitor = (x0: number, y0: number, x1: number, y1: number) => void;

const LINES_PER_CURVE = 6;

/** Calls back with the straight lines, in the outline's own units, of a path of closed contours: `M` absolute, `l` and quadratic `q` relative. */
export function forEachLine(path: string, line: LineVisitor): void {
	let [nowX, nowY, firstX, firstY] = [0, 0, 0, 0];
	const lineTo = (nextX: number, nextY: number) => {
		line(nowX, nowY, nextX, nextY);
		[nowX, nowY] = [nextX, nextY];
	};
	for (const [, verb, coordinates = ''] of path.matchAll(/([Mlq])([^Mlq]*)/g)) {
		const [a = 0, b = 0, c = 0, d = 0] = (coordinates.match(/-?[\d.]+/g) ?? []).map(Number);
		if (verb === 'M') {
			lineTo(firstX, firstY);
			[nowX, nowY, firstX, firstY] = [a, b, a, b];
		} else if (verb === 'l') lineTo(nowX + a, nowY + b);
		else {
			const [startX, startY] = [nowX, nowY];
			for (let step = 1; step <= LINES_PER_CURVE; step++) {
				const t = step / LINES_PER_CURVE;
				const [bend, end] = [2 * t * (1 - t), t * t];
				lineTo(startX + a * bend + c * end, startY + b * bend + d * end);
			}
		}
	}
	lineTo(firstX, firstY);
}
