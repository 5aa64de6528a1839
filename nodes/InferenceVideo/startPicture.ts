import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../../lib/core/failure';
import type { FileChoice } from '../../lib/files/inputFile';
import { startsFrom } from '../../lib/models/defaultRecord';
import { findModel } from '../../lib/models/fetchModel';
import type { RunMemory } from '../../lib/wire/send';

/** The picture that a video starts with, as a row of its files has it. */
export interface PictureMedium extends FileChoice {
	label: 'Picture';
	usedAs: 'image_url';
}

/** What the user set Picture to. Throws a ServiceFailure for anything else. */
function readPictureChoice(context: IExecuteSingleFunctions): 'auto' | 'binary' | 'none' | 'url' {
	const choice: unknown = context.getNodeParameter('picture', 'none');
	if (choice === 'auto' || choice === 'binary' || choice === 'none' || choice === 'url')
		return choice;
	throw badInput(
		`Picture must be one of auto, binary, none, url, but "${String(choice)}" was given`,
	);
}

/** The picture that is known before a model is looked up: the one that the user names, or that of the item where the model may follow it. */
export function readChosenPicture(context: IExecuteSingleFunctions): PictureMedium[] {
	const choice = readPictureChoice(context);
	if (choice === 'none') return [];
	if (choice !== 'auto') {
		const read = (name: string) => String(context.getNodeParameter(name, '') ?? '');
		const file = { inputBinaryField: read('inputBinaryField'), fileUrl: read('fileUrl') };
		return [{ label: 'Picture', usedAs: 'image_url', fileSource: choice, ...file }];
	}
	return hasChosenModel(context) ? [] : requiredPictureOfItem(context);
}

/** The picture of the item for a model that was chosen, if the model starts from one by its record. Throws a ServiceFailure where the item has several. */
export async function pictureForModel(
	context: IExecuteSingleFunctions,
	run: RunMemory,
	model: string,
): Promise<PictureMedium[]> {
	if (readPictureChoice(context) !== 'auto' || !hasChosenModel(context)) return [];
	const record = await findModel(context, run, 'video', model);
	return record !== undefined && startsFrom('image')(record) ? requiredPictureOfItem(context) : [];
}

export function mayHavePicture(context: IExecuteSingleFunctions): boolean {
	return readPictureChoice(context) === 'auto' && pictureFieldsOfItem(context).length > 0;
}

function hasChosenModel(context: IExecuteSingleFunctions): boolean {
	return String(context.getNodeParameter('model', '', { extractValue: true }) ?? '').trim() !== '';
}

function requiredPictureOfItem(context: IExecuteSingleFunctions): PictureMedium[] {
	const [name, ...others] = pictureFieldsOfItem(context);
	if (name === undefined) return [];
	if (others.length === 0) {
		return [
			{ label: 'Picture', usedAs: 'image_url', fileSource: 'binary', inputBinaryField: name },
		];
	}
	throw badInput(
		`The item has ${others.length + 1} pictures, and a video starts with one`,
		`Set Picture to Binary Field and enter one of ${[name, ...others].map((one) => `"${one}"`).join(', ')}, or set it to None to make the video from text.`,
	);
}

/** The binary fields of the item that hold pictures by their label. */
export function pictureFieldsOfItem(context: IExecuteSingleFunctions): string[] {
	const files = Object.entries(context.getInputData()?.binary ?? {});
	return files
		.filter(([, { mimeType }]) => /^image\/(?!svg)/i.test(mimeType))
		.map(([name]) => name);
}
