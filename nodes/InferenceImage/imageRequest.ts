import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import {
	checkImage,
	IMAGE_BYTES_LIMIT,
	imageOfText,
	imageText,
	type ImageInput,
} from '../../lib/images/input';
import { setBody } from '../../lib/transport/body';
import { badInput } from '../../lib/transport/failure';
import { inputBytes, inputFile } from '../../lib/transport/inputFile';
import { setForm } from '../../lib/transport/multipart';

/** The picture of the panel's fields Image From, Input Binary Field and Image. */
async function panelImage(context: IExecuteSingleFunctions): Promise<ImageInput> {
	const image =
		context.getNodeParameter('imageSource', 'binary') === 'text'
			? imageOfText(String(context.getNodeParameter('imageText', '') ?? ''), 'Image')
			: await binaryImage(context, String(context.getNodeParameter('inputBinaryField', 'data')));
	checkImage(image, 'Image');
	return image;
}

/** Checks, before anything is sent, that there is a picture where the panel says. */
export function checkPanelImage(this: IExecuteSingleFunctions): void {
	if (this.getNodeParameter('imageSource', 'binary') === 'text') {
		imageOfText(String(this.getNodeParameter('imageText', '') ?? ''), 'Image');
	} else {
		requireImageFile(this, String(this.getNodeParameter('inputBinaryField', 'data')));
	}
}

/** The picture in a binary field. */
export async function binaryImage(
	context: IExecuteSingleFunctions,
	name: string,
): Promise<ImageInput> {
	const { mimeType, fileName = 'image' } = requireImageFile(context, name);
	const bytes = await inputBytes(context, name.trim(), IMAGE_BYTES_LIMIT);
	return { kind: 'file', bytes, mimeType, fileName };
}

export function requireImageFile(context: IExecuteSingleFunctions, name: string) {
	const file = inputFile(context, name.trim());
	if (!file.mimeType.startsWith('image/')) {
		throw badInput(
			`The file in the binary field "${name}" is to be an image, but it is of the type "${file.mimeType}"`,
		);
	}
	return file;
}

/** Puts one picture into the request: a file as multipart, anything else as JSON. */
export async function addImage(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
): Promise<void> {
	putImage(options, await panelImage(this), 'image');
}

/** Puts one picture into a request that has a field of its own for an address. */
export async function addImageOrUrl(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
): Promise<void> {
	const image = await panelImage(this);
	putImage(options, image, image.kind === 'url' ? 'image_url' : 'image');
}

/** Refuses an address where the service takes the picture itself only. */
export function refuseAddress(this: IExecuteSingleFunctions): void {
	if (this.getNodeParameter('imageSource', 'binary') !== 'text') return;
	const image = imageOfText(String(this.getNodeParameter('imageText', '') ?? ''), 'Image');
	if (image.kind === 'url') {
		throw badInput(
			'Image must be a file or base64 for this operation, but a URL was given',
			'Download the image with the HTTP Request node first and choose Binary Field.',
		);
	}
}

function putImage(options: IHttpRequestOptions, image: ImageInput, name: string): void {
	if (image.kind === 'file') setForm(options, [{ name, file: image }]);
	else setBody(options, { [name]: imageText(image) });
}
