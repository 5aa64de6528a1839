/** Where the bars stand, in pixels, and the values at its lower and upper edge. */
export interface Frame {
	left: number;
	right: number;
	top: number;
	bottom: number;
	low: number;
	high: number;
}

/** The pixel of a value: whole, so that edges are sharp and a pile has no gaps. */
export function level(value: number, { top, bottom, low, high }: Frame): number {
	return Math.round(bottom - ((value - low) / (high - low)) * (bottom - top));
}
