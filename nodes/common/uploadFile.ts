import type { IBinaryData, IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../../lib/transport/failure';
import { inputFile, inputUpload } from '../../lib/transport/inputFile';
import { setForm } from '../../lib/transport/multipart';
import type { Attach, Compose } from '../../lib/transport/send';

const UPLOAD_LIMIT = 25_000_000;

/** The file in the field that the parameter Input Binary Field names. */
export function panelFile(context: IExecuteSingleFunctions): IBinaryData {
	return inputFile(context, fieldOf(context));
}

/** Checks, before anything is sent, that the file is there and of one of the given extensions. */
export function checkFile(what: string, extensions?: string[]): Compose {
	return function () {
		const extension = extensionOf(panelFile(this));
		if (extensions === undefined || extensions.includes(extension)) return;
		throw badInput(
			`The file in the binary field "${fieldOf(this)}" is to be ${what} of the type ${extensions.join(', ')}, but it is "${extension}"`,
		);
	};
}

/** Sends the file as a part of a form. */
export function addFile(name = 'file'): Attach {
	return async function (options) {
		const { fileName, fileExtension } = panelFile(this);
		const called = fileName ?? `file.${fileExtension ?? 'bin'}`;
		const file = await inputUpload(this, fieldOf(this), UPLOAD_LIMIT, called);
		setForm(options, [{ name, file }]);
	};
}

/** The extension by which a file is known: that of its name, else that of its type. */
export function extensionOf({ fileName, fileExtension, mimeType }: IBinaryData): string {
	const [, ofName] = /\.([A-Za-z0-9]+)$/.exec(fileName ?? '') ?? [];
	return (ofName ?? fileExtension ?? mimeType.split('/')[1] ?? '').toLowerCase();
}

function fieldOf(context: IExecuteSingleFunctions): string {
	return String(context.getNodeParameter('binaryPropertyName', 'data')).trim() || 'data';
}
