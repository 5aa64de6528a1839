import type { IHttpRequestOptions } from 'n8n-workflow';

import { rowsIn, type ItemContext } from '../../../../lib/core/execution';
import {
	EDITED_PIXELS,
	IMAGE_CURE,
	imageText,
	type ImageInput,
} from '../../../../lib/files/imageInput';
import { findModel, modelFact } from '../../../../lib/models/fetchModel';
import { isRecord } from '../../../../lib/core/record';
import { mergeIntoBody } from '../../../../lib/wire/body';
import { badInput } from '../../../../lib/core/failure';
import {
	itemFiles,
	quotedList,
	requiredFile,
	type FileChoice,
} from '../../../../lib/files/inputFile';
import { picturesOf } from '../../../../lib/files/inputSource';
import { setMultipartBody } from '../../../../lib/files/multipart';
import { checkImage, readImage } from '../../imageRequest';
import type { BeforeSend, RunMemory, Prepare } from '../../../../lib/wire/send';
import { toBody } from '../../../../lib/fields/routing';
import { checkModel } from '../../../../lib/models/checkModel';
import { addDefaultModel, checkModelChoice } from '../../../../lib/models/chooseModel';
import { combinesImages } from '../../../../lib/models/defaultRecord';
import type { Operation } from '../../../../lib/run/operation';
import { priceOfEdit } from '../../../../lib/cost/operationPrices';
import { modelField } from '../../../common/fields/picker';
import { optionsField } from '../../../common/fields/optionGroup';
import { outputFileField } from '../../../common/fields/outputFileFields';
import {
	editOptions,
	qualityField,
	editPromptField,
	imageRowsField,
} from '../../fields/imageFields';
import { EDIT_LIMITS } from '../../imageFallback';
import { createImageReader } from '../../readImage';

interface ImageRow extends Omit<FileChoice, 'fileSource'> {
	fileSource: FileChoice['fileSource'] | 'all';
}

/** Checks, before anything is sent, that there is at least one picture and every one is where the panel says. */
const checkImageRows: Prepare = function () {
	const rows = readImageRows(this);
	if (rows.length === 0)
		throw badInput(
			'Add at least one image',
			'Use Add Image, or choose All Images of the Input Item.',
		);
	for (const [index, { fileSource, ...file }] of rows.entries()) {
		// Which files are pictures, their bytes say when they are read.
		if (fileSource === 'all' && Object.keys(itemFiles(this)).length > 0) continue;
		if (fileSource === 'binary') rejectAmbiguousFile(this, file);
		if (fileSource === 'all') requiredFile(this, '');
		else checkImage(this, { fileSource, ...file }, `Image ${index + 1}`);
	}
};

/** Refuses a row that may mean several files of the item. */
function rejectAmbiguousFile(
	context: ItemContext,
	{ inputBinaryField = '' }: Pick<FileChoice, 'inputBinaryField'>,
): void {
	const names = Object.keys(itemFiles(context));
	if (String(inputBinaryField).trim() !== '' || names.length < 2) return;
	throw badInput(
		`The item has ${names.length} files`,
		'Set File Source to All Images of the Input Item, or add a row for each image and enter the names of the fields in order.',
	);
}

/**
 * Puts the pictures into the request in their order. Files go as multipart; as soon as one is text, all go as JSON,
 * since multipart takes files only (docs/maintainers/service.md#images). The number is checked against the model where its record has a limit.
 */
const addImages: BeforeSend = async function (options, run) {
	const rows = await expandedImageRows(this);
	await rejectTooManyImages(this, options, run, rows.length);
	const images: ImageInput[] = [];
	for (const [index, row] of rows.entries()) {
		images.push(await readImage(this, row, `Image ${index + 1}`, EDITED_PIXELS));
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
	context: ItemContext,
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
		throw badInput(
			`Images may have at most ${limit} for the model ${id}, but ${count} were given`,
			`Remove ${count - limit} of them, or choose a model that combines more.`,
		);
	}
}

function readImageRows(context: ItemContext): ImageRow[] {
	return rowsIn<ImageRow>(context.parameters.images, 'image');
}

/** The rows of the panel, with "all images" spelled out. */
async function expandedImageRows(context: ItemContext): Promise<FileChoice[]> {
	const rows: FileChoice[] = [];
	for (const { fileSource, ...file } of readImageRows(context)) {
		if (fileSource !== 'all') rows.push({ fileSource, ...file });
		else
			for (const inputBinaryField of await requiredPicturesOf(context))
				rows.push({ fileSource: 'binary', inputBinaryField });
	}
	return rows;
}

/** The files of the item that are pictures. Throws a ServiceFailure where there is none, or one that may be meant and is none. */
async function requiredPicturesOf(context: ItemContext): Promise<string[]> {
	const cure =
		'Set File Source to Binary Field and add a row for each image, with the names of the fields in order.';
	const pictures = await picturesOf(context, cure);
	if (pictures.length > 0) return pictures;
	const names = quotedList(Object.keys(itemFiles(context)));
	throw badInput(`The input item has no image: ${names} cannot be read as one`, IMAGE_CURE);
}

export const editMultipleImages = {
	option: {
		name: 'Edit Multiple',
		value: 'editMultiple',
		action: 'Edit several images together',
		description: 'Combine a base image with other images or masks as described',
		routing: { request: { method: 'POST', url: '/image/multi-edit', encoding: 'stream' } },
	},
	answerType: 'image/*',
	bucket: 'image',
	price: priceOfEdit,
	prepare: [checkModelChoice('modelId'), checkImageRows],
	beforeSend: [
		addDefaultModel('inpaint', () => ({ name: 'combines', fits: combinesImages }), 'modelId'),
		checkModel('inpaint', EDIT_LIMITS, 'modelId'),
		addImages,
	],
	read: createImageReader('edited'),
	fields: [
		{
			...modelField({
				search: 'searchCombiningModels',
				description:
					'Model to use. It limits how many images can be combined. Leave empty to use the service default.',
			}),
			routing: toBody('modelId'),
		},
		imageRowsField(),
		editPromptField(),
		outputFileField(),
		optionsField([...editOptions(), qualityField()]),
	],
} satisfies Operation;
