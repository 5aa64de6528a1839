import type { Raster } from './raster';

export const BLOCK = 8;
/** Every quantisation step; with 8 the first coefficient of a flat block is its level itself. */
export const STEP = 8;
const LARGEST = 127;

/**
 * The quantised coefficients of the three components of a block, in zigzag order, trailing zeros left out where the
 * block is flat. Beyond the edges of the picture its last row and column are repeated.
 */
export function blockOf(
	raster: Raster,
	levels: readonly number[][],
	left: number,
	top: number,
): number[][] {
	const { width, height, pixels } = raster;
	const indexes: number[] = [];
	for (let y = 0; y < BLOCK; y++) {
		const row = Math.min(top + y, height - 1) * width;
		for (let x = 0; x < BLOCK; x++) indexes.push(pixels[row + Math.min(left + x, width - 1)] ?? 0);
	}
	const [first = 0] = indexes;
	const isFlat = indexes.every((index) => index === first);
	return [0, 1, 2].map((component) =>
		isFlat
			? [levels[first]?.[component] ?? 0, 0]
			: quantised(indexes.map((index) => levels[index]?.[component] ?? 0)),
	);
}

function quantised(samples: readonly number[]): number[] {
	const coefficients = alongRows(alongRows(samples));
	return ZIGZAG.map((from, to) => {
		const value = Math.round((coefficients[from] ?? 0) / STEP);
		return to === 0 ? value : Math.max(-LARGEST, Math.min(LARGEST, value));
	});
}

/** The cosine transform of each row, written as a column: twice is both directions (ITU-T T.81, A.3.3). */
function alongRows(samples: readonly number[]): number[] {
	const out = new Array<number>(64);
	for (let row = 0; row < BLOCK; row++) {
		for (let wave = 0; wave < BLOCK; wave++) {
			let sum = 0;
			for (let x = 0; x < BLOCK; x++) {
				sum += (samples[row * BLOCK + x] ?? 0) * (WAVES[wave * BLOCK + x] ?? 0);
			}
			out[wave * BLOCK + row] = sum;
		}
	}
	return out;
}

const WAVES = Array.from({ length: 64 }, (_, at) => {
	const wave = at >> 3;
	const scale = wave === 0 ? Math.SQRT1_2 / 2 : 1 / 2;
	return scale * Math.cos(((2 * (at & 7) + 1) * wave * Math.PI) / 16);
});

/** From the top left to the bottom right, diagonal by diagonal, up and down in turns. */
const ZIGZAG = Array.from({ length: 64 }, (_, at) => at).sort((a, b) => {
	const diagonal = (at: number) => (at >> 3) + (at & 7);
	const order = diagonal(a) - diagonal(b);
	if (order !== 0) return order;
	return diagonal(a) % 2 ? a - b : b - a;
});
