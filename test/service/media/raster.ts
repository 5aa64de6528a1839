import type { Colour, Size } from './colour';

/** A picture before it is written: every pixel names a colour of the palette, which has 256 at most. */
export interface Raster extends Size {
	palette: readonly Colour[];
	/** Row by row, from the top left. */
	pixels: Uint8Array;
	/** How many colours at the start of the palette are transparent, where the format knows that. */
	clear?: number;
}

/** One colour all over. */
export function flat({ width, height }: Size, colour: Colour): Raster {
	return { width, height, palette: [colour], pixels: new Uint8Array(width * height) };
}

/** One colour, the right half cut out. */
export function halved({ width, height }: Size, colour: Colour): Raster {
	const pixels = new Uint8Array(width * height);
	for (let row = 0; row < height; row++) pixels.fill(1, row * width, row * width + (width >> 1));
	return { width, height, palette: [{ red: 0, green: 0, blue: 0 }, colour], pixels, clear: 1 };
}
