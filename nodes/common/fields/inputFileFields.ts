import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { addFileToForm, checkFileField, type UploadRule } from '../../../lib/files/uploadFile';
import type { FileInput } from '../../../lib/run/operation';

interface InputFileOptions {
	/** What the file is, e.g. "image". */
	what: string;
	/** What else than a URL the text may be. */
	urlOption?: 'URL' | 'URL or Base64';
	urlDescription: string;
	placeholder: string;
	required?: boolean;
	initial?: 'binary' | 'url';
	/** Sources beside the binary field and the URL. */
	otherSources?: INodePropertyOptions[];
}

export function inputFileFields(file: InputFileOptions): INodeProperties[] {
	const { what, urlOption = 'URL', required, initial = 'binary', otherSources = [] } = file;
	return [
		{
			displayName: 'File Source',
			name: 'fileSource',
			type: 'options',
			default: initial,
			description: `Source of the ${what}. When an AI agent uses this node as a tool, choose ${urlOption}: agents cannot pass files.`,
			builderHint: {
				propertyHint:
					'Use binary in a workflow, and url in a tool of an agent, which has no binary data.',
			},
			options: [
				...otherSources,
				{ name: 'Binary Field', value: 'binary', description: 'A file of the input item' },
				{
					name: urlOption,
					value: 'url',
					description: 'Entered as text, by an expression or by an agent',
				},
			],
		},
		{
			displayName: 'Input Binary Field',
			name: 'inputBinaryField',
			type: 'string',
			default: '',
			hint: `Field with the ${what}. Leave empty if the item has only one file.`,
			builderHint: {
				propertyHint:
					'The name of a binary field of the input item, e.g. data, or empty if it has one file; no content, path or expression on $json. Edit Fields and Code drop files by default.',
			},
			displayOptions: { show: { fileSource: ['binary'] } },
		},
		{
			displayName: 'File URL',
			name: 'fileUrl',
			type: 'string',
			...(required && { required }),
			default: '',
			placeholder: file.placeholder,
			description: file.urlDescription,
			displayOptions: { show: { fileSource: ['url'] } },
		},
	];
}

/** A file to upload whole. */
export function fileUploadInput(what: string, upload: UploadRule): FileInput {
	return {
		fields: uploadFields(what, 'up to 25 MB in size'),
		check: checkFileField(),
		add: addFileToForm(upload),
	};
}

/** A recording of any length, which the operation sends in parts. */
export function recordingInput(): FileInput {
	return {
		fields: uploadFields('recording', 'of any length'),
		check: checkFileField(),
		add: 'make',
	};
}

/** n8n downloads a file at a URL first, as the service takes none. */
function uploadFields(what: string, size: string): INodeProperties[] {
	return inputFileFields({
		what,
		required: true,
		placeholder: 'e.g. https://example.com/file',
		urlDescription: `URL of the ${what}, starting with https:// or http://. It can be ${size} and must be reachable without a login.`,
	});
}

/** An image, in the item or as text. */
export function inputImageFields(
	placeholder: string,
	others: Pick<InputFileOptions, 'otherSources'> = {},
): INodeProperties[] {
	return inputFileFields({
		what: 'image',
		urlOption: 'URL or Base64',
		placeholder,
		urlDescription:
			'URL of the image, reachable without a login, a data URL, or base64. Under 25 MB. The link that another tool returned for its image also works.',
		...others,
	});
}
