import type { IHttpRequestOptions } from 'n8n-workflow';

import type { ItemContext } from '../../lib/core/execution';
import type { BeforeSend, Prepare } from '../../lib/wire/send';
import {
	IMAGE_CURE,
	rejectUnusableImage,
	IMAGE_BYTES_LIMIT,
	parseImageText,
	imageText,
	ANY_PIXELS,
	EDITED_PIXELS,
	ENLARGED_PIXELS,
	type ImageInput,
	type PixelLimits,
} from '../../lib/files/imageInput';
import { mergeIntoBody } from '../../lib/wire/body';
import { download } from '../../lib/files/download';
import { badInput } from '../../lib/core/failure';
import { isSignedN8nLink } from '../../lib/files/fileAddress';
import {
	readFileChoice,
	readKnownInputFile,
	requiredFile,
	type FileChoice,
	type KnownFile,
} from '../../lib/files/inputFile';
import { nameWithExtension } from '../../lib/files/recognizeFile';
import { setMultipartBody } from '../../lib/files/multipart';
import type { FileInput } from '../../lib/run/operation';
import { inputImageFields } from '../common/fields/inputFileFields';

/** The picture of a choice. Throws a ServiceFailure for what is none, or not one that the service takes. */
export async function readImage(
	context: ItemContext,
	{ fileSource, fileUrl, inputBinaryField }: FileChoice,
	label: string,
	pixels: PixelLimits,
	fetches: 'all' | 'own' = 'own',
): Promise<ImageInput> {
	const image =
		fileSource === 'url'
			? await readTextImage(context, fileUrl, label, fetches)
			: await readBinaryImage(context, inputBinaryField);
	await rejectUnusableImage(image, label, pixels);
	return image;
}

/** Checks, before anything is sent, that there is a picture where the choice says. */
export function checkImage(context: ItemContext, choice: FileChoice, label: string): void {
	if (choice.fileSource === 'url') parseImageText(choice.fileUrl ?? '', label);
	else requiredFile(context, choice.inputBinaryField);
}

/** A picture given as text; one behind an address is downloaded when the service takes none, or when this n8n keeps it. */
async function readTextImage(
	context: ItemContext,
	given: unknown,
	label: string,
	fetches: 'all' | 'own',
): Promise<ImageInput> {
	const image = parseImageText(String(given ?? ''), label);
	if (image.kind !== 'url') return image;
	if (fetches === 'own' && !isSignedN8nLink(context, image.url)) return image;
	const file = await download(context, image.url, { label, limit: IMAGE_BYTES_LIMIT });
	rejectNonImage(file, label);
	return { kind: 'file', ...file };
}

const checkPanelImage: Prepare = function () {
	checkImage(this, readFileChoice(this), 'File URL');
};

async function readBinaryImage(context: ItemContext, given: unknown): Promise<ImageInput> {
	const chosen = requiredFile(context, given);
	const file = await readKnownInputFile(context, chosen, IMAGE_BYTES_LIMIT);
	rejectNonImage(file, chosen.place);
	return {
		kind: 'file',
		...file,
		fileName: file.fileName ?? nameWithExtension('image', file.extension),
	};
}

/** Refuses what is no picture by its bytes or, where they do not say, by its label. */
function rejectNonImage({ families, mimeType }: KnownFile, place: string): void {
	if (families.includes('image')) return;
	throw badInput(
		`${place} must be an image, but it is of the type "${mimeType}" and cannot be read as an image`,
		IMAGE_CURE,
	);
}

/** Puts one picture into the request: a file as multipart, anything else as JSON. */
export const addImage: BeforeSend = async function (options) {
	setImage(options, await readImage(this, readFileChoice(this), 'Image', EDITED_PIXELS), 'image');
};

/** Puts one picture into a request that takes no address: the picture behind one is downloaded first. */
export const addDownloadedImage: BeforeSend = async function (options) {
	const image = await readImage(this, readFileChoice(this), 'Image', ENLARGED_PIXELS, 'all');
	setImage(options, image, 'image');
};

/** Puts one picture into a request that has a field of its own for an address. */
export const addImageOrUrl: BeforeSend = async function (options) {
	const image = await readImage(this, readFileChoice(this), 'Image', ANY_PIXELS);
	setImage(options, image, image.kind === 'url' ? 'image_url' : 'image');
};

function setImage(options: IHttpRequestOptions, image: ImageInput, name: string): void {
	if (image.kind === 'file') setMultipartBody(options, [{ name, file: image }]);
	else mergeIntoBody(options, { [name]: imageText(image) });
}

/** The picture that an operation works on. */
export const imageFileInput = (add: BeforeSend): FileInput => ({
	fields: inputImageFields('e.g. https://example.com/picture.png'),
	check: checkPanelImage,
	add,
});
