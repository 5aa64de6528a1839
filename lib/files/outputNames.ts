import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ItemContext } from '../core/execution';
import { isRecord } from '../core/record';
import { REHEARSAL_PREFIX, rehearsalMark } from '../core/rehearsal';
import { extensionFor } from './fileKinds';
import { beforeExtension, fileNameOf, firstWords, itemNumber } from './fileName';

/** What the name of a file is made of, and the parameter of its field: both are applied to each item again, also to one that a retry finds. */
export interface FileNaming {
	stem: string;
	extension: string;
	suffix?: string;
	/** Whether it has the number of its item, where the user sets no name. */
	isNumbered?: boolean;
	parameter?: 'outputBinaryField' | 'subtitleField';
}

/** What a file is kept with until its item comes out, as JSON: n8n has room for texts only. */
export interface KeptNaming extends FileNaming {
	field: string;
}

/**
 * How a file of that media type is named: as the user entered it, or the stem with the first words of the prompt, so that a person recognizes the
 * file: `image-a-lighthouse-in-a-storm`. With the stem before them, the words are no name that a system reserves.
 */
export function outputFileNaming(
	context: ItemContext,
	{ stem, format, suffix = '' }: { stem: string; format?: string; suffix?: string },
	mimeType: string,
): FileNaming {
	const words = firstWords(context.parameters.prompt);
	const name = words === '' ? stem : `${stem}-${words}`;
	return { stem: name, extension: extensionFor(mimeType) ?? format ?? 'bin', suffix };
}

/** The name that the user entered or, where there is none, the stem with the number of its item. */
export function wishedFileName(
	context: ItemContext,
	{ stem, extension, suffix = '', isNumbered = true }: FileNaming,
): string {
	const wished = context.parameters.options.fileName;
	const name = fileNameOf(wished, stem, extension);
	if (!isNumbered || String(wished ?? '').trim() !== '') return beforeExtension(name, suffix);
	// A prompt may end like the number of an item, and parts are numbered too.
	const looksNumbered = /-\d+\.[^.]+$/.test(name) || suffix.startsWith('-');
	const number = itemNumber(context) || (looksNumbered ? '-1' : '');
	return beforeExtension(name, `${number}${suffix}`);
}

/** The item with its files under the names and in the fields that the user wants now. */
export function withFileNames(context: ItemContext, item: INodeExecutionData): INodeExecutionData {
	const files = Object.entries(item.binary ?? {});
	if (files.every(([, { naming }]) => naming === undefined)) return item;
	const binary: Record<string, IBinaryData> = {};
	let { json } = item;
	for (const [key, { naming: kept, ...file }] of files) {
		const naming = kept === undefined ? undefined : (JSON.parse(String(kept)) as KeptNaming);
		const field = naming === undefined ? key : fieldFor(context, key, naming);
		const fileName = naming === undefined ? file.fileName : storedName(context, naming);
		binary[field] = { ...file, fileName, ...extensionFact(fileName) };
		const renamed = (facts: unknown) =>
			isRecord(facts) && facts.field === key ? { ...facts, field, fileName } : facts;
		json = {
			...json,
			...(json.fileName === file.fileName && { fileName }),
			...(Array.isArray(json.files) && { files: json.files.map(renamed) as IDataObject[] }),
		};
	}
	return { ...item, json, binary };
}

function fieldFor(context: ItemContext, key: string, { field, parameter }: KeptNaming): string {
	return key.startsWith(field) ? `${fieldName(context, parameter)}${key.slice(field.length)}` : key;
}

/** As n8n has it of a file that is stored under that name. */
function extensionFact(fileName = ''): Pick<IBinaryData, 'fileExtension'> {
	const dot = fileName.lastIndexOf('.');
	return dot > 0 ? { fileExtension: fileName.slice(dot + 1) } : {};
}

export function storedName(context: ItemContext, named: FileNaming | string): string {
	const name = typeof named === 'string' ? named : wishedFileName(context, named);
	return rehearsalMark(context).rehearsal === true ? `${REHEARSAL_PREFIX}${name}` : name;
}

export function outputBinaryFieldName(context: ItemContext): string {
	return fieldName(context, 'outputBinaryField');
}

export function fieldName(
	{ parameters }: ItemContext,
	parameter: FileNaming['parameter'] = 'outputBinaryField',
): string {
	return String(parameters[parameter] ?? '').trim() || 'data';
}
