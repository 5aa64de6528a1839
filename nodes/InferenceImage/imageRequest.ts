import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { BeforeSend, Prepare } from '../../lib/http/send';
import {
	checkImage,
	IMAGE_BYTES_LIMIT,
	imageOfText,
	imageText,
	type ImageInput,
} from '../../lib/images/input';
import { setBody } from '../../lib/http/body';
import { download } from '../../lib/files/download';
import { badInput } from '../../lib/base/failure';
import { isOwnLink } from '../../lib/files/fileAddress';
import { binaryField, inputBytes, inputFile } from '../../lib/files/inputFile';
import { setForm } from '../../lib/files/multipart';

/** The picture of the panel's fields File Source, Input Binary Field and File URL. */
async function panelImage(
	context: IExecuteSingleFunctions,
	fetches: 'all' | 'own',
): Promise<ImageInput> {
	const image =
		context.getNodeParameter('fileSource', 'binary') === 'url'
			? await textImage(context, context.getNodeParameter('fileUrl', ''), 'Image', fetches)
			: await binaryImage(context, context.getNodeParameter('inputBinaryField', ''));
	checkImage(image, 'Image');
	return image;
}

/** A picture given as text; one behind an address is downloaded when the service takes none, or when this n8n keeps it. */
export async function textImage(
	context: IExecuteSingleFunctions,
	given: unknown,
	label: string,
	fetches: 'all' | 'own' = 'own',
): Promise<ImageInput> {
	const image = imageOfText(String(given ?? ''), label);
	if (image.kind !== 'url') return image;
	if (fetches === 'own' && !isOwnLink(context, image.url)) return image;
	const file = await download(context, image.url, { label, limit: IMAGE_BYTES_LIMIT });
	return { kind: 'file', ...file };
}

/** Checks, before anything is sent, that there is a picture where the panel says. */
export const checkPanelImage: Prepare = function () {
	if (this.getNodeParameter('fileSource', 'binary') === 'url') {
		imageOfText(String(this.getNodeParameter('fileUrl', '') ?? ''), 'File URL');
	} else {
		requireImageFile(this, this.getNodeParameter('inputBinaryField', ''));
	}
};

/** The picture in a binary field. */
export async function binaryImage(
	context: IExecuteSingleFunctions,
	given: unknown,
): Promise<ImageInput> {
	const { mimeType, fileName = 'image' } = requireImageFile(context, given);
	const bytes = await inputBytes(context, binaryField(context, given), IMAGE_BYTES_LIMIT);
	return { kind: 'file', bytes, mimeType, fileName };
}

export function requireImageFile(context: IExecuteSingleFunctions, given: unknown) {
	const name = binaryField(context, given);
	const file = inputFile(context, name);
	if (!file.mimeType.startsWith('image/')) {
		throw badInput(
			`The file in the binary field "${name}" must be an image, but it is of the type "${file.mimeType}"`,
		);
	}
	return file;
}

/** Puts one picture into the request: a file as multipart, anything else as JSON. */
export const addImage: BeforeSend = async function (options) {
	putImage(options, await panelImage(this, 'own'), 'image');
};

/** Puts one picture into a request that takes no address: the picture behind one is downloaded first. */
export const addImageItself: BeforeSend = async function (options) {
	putImage(options, await panelImage(this, 'all'), 'image');
};

/** Puts one picture into a request that has a field of its own for an address. */
export const addImageOrUrl: BeforeSend = async function (options) {
	const image = await panelImage(this, 'own');
	putImage(options, image, image.kind === 'url' ? 'image_url' : 'image');
};

function putImage(options: IHttpRequestOptions, image: ImageInput, name: string): void {
	if (image.kind === 'file') setForm(options, [{ name, file: image }]);
	else setBody(options, { [name]: imageText(image) });
}
