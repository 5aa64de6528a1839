import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../core/record';
import { formText } from '../wire/extraFields';
import { blobBytesOf } from './storedFile';

export type FormPart =
	| { name: string; value: string }
	| { name: string; file: File | { bytes: Buffer; fileName: string; mimeType: string } };

/**
 * Turns the request into multipart/form-data: the values of its body so far, then the parts in their order.
 * A native FormData can be sent again on a retry; its boundary and Content-Type are set when it is sent (docs/maintainers/service.md#charges).
 */
export function setMultipartBody(options: IHttpRequestOptions, parts: FormPart[]): void {
	const form = new FormData();
	for (const [name, value] of Object.entries(isRecord(options.body) ? options.body : {})) {
		form.append(name, formText(value));
	}
	for (const part of parts) {
		form.append(part.name, 'value' in part ? part.value : toFile(part.file));
	}
	options.body = form as unknown as IDataObject;
}

function toFile(file: Extract<FormPart, { file: unknown }>['file']): File {
	if (file instanceof File) return file;
	return new File([blobBytesOf(file.bytes)], file.fileName, { type: file.mimeType });
}
