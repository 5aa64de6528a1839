import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { BeforeSend, Prepare } from '../../lib/wire/send';
import {
	rejectUnusableImage,
	IMAGE_BYTES_LIMIT,
	parseImageText,
	imageText,
	type ImageInput,
} from '../../lib/files/imageInput';
import { mergeIntoBody } from '../../lib/wire/body';
import { download } from '../../lib/files/download';
import { badInput } from '../../lib/core/failure';
import { isSignedN8nLink } from '../../lib/files/fileAddress';
import {
	binaryFieldName,
	requiredInputFile,
	readKnownInputFile,
	type KnownFile,
} from '../../lib/files/inputFile';
import { nameWithExtension } from '../../lib/files/recognizeFile';
import { setMultipartBody } from '../../lib/files/multipart';

/** The picture of the panel's fields File Source, Input Binary Field and File URL. */
async function readPanelImage(
	context: IExecuteSingleFunctions,
	fetches: 'all' | 'own',
): Promise<ImageInput> {
	const image =
		context.getNodeParameter('fileSource', 'binary') === 'url'
			? await readTextImage(context, context.getNodeParameter('fileUrl', ''), 'Image', fetches)
			: await readBinaryImage(context, context.getNodeParameter('inputBinaryField', ''));
	rejectUnusableImage(image, 'Image');
	return image;
}

/** A picture given as text; one behind an address is downloaded when the service takes none, or when this n8n keeps it. */
export async function readTextImage(
	context: IExecuteSingleFunctions,
	given: unknown,
	label: string,
	fetches: 'all' | 'own' = 'own',
): Promise<ImageInput> {
	const image = parseImageText(String(given ?? ''), label);
	if (image.kind !== 'url') return image;
	if (fetches === 'own' && !isSignedN8nLink(context, image.url)) return image;
	const file = await download(context, image.url, { label, limit: IMAGE_BYTES_LIMIT });
	rejectNonImage(file, label);
	return { kind: 'file', ...file };
}

/** Checks, before anything is sent, that there is a picture where the panel says. */
export const checkPanelImage: Prepare = function () {
	if (this.getNodeParameter('fileSource', 'binary') === 'url') {
		parseImageText(String(this.getNodeParameter('fileUrl', '') ?? ''), 'File URL');
	} else {
		rejectMissingFile(this, this.getNodeParameter('inputBinaryField', ''));
	}
};

/** Throws a ServiceFailure when a binary field holds no file. What the file is, its bytes say when they are read. */
export function rejectMissingFile(context: IExecuteSingleFunctions, given: unknown): void {
	requiredInputFile(context, binaryFieldName(context, given));
}

export async function readBinaryImage(
	context: IExecuteSingleFunctions,
	given: unknown,
): Promise<ImageInput> {
	const field = binaryFieldName(context, given);
	const file = await readKnownInputFile(context, field, IMAGE_BYTES_LIMIT);
	rejectNonImage(file, `The file in the binary field "${field}"`);
	return {
		kind: 'file',
		...file,
		fileName: file.fileName ?? nameWithExtension('image', file.extension),
	};
}

/** Refuses what is no picture by its bytes or, where they do not say, by its label. */
function rejectNonImage({ families, mimeType }: KnownFile, place: string): void {
	if (families.includes('image')) return;
	throw badInput(`${place} must be an image, but it is of the type "${mimeType}"`);
}

/** Puts one picture into the request: a file as multipart, anything else as JSON. */
export const addImage: BeforeSend = async function (options) {
	setImage(options, await readPanelImage(this, 'own'), 'image');
};

/** Puts one picture into a request that takes no address: the picture behind one is downloaded first. */
export const addDownloadedImage: BeforeSend = async function (options) {
	setImage(options, await readPanelImage(this, 'all'), 'image');
};

/** Puts one picture into a request that has a field of its own for an address. */
export const addImageOrUrl: BeforeSend = async function (options) {
	const image = await readPanelImage(this, 'own');
	setImage(options, image, image.kind === 'url' ? 'image_url' : 'image');
};

function setImage(options: IHttpRequestOptions, image: ImageInput, name: string): void {
	if (image.kind === 'file') setMultipartBody(options, [{ name, file: image }]);
	else mergeIntoBody(options, { [name]: imageText(image) });
}
