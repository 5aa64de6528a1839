import type { IHttpRequestOptions } from 'n8n-workflow';

import type { ItemContext } from '../core/execution';
import { badInput } from '../core/failure';
import { readAll } from '../core/streams';
import { rejectCutPicture } from './cutPicture';
import { parseFileAddress } from './fileAddress';
import { readFileChoice, requiredFile } from './inputFile';
import { nameWithExtension } from './recognizeFile';
import {
	inputSource,
	recognizeSource,
	downloadedSource,
	formFileOf,
	type KnownSource,
} from './inputSource';
import { setMultipartBody } from './multipart';
import type { BeforeSend, RunMemory, Prepare } from '../wire/send';

/** The largest file that the service takes, in bytes (docs/maintainers/service.md#recordings). */
export const MAX_UPLOAD_BYTES = 25_000_000;
const URL_LABEL = 'File URL';
const LINKED_FILE = 'The file behind the URL';

export interface UploadRule {
	what: string;
	/** Extensions that are taken; without them any is. */
	extensions?: string[];
	/** Checks what the chosen model takes; runs before the file is put into the request. */
	check?: (
		context: ItemContext,
		options: IHttpRequestOptions,
		run: RunMemory,
		extension: string,
	) => Promise<void>;
}

/** Checks, before anything is sent, that the file is there, or that its address is one. What it is, its bytes say when they are read. */
export function checkFileField(): Prepare {
	return function () {
		const choice = readFileChoice(this);
		if (choice.fileSource === 'url') parseFileAddress(choice.fileUrl, URL_LABEL);
		else requiredFile(this, choice.inputBinaryField);
	};
}

/** Sends the file as a part of a form; one behind an address is downloaded first, as the service takes none. */
export function addFileToForm(upload: UploadRule): BeforeSend {
	return async function (options, run) {
		const source = await uploadSource(this, upload, MAX_UPLOAD_BYTES);
		await upload.check?.(this, options, run, source.extension);
		if (source.families.includes('image'))
			await rejectCutPicture(await readAll(await source.open()), 'The file');
		setMultipartBody(options, [{ name: 'file', file: formFileOf(source) }]);
	};
}

/** The file of the panel, of any size up to `limit` bytes, to be read when it is sent. Throws a ServiceFailure when there is none that is taken. */
export async function uploadSource(
	context: ItemContext,
	upload: UploadRule,
	limit: number,
): Promise<KnownSource> {
	const { fileSource, fileUrl = '', inputBinaryField } = readFileChoice(context);
	if (fileSource === 'binary') {
		const file = requiredFile(context, inputBinaryField);
		const source = await inputSource(context, file, limit);
		return acceptedSource(await recognizeSource(source), file.place, upload);
	}
	const limits = { label: LINKED_FILE, limit };
	const source = await downloadedSource(context, fileUrl, limits, MAX_UPLOAD_BYTES);
	return acceptedSource(await recognizeSource(source), LINKED_FILE, upload);
}

/** Extensions of the same container, by which the service knows it. */
const CONTAINER_OF_EXTENSION: Record<string, string> = {
	...{ mov: 'mp4', '3gp': 'mp4', m4v: 'mp4', m4b: 'm4a', mkv: 'webm', mka: 'webm', weba: 'webm' },
	...{ ogv: 'ogg', oga: 'ogg', opus: 'ogg', mpga: 'mp3', mpeg: 'mp3', wave: 'wav' },
};
const TYPE_OF_CONTAINER: Record<string, string> = {
	mp4: 'video/mp4',
	webm: 'video/webm',
	ogg: 'audio/ogg',
};

/** The source under the name by which the service takes it; throws a ServiceFailure for one that it does not take. */
function acceptedSource(
	source: KnownSource,
	place: string,
	{ what, extensions }: UploadRule,
): KnownSource {
	if (extensions === undefined) return source;
	const { extension: ownExtension, families, isKnown } = source;
	const extension = CONTAINER_OF_EXTENSION[ownExtension] ?? ownExtension;
	const isText = families.includes('text');
	if (isText || !extensions.includes(extension)) {
		throw badInput(
			`${place} must be ${what} of the type ${extensions.join(', ')}, but it is "${ownExtension}"`,
			`Choose another file, or convert it first.${isKnown || isText ? ' Its bytes say what it is, whatever its name is.' : ''}`,
		);
	}
	const isOther = extension !== ownExtension;
	const mimeType = isOther ? (TYPE_OF_CONTAINER[extension] ?? source.mimeType) : source.mimeType;
	return {
		...source,
		extension,
		mimeType,
		fileName: nameWithExtension(source.fileName, extension),
	};
}

export function uploadFileName(context: ItemContext): string | null {
	const choice = readFileChoice(context);
	if (choice.fileSource === 'binary')
		return requiredFile(context, choice.inputBinaryField).labels.fileName ?? null;
	const { pathname, host } = parseFileAddress(choice.fileUrl, URL_LABEL);
	return pathname.split('/').at(-1) || host;
}
