import { chosenIn, rowsIn, type ItemContext } from '../../lib/core/execution';
import { badInput } from '../../lib/core/failure';
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

export function readChosenPicture(context: ItemContext): PictureMedium[] {
	const { startImage: choice } = context.parameters;
	if (choice !== 'binary' && choice !== 'url') return [];
	return [
		{
			...{ label: 'Start Image', usedAs: 'image_url', fileSource: choice },
			inputBinaryField: context.parameters.inputBinaryField ?? '',
			fileUrl: String(context.parameters.fileUrl ?? ''),
		},
	];
}

/** Whether a picture of the item is taken on its own: files that the user lists say what the video is made from. */
export function mayTakePicture(context: ItemContext): boolean {
	if (context.parameters.startImage !== 'auto' || Object.keys(itemFiles(context)).length === 0)
		return false;
	return rowsIn(context.parameters.options.media, 'medium').length === 0;
}

/** The picture of the item, if it is taken and the model, where one was chosen, starts from one by its record. */
export async function takenPicture(
	context: ItemContext,
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

function hasChosenModel(context: ItemContext): boolean {
	return chosenIn(context.parameters.model) !== '';
}

/** The picture of the item that a video starts with. Throws a ServiceFailure where it has several, or a file that may be meant and is none. */
export async function pictureOfItem(
	context: ItemContext,
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
