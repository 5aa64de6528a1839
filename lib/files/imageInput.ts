import { imageSize } from 'image-size';

import { cut } from '../core/cut';
import { badInput, emptyInput } from '../core/failure';
import { megabytes } from '../core/streams';
import { rejectCutPicture } from './cutPicture';
import { percentDecodedOrSame } from './download';

export const IMAGE_CURE =
	'Use a PNG, JPEG or WebP image, and check the name of the binary field. An Edit Image node converts others.';

/** A picture from the user: a file of the item, an address, or base64. */
export type ImageInput =
	| { kind: 'file'; bytes: Buffer; mimeType: string; fileName: string }
	| { kind: 'url'; url: string }
	| { kind: 'base64'; data: string };

export const IMAGE_BYTES_LIMIT = 25_000_000;

/** How many pixels an endpoint takes in all (docs/maintainers/service.md#images). */
export interface PixelLimits {
	min: number;
	max: number;
}
export const EDITED_PIXELS: PixelLimits = { min: 65_536, max: 33_177_600 };
/** What comes out is reduced to what the service makes at most, so that nothing is too large. */
export const ENLARGED_PIXELS: PixelLimits = { min: 65_536, max: Infinity };
export const ANY_PIXELS: PixelLimits = { min: 1, max: Infinity };

/** A picture given as text: an http(s) address, a data URL or bare base64. Throws a ServiceFailure that names the field. */
export function parseImageText(text: string, label: string): ImageInput {
	const enteredText = text.trim();
	if (enteredText === '') throw emptyInput(label);
	if (/^https?:\/\//i.test(enteredText)) {
		if (!URL.canParse(enteredText))
			throw badInput(
				`${label} is not a valid URL: "${cut(enteredText, 80).text}"`,
				'Copy the address of the image from the browser, or check what the expression returns.',
			);
		return { kind: 'url', url: enteredText };
	}
	const data = /^data:/i.test(enteredText)
		? base64OfDataUrl(enteredText)
		: normalizedBase64(enteredText);
	if (data === undefined) {
		throw badInput(
			`${label} must be an address starting with https://, a data URL of an image or base64, but "${cut(enteredText, 40).text}" was given`,
			'Enter one of these, or set File Source to Binary Field.',
		);
	}
	return { kind: 'base64', data };
}

/** The bytes of a data URL as base64 (RFC 2397: its type and parameters are optional); undefined when it is none. */
function base64OfDataUrl(url: string): string | undefined {
	const [, isBase64, data = ''] = /^data:[^,]*?(;\s*base64\s*)?,(.*)$/is.exec(url) ?? [];
	const text = percentDecodedOrSame(data);
	if (isBase64 !== undefined) return normalizedBase64(text);
	return text === '' ? undefined : Buffer.from(text).toString('base64');
}

/** The same for a picture in an address that holds it. */
export async function rejectCutDataUrl(url: string, label: string): Promise<void> {
	const data = /^data:image\//i.test(url) ? base64OfDataUrl(url) : undefined;
	if (data !== undefined) await rejectCutPicture(Buffer.from(data, 'base64'), label);
}

/** Base64, also that of RFC 4648, 5, in the usual alphabet; undefined when a text is none. */
function normalizedBase64(text: string): string | undefined {
	if (!/^[A-Za-z0-9+/_\s-]+(?:=\s*){0,2}$/.test(text)) return undefined;
	return text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/');
}

/**
 * Checks what can be known of a picture before it is sent: that it is one, its size and its pixels
 * (docs/maintainers/service.md#images: under 25 MB). Throws a ServiceFailure.
 */
export async function rejectUnusableImage(
	image: ImageInput,
	label: string,
	{ min, max }: PixelLimits = EDITED_PIXELS,
): Promise<void> {
	if (image.kind === 'url') return;
	const bytes = image.kind === 'file' ? image.bytes : Buffer.from(image.data, 'base64');
	if (bytes.length >= IMAGE_BYTES_LIMIT) {
		throw badInput(
			`${label} is ${megabytes(bytes.length)} MB; the maximum is 25 MB`,
			'Make it smaller, for example with the Edit Image node, or save it as JPEG or WebP.',
		);
	}
	await rejectCutPicture(bytes, label);
	const pixels = pixelsOf(bytes);
	if (pixels === undefined) throw badInput(`${label} cannot be read as an image`, IMAGE_CURE);
	if (pixels < min || pixels > max) {
		const range = max === Infinity ? `at least ${min}` : `${min} to ${max}`;
		throw badInput(
			`${label} must have ${range} pixels in all, but it has ${pixels}`,
			'Change its size, for example with the Edit Image node.',
		);
	}
}

function pixelsOf(bytes: Buffer): number | undefined {
	try {
		const { width, height } = imageSize(withoutFillBytes(bytes));
		return width * height;
	} catch {
		return undefined;
	}
}

/** A JPEG up to its pixels without the fill bytes that may stand before a marker (ITU-T T.81, B.1.1.2); another file as it is. */
function withoutFillBytes(bytes: Buffer): Buffer {
	if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return bytes;
	const segments: Buffer[] = [bytes.subarray(0, 2)];
	for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
		if (bytes[at + 1] === 0xff) at++;
		else {
			const end = at + 2 + bytes.readUInt16BE(at + 2);
			segments.push(bytes.subarray(at, end));
			// The start of the scan.
			if (bytes[at + 1] === 0xda) return Buffer.concat([...segments, bytes.subarray(end)]);
			at = end;
		}
	}
	return Buffer.concat(segments);
}

/** The picture as the text that a JSON body carries: its address, or its bytes in base64. */
export function imageText(image: ImageInput): string {
	switch (image.kind) {
		case 'url':
			return image.url;
		case 'base64':
			return image.data;
		case 'file':
			return image.bytes.toString('base64');
	}
}
