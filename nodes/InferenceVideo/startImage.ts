import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../../lib/core/failure';
import { readChoice } from '../../lib/fields/readParameter';
import { itemFiles, quotedList, type FileChoice } from '../../lib/files/inputFile';
import { picturesOf } from '../../lib/files/inputSource';
import { startsFrom } from '../../lib/models/defaultRecord';
import { findModel } from '../../lib/models/fetchModel';
import type { RunMemory } from '../../lib/wire/send';

/** The picture that a video starts with, as a row of its files has it. */
export interface PictureMedium extends FileChoice {
	label: 'Start Image';
	usedAs: 'image_url';
}

const CHOICES = ['auto', 'binary', 'none', 'url'] as const;

const readPictureChoice = (context: IExecuteSingleFunctions) =>
	readChoice(context, 'startImage', 'none', 'Start Image', CHOICES);

export function readChosenPicture(context: IExecuteSingleFunctions): PictureMedium[] {
	const choice = readPictureChoice(context);
	if (choice === 'none' || choice === 'auto') return [];
	return [
		{
			...{ label: 'Start Image', usedAs: 'image_url', fileSource: choice },
			inputBinaryField: context.getNodeParameter('inputBinaryField', ''),
			fileUrl: String(context.getNodeParameter('fileUrl', '') ?? ''),
		},
	];
}

/** Whether a picture of the item is taken on its own: files that the user lists say what the video is made from. */
export function mayTakePicture(context: IExecuteSingleFunctions): boolean {
	if (readPictureChoice(context) !== 'auto' || Object.keys(itemFiles(context)).length === 0)
		return false;
	return (context.getNodeParameter('options.media.medium', []) as unknown[]).length === 0;
}

/** The picture of the item, if it is taken and the model, where one was chosen, starts from one by its record. */
export async function takenPicture(
	context: IExecuteSingleFunctions,
	run: RunMemory,
	model: string,
): Promise<PictureMedium[]> {
	if (!mayTakePicture(context)) return [];
	if (hasChosenModel(context)) {
		const record = await findModel(context, run, 'video', model);
		if (record === undefined || !startsFrom('image')(record)) return [];
	}
	return await pictureOfItem(context);
}

function hasChosenModel(context: IExecuteSingleFunctions): boolean {
	return String(context.getNodeParameter('model', '', { extractValue: true }) ?? '').trim() !== '';
}

/** The picture of the item that a video starts with. Throws a ServiceFailure where it has several, or a file that may be meant and is none. */
export async function pictureOfItem(
	context: IExecuteSingleFunctions,
	textCure = 'set it to None to make the video from text',
): Promise<PictureMedium[]> {
	const chooseCure = (names: string[]) =>
		`Set Start Image to Binary Field and enter one of ${quotedList(names)}, or ${textCure}.`;
	const names = await picturesOf(context, chooseCure(Object.keys(itemFiles(context))));
	const [name, ...others] = names;
	if (name === undefined) return [];
	if (others.length === 0) {
		return [
			{ label: 'Start Image', usedAs: 'image_url', fileSource: 'binary', inputBinaryField: name },
		];
	}
	throw badInput(
		`The item has ${names.length} images, and a video starts with one`,
		chooseCure(names),
	);
}
