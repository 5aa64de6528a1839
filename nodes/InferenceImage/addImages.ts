import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { imageText, type ImageInput } from '../../lib/files/imageInput';
import { findModel, modelFact } from '../../lib/models/fetchModel';
import { isRecord } from '../../lib/core/record';
import { mergeIntoBody } from '../../lib/wire/body';
import { badInput } from '../../lib/core/failure';
import { binaryFieldName, type FileChoice } from '../../lib/files/inputFile';
import { setMultipartBody } from '../../lib/files/multipart';
import { checkImage, readImage } from './imageRequest';
import type { BeforeSend, RunMemory, Prepare } from '../../lib/wire/send';

interface ImageRow extends Omit<FileChoice, 'fileSource'> {
	fileSource: FileChoice['fileSource'] | 'all';
}

/** Checks, before anything is sent, that there is at least one picture and every one is where the panel says. */
export const checkImageRows: Prepare = function () {
	const rows = expandedImageRows(this);
	if (rows.length === 0) throw badInput('Images must have at least one image');
	for (const [index, row] of rows.entries()) {
		if (row.fileSource !== 'url') rejectAmbiguousFile(this, row);
		checkImage(this, row, `Image ${index + 1}`);
	}
};

/** Refuses a row that may mean several files of the item. */
function rejectAmbiguousFile(
	context: IExecuteSingleFunctions,
	{ inputBinaryField = '' }: FileChoice,
): void {
	const names = Object.keys(context.getInputData()?.binary ?? {});
	if (inputBinaryField.trim() !== '' || names.length < 2) return;
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
		images.push(await readImage(this, row, `Image ${index + 1}`));
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
function expandedImageRows(context: IExecuteSingleFunctions): FileChoice[] {
	const rows = context.getNodeParameter('images.image', []) as ImageRow[];
	return rows.flatMap(({ fileSource, ...file }): FileChoice[] =>
		fileSource === 'all'
			? imageFieldsOf(context).map((inputBinaryField) => ({
					fileSource: 'binary',
					inputBinaryField,
				}))
			: [{ fileSource, ...file }],
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
