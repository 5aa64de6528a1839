import type { IBinaryData, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { download } from './download';
import { badInput } from '../base/failure';
import { fileAddress } from './fileAddress';
import { binaryField, inputFile, inputUpload } from './inputFile';
import { inputSource, linkedSource, type InputSource } from './inputSource';
import { setForm, type FormPart } from './multipart';
import type { BeforeSend, Memory, Prepare } from '../http/send';

/** The largest file that the service takes, in bytes (docs/service.md#recordings). */
export const UPLOAD_LIMIT = 25_000_000;
const URL_LABEL = 'File URL';
const LINKED = 'The file behind the URL';

/** Which file an operation takes. */
export interface Upload {
	/** What it is, for the sentences. */
	what: string;
	/** Extensions that are taken; without them any is. */
	extensions?: string[];
	/** Checks what the chosen model takes; runs before the file is put into the request. */
	check?: (
		context: IExecuteSingleFunctions,
		options: IHttpRequestOptions,
		run: Memory,
		extension: string,
	) => Promise<void>;
}

/** Checks, before anything is sent, that the file is there and of a type that is taken, or that its address is one. */
export function checkFile({ what, extensions }: Upload): Prepare {
	return function () {
		if (isAddress(this)) fileAddress(urlOf(this), URL_LABEL);
		else {
			const place = `The file in the binary field "${fieldOf(this)}"`;
			requireExtension(extensionOf(panelFile(this)), place, what, extensions);
		}
	};
}

/** Sends the file as a part of a form; one behind an address is downloaded first, as the service takes none. */
export function addFile({ what, extensions, check }: Upload): BeforeSend {
	return async function (options, run) {
		const { extension, file } = isAddress(this) ? await linkedFile(this) : await fileOfItem(this);
		if (isAddress(this)) requireExtension(extension, LINKED, what, extensions);
		await check?.(this, options, run, extension);
		setForm(options, [{ name: 'file', file }]);
	};
}

/** The file of the panel, of any size up to `limit` bytes, to be read when it is sent. Throws a ServiceFailure when there is none that is taken. */
export async function uploadSource(
	context: IExecuteSingleFunctions,
	{ what, extensions }: Upload,
	limit: number,
): Promise<InputSource> {
	if (!isAddress(context)) return await inputSource(context, fieldOf(context), limit);
	const limits = { label: LINKED, limit };
	const source = await linkedSource(context, urlOf(context), limits, UPLOAD_LIMIT);
	requireExtension(extensionOf(source), LINKED, what, extensions);
	return source;
}

/** What the file of the panel is called, null when nothing says so. */
export function sentFileName(context: IExecuteSingleFunctions): string | null {
	if (!isAddress(context)) return panelFile(context).fileName ?? null;
	const { pathname, host } = fileAddress(urlOf(context), URL_LABEL);
	return pathname.split('/').at(-1) || host;
}

interface Found {
	extension: string;
	file: Extract<FormPart, { file: unknown }>['file'];
}

async function fileOfItem(context: IExecuteSingleFunctions): Promise<Found> {
	const binary = panelFile(context);
	const called = binary.fileName ?? `file.${binary.fileExtension ?? 'bin'}`;
	const file = await inputUpload(context, fieldOf(context), UPLOAD_LIMIT, called);
	return { extension: extensionOf(binary), file };
}

async function linkedFile(context: IExecuteSingleFunctions): Promise<Found> {
	const limits = { label: LINKED, limit: UPLOAD_LIMIT };
	const file = await download(context, urlOf(context), limits);
	return { extension: extensionOf(file), file };
}

function requireExtension(
	extension: string,
	place: string,
	what: string,
	extensions: string[] | undefined,
): void {
	if (extensions === undefined || extensions.includes(extension)) return;
	throw badInput(
		`${place} must be ${what} of the type ${extensions.join(', ')}, but it is "${extension}"`,
	);
}

/** The extension by which a file is known: that of its name, else that of its type. */
export function extensionOf(
	file: Pick<IBinaryData, 'fileName' | 'fileExtension' | 'mimeType'>,
): string {
	const [, ofName] = /\.([A-Za-z0-9]+)$/.exec(file.fileName ?? '') ?? [];
	return (ofName ?? file.fileExtension ?? file.mimeType.split('/')[1] ?? '').toLowerCase();
}

function panelFile(context: IExecuteSingleFunctions): IBinaryData {
	return inputFile(context, fieldOf(context));
}

function isAddress(context: IExecuteSingleFunctions): boolean {
	return context.getNodeParameter('fileSource', 'binary') === 'url';
}

function urlOf(context: IExecuteSingleFunctions): string {
	return String(context.getNodeParameter('fileUrl', '') ?? '');
}

function fieldOf(context: IExecuteSingleFunctions): string {
	return binaryField(context, context.getNodeParameter('inputBinaryField', ''));
}
