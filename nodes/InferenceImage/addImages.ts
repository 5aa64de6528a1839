import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import {
	rejectUnusableImage,
	parseImageText,
	imageText,
	type ImageInput,
} from '../../lib/files/imageInput';
import { findModel, modelFact } from '../../lib/models/fetchModel';
import { isRecord } from '../../lib/core/record';
import { mergeIntoBody } from '../../lib/wire/body';
import { badInput } from '../../lib/core/failure';
import { binaryFieldName } from '../../lib/files/inputFile';
import { setMultipartBody } from '../../lib/files/multipart';
import { readBinaryImage, rejectMissingFile, readTextImage } from './imageRequest';
import type { BeforeSend, RunMemory, Prepare } from '../../lib/wire/send';

interface ImageRow {
	fileSource: 'all' | 'binary' | 'url';
	inputBinaryField?: string;
	fileUrl?: string;
}

/** Checks, before anything is sent, that there is at least one picture and every one is where the panel says. */
export const checkImageRows: Prepare = function () {
	const rows = expandedImageRows(this);
	if (rows.length === 0) throw badInput('Images must have at least one image');
	for (const [index, row] of rows.entries()) {
		if (row.fileSource === 'url') parseImageText(row.fileUrl ?? '', `Image ${index + 1}`);
		else rejectAmbiguousFile(this, row);
	}
};

/** Checks that a row means one file of the item. Throws a ServiceFailure. */
function rejectAmbiguousFile(
	context: IExecuteSingleFunctions,
	{ inputBinaryField = '' }: ImageRow,
): void {
	const names = Object.keys(context.getInputData()?.binary ?? {});
	if (inputBinaryField.trim() !== '' || names.length < 2)
		return rejectMissingFile(context, inputBinaryField);
	throw badInput(
		`The item has ${names.length} files`,
		'Set File Source to All Images of the Input Item, or add a row for each image and enter the names of the fields in order.',
	);
}

/**
 * Puts the pictures into the request in their order. Files go as multipart; as soon as one is text, all go as JSON,
 * since multipart takes files only (docs/maintainers/service.md#images). The number is checked against the model where its record has a limit.
 */
export const addImages: BeforeSend = async function (options, run) {
	const rows = expandedImageRows(this);
	await rejectTooManyImages(this, options, run, rows.length);
	const images: ImageInput[] = [];
	for (const [index, row] of rows.entries()) {
		const image =
			row.fileSource === 'url'
				? await readTextImage(this, row.fileUrl, `Image ${index + 1}`)
				: await readBinaryImage(this, row.inputBinaryField);
		rejectUnusableImage(image, `Image ${index + 1}`);
		images.push(image);
	}
	const files = images.flatMap((image) => (image.kind === 'file' ? [image] : []));
	if (files.length < images.length) mergeIntoBody(options, { images: images.map(imageText) });
	else
		setMultipartBody(
			options,
			files.map((file) => ({ name: 'images', file })),
		);
};

async function rejectTooManyImages(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	run: RunMemory,
	count: number,
): Promise<void> {
	const id = isRecord(options.body) ? String(options.body.modelId ?? '') : '';
	const record = await findModel(context, run, 'inpaint', id);
	if (record === undefined) return;
	const most = modelFact(record.spec, 'maxInputImages');
	const combines = modelFact(record.spec, 'combineImages') !== false;
	const limit = typeof most === 'number' ? most : combines ? 3 : 1;
	if (count > limit) {
		throw badInput(`Images may have at most ${limit} for the model ${id}, but ${count} were given`);
	}
}

/** The rows of the panel, with "all binary fields" spelled out. */
function expandedImageRows(context: IExecuteSingleFunctions): ImageRow[] {
	const rows = context.getNodeParameter('images.image', []) as ImageRow[];
	return rows.flatMap((row): ImageRow[] =>
		row.fileSource === 'all'
			? imageFieldsOf(context).map((inputBinaryField) => ({
					fileSource: 'binary',
					inputBinaryField,
				}))
			: [row],
	);
}

/** The binary fields of the item that may be images by their label. Throws a ServiceFailure where there is none. */
function imageFieldsOf(context: IExecuteSingleFunctions): string[] {
	const files = Object.entries(context.getInputData()?.binary ?? {});
	if (files.length === 0) binaryFieldName(context, '');
	const images = files.filter(([, { mimeType }]) =>
		/^(image\/|application\/octet-stream|$)/.test(mimeType),
	);
	if (images.length > 0) return images.map(([name]) => name);
	throw badInput(
		`The input item has no image: ${files.map(([name, { mimeType }]) => `"${name}" is of the type "${mimeType}"`).join(', ')}`,
		'If one of them is an image, set File Source to Binary Field and enter its field name.',
	);
}
