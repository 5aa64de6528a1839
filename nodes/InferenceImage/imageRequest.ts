import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { BeforeSend, Prepare } from '../../lib/wire/send';
import {
	checkImage,
	IMAGE_BYTES_LIMIT,
	imageOfText,
	imageText,
	type ImageInput,
} from '../../lib/files/imageInput';
import { setBody } from '../../lib/wire/body';
import { download } from '../../lib/files/download';
import { badInput } from '../../lib/core/failure';
import { isOwnLink } from '../../lib/files/fileAddress';
import { binaryField, inputFile, inputKnown, type Known } from '../../lib/files/inputFile';
import { nameFor } from '../../lib/files/recognized';
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
	requireImage(file, label);
	return { kind: 'file', ...file };
}

/** Checks, before anything is sent, that there is a picture where the panel says. */
export const checkPanelImage: Prepare = function () {
	if (this.getNodeParameter('fileSource', 'binary') === 'url') {
		imageOfText(String(this.getNodeParameter('fileUrl', '') ?? ''), 'File URL');
	} else {
		requireFile(this, this.getNodeParameter('inputBinaryField', ''));
	}
};

/** Throws a ServiceFailure when a binary field holds no file. What the file is, its bytes say when they are read. */
export function requireFile(context: IExecuteSingleFunctions, given: unknown): void {
	inputFile(context, binaryField(context, given));
}

/** The picture in a binary field. */
export async function binaryImage(
	context: IExecuteSingleFunctions,
	given: unknown,
): Promise<ImageInput> {
	const field = binaryField(context, given);
	const file = await inputKnown(context, field, IMAGE_BYTES_LIMIT);
	requireImage(file, `The file in the binary field "${field}"`);
	return { kind: 'file', ...file, fileName: file.fileName ?? nameFor('image', file.extension) };
}

/** Refuses what is no picture by its bytes or, where they do not say, by its label. */
function requireImage({ families, mimeType }: Known, place: string): void {
	if (families.includes('image')) return;
	throw badInput(`${place} must be an image, but it is of the type "${mimeType}"`);
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
