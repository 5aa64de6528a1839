/**
 * How much of each pixel an outline covers, exactly: every edge adds to its pixels the signed area to its right,
 * and the running sum of a row is the coverage (the accumulation buffer of Levien's font-rs).
 */
export class Coverage {
	private readonly areas: Float64Array;

	constructor(
		private readonly width: number,
		private readonly height: number,
	) {
		this.areas = new Float64Array((width + 2) * height);
	}

	/** Adds a directed edge of a closed outline; it must lie within the buffer. */
	add(x0: number, y0: number, x1: number, y1: number): void {
		if (y0 === y1) return;
		const [sign, topX, topY, bottomX, bottomY] =
			y0 < y1 ? [1, x0, y0, x1, y1] : [-1, x1, y1, x0, y0];
		const slope = (bottomX - topX) / (bottomY - topY);
		const last = Math.min(this.height, Math.ceil(bottomY));
		for (let row = Math.max(0, Math.floor(topY)); row < last; row++) {
			const [from, to] = [Math.max(row, topY), Math.min(row + 1, bottomY)];
			const [a, b] = [topX + (from - topY) * slope, topX + (to - topY) * slope];
			this.addToRow(row, Math.min(a, b), Math.max(a, b), sign * (to - from));
		}
	}

	/** Spreads an edge of a given height over the pixels from left to right that it crosses within one row. */
	private addToRow(row: number, left: number, right: number, height: number): void {
		const start = row * (this.width + 2);
		for (let column = Math.floor(left); column <= Math.floor(right); column++) {
			const [from, to] = [Math.max(column, left), Math.min(column + 1, right)];
			const part = right > left ? (height * (to - from)) / (right - left) : height;
			const inside = part * (column + 1 - (from + to) / 2);
			this.areas[start + column] = (this.areas[start + column] ?? 0) + inside;
			this.areas[start + column + 1] = (this.areas[start + column + 1] ?? 0) + part - inside;
		}
	}

	/** Calls back with every pixel that is covered at all, and with how much of it is, up to 1. */
	each(visit: (column: number, row: number, share: number) => void): void {
		for (let row = 0; row < this.height; row++) {
			let sum = 0;
			for (let column = 0; column < this.width; column++) {
				sum += this.areas[row * (this.width + 2) + column] ?? 0;
				const share = sum < 0 ? -sum : sum;
				if (share > 1 / 512) visit(column, row, share > 1 ? 1 : share);
			}
		}
	}
}

type Line = (x0: number, y0: number, x1: number, y1: number) => void;

const CURVE_PARTS = 6;

/** Calls back with the straight lines, in the outline's own units, of a path of closed contours: `M` absolute, `l` and quadratic `q` relative. */
export function eachLine(path: string, line: Line): void {
	let [nowX, nowY, firstX, firstY] = [0, 0, 0, 0];
	const to = (nextX: number, nextY: number) => {
		line(nowX, nowY, nextX, nextY);
		[nowX, nowY] = [nextX, nextY];
	};
	for (const [, verb, rest = ''] of path.matchAll(/([Mlq])([^Mlq]*)/g)) {
		const [a = 0, b = 0, c = 0, d = 0] = (rest.match(/-?[\d.]+/g) ?? []).map(Number);
		if (verb === 'M') {
			to(firstX, firstY);
			[nowX, nowY, firstX, firstY] = [a, b, a, b];
		} else if (verb === 'l') to(nowX + a, nowY + b);
		else {
			const [startX, startY] = [nowX, nowY];
			for (let part = 1; part <= CURVE_PARTS; part++) {
				const t = part / CURVE_PARTS;
				const [bend, end] = [2 * t * (1 - t), t * t];
				to(startX + a * bend + c * end, startY + b * bend + d * end);
			}
		}
	}
	to(firstX, firstY);
}
