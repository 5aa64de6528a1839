import type { Colour, Size } from '../media/colour';
import type { Raster } from '../media/raster';

/** A point as shares of the width and of the height, from the top left. */
export type Point = readonly [x: number, y: number];

/** Fills shapes with colours of its palette. */
export class Canvas implements Raster {
	readonly width: number;
	readonly height: number;
	readonly pixels: Uint8Array;
	readonly palette: Colour[] = [];

	constructor({ width, height }: Size) {
		this.width = width;
		this.height = height;
		this.pixels = new Uint8Array(width * height);
	}

	/** Adds a colour and gives its number. */
	colour(colour: Colour): number {
		return this.palette.push(colour) - 1;
	}

	/** Adds the colours between two and gives them by a share from 0 to 1. */
	gradient(from: Colour, to: Colour, shades: number): (share: number) => number {
		const first = this.palette.length;
		for (let at = 0; at < shades; at++) this.colour(mix(from, to, at / (shades - 1)));
		return (share) => first + Math.max(0, Math.min(shades - 1, Math.floor(share * shades)));
	}

	/** Everything below a line; its colour follows from how far down it is from `top` to the lower edge. */
	below(line: (x: number) => number, shade: (share: number) => number, top: number): void {
		const { width, height, pixels } = this;
		const starts = Array.from({ length: width }, (_, x) => line(x / width) * height);
		for (let y = Math.max(0, Math.floor(Math.min(...starts))); y < height; y++) {
			const index = shade((y / height - top) / (1 - top));
			for (let x = 0; x < width; x++) if (y >= (starts[x] ?? 0)) pixels[y * width + x] = index;
		}
	}

	/** A circle; its radius is a share of the shorter side. */
	disc([centreX, centreY]: Point, radius: number, index: number): void {
		const { width, height } = this;
		const r = radius * Math.min(width, height);
		const middle = centreY * height;
		for (let y = Math.max(0, Math.ceil(middle - r)); y < Math.min(height, middle + r); y++) {
			const half = Math.sqrt(Math.max(0, r * r - (y - middle) ** 2));
			this.span(y, centreX * width - half, centreX * width + half, index);
		}
	}

	/** A rectangle from its top left corner; sides as shares of the picture's. */
	box([left, top]: Point, [across, down]: Point, index: number): void {
		const end = Math.min(this.height, Math.round((top + down) * this.height));
		for (let y = Math.max(0, Math.round(top * this.height)); y < end; y++) {
			this.span(y, left * this.width, (left + across) * this.width, index);
		}
	}

	/** A polygon, filled row by row between the edges that the row crosses. */
	polygon(points: readonly Point[], index: number): void {
		const { width, height } = this;
		const corners = points.map(([x, y]) => [x * width, y * height] as const);
		const levels = corners.map(([, y]) => y);
		const top = Math.max(0, Math.floor(Math.min(...levels)));
		for (let row = top; row < Math.min(height, Math.max(...levels)); row++) {
			const y = row + 0.5;
			const crossings = corners.flatMap(([x1, y1], at) => {
				const [x2, y2] = corners[(at + 1) % corners.length] ?? [x1, y1];
				return y1 <= y !== y2 <= y ? [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)] : [];
			});
			crossings.sort((a, b) => a - b);
			for (let at = 0; at + 1 < crossings.length; at += 2) {
				this.span(row, crossings[at] ?? 0, crossings[at + 1] ?? 0, index);
			}
		}
	}

	/**
	 * A shape in its own square: `place` is the middle of its lower edge, `size` a share of the shorter side. Its corners
	 * are `x,y x,y ...` in hundredths of the square, a circle is `o x,y radius`.
	 */
	shape([left, bottom]: Point, size: number, corners: string, index: number): void {
		const unit = (size * Math.min(this.width, this.height)) / 100;
		const toPoint = (corner: string): Point => {
			const [x = 0, y = 0] = corner.split(',').map(Number);
			return [left + (x * unit) / this.width, bottom + (y * unit) / this.height];
		};
		const [kind = '', middle = '', radius] = corners.split(' ');
		if (kind === 'o') this.disc(toPoint(middle), (Number(radius) / 100) * size, index);
		else this.polygon(corners.split(' ').map(toPoint), index);
	}

	private span(row: number, from: number, to: number, index: number): void {
		const start = Math.max(0, Math.round(from));
		const end = Math.min(this.width, Math.round(to));
		if (end > start) this.pixels.fill(index, row * this.width + start, row * this.width + end);
	}
}

/** A colour between two. */
export function mix(one: Colour, other: Colour, share: number): Colour {
	const between = (part: keyof Colour) => Math.round(one[part] + (other[part] - one[part]) * share);
	return { red: between('red'), green: between('green'), blue: between('blue') };
}
