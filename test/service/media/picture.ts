import { colourOf, type Size } from './colour';
import type { PictureFormat } from './dimensions';
import { toJpeg } from './jpeg';
import { toPng } from './png';
import { toWebp } from './webp';

export const PICTURE_TYPES: Record<PictureFormat, string> = {
	png: 'image/png',
	jpeg: 'image/jpeg',
	webp: 'image/webp',
};

/** A flat picture of a size, whose colour follows from a text. */
export function picture(format: PictureFormat, size: Size, seed: string): Buffer {
	const colour = colourOf(seed);
	if (format === 'png') return toPng(size, colour);
	return format === 'jpeg' ? toJpeg(size, colour) : toWebp(size, colour);
}
