import { colourOf, type Size } from './colour';
import type { PictureFormat } from './dimensions';
import { toJpeg } from './jpeg';
import { toPng } from './png';
import { flat, type Raster } from './raster';
import { toWebp } from './webp';

export const PICTURE_TYPES: Record<PictureFormat, string> = {
	png: 'image/png',
	jpeg: 'image/jpeg',
	webp: 'image/webp',
};

/** A drawing as a file. */
export function pictureFile(format: PictureFormat, raster: Raster): Buffer {
	if (format === 'png') return toPng(raster);
	return format === 'jpeg' ? toJpeg(raster) : toWebp(raster);
}

const drawn = new Map<string, Buffer>();

/** A flat picture of a size, whose colour follows from a text; drawn once. */
export function picture(format: PictureFormat, size: Size, seed: string): Buffer {
	const colour = colourOf(seed);
	const key = JSON.stringify([format, size.width, size.height, colour]);
	const file = drawn.get(key) ?? pictureFile(format, flat(size, colour));
	drawn.set(key, file);
	return Buffer.from(file);
}
