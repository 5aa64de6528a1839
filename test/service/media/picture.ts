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

/** A flat picture of a size, whose colour follows from a text. */
export function picture(format: PictureFormat, size: Size, seed: string): Buffer {
	return pictureFile(format, flat(size, colourOf(seed)));
}
