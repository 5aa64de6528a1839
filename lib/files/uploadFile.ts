import type { IBinaryData, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { badInput } from '../core/failure';
import { fileAddress } from './fileAddress';
import { binaryField, inputFile } from './inputFile';
import { nameFor } from './recognized';
import {
	inputSource,
	knownSource,
	linkedSource,
	sourceFile,
	type KnownSource,
} from './inputSource';
import { setForm } from './multipart';
import type { BeforeSend, Memory, Prepare } from '../wire/send';

/** The largest file that the service takes, in bytes (docs/maintainers/service.md#recordings). */
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

/** Checks, before anything is sent, that the file is there, or that its address is one. What it is, its bytes say when they are read. */
export function checkFile(): Prepare {
	return function () {
		if (isAddress(this)) fileAddress(urlOf(this), URL_LABEL);
		else panelFile(this);
	};
}

/** Sends the file as a part of a form; one behind an address is downloaded first, as the service takes none. */
export function addFile(upload: Upload): BeforeSend {
	return async function (options, run) {
		const source = await uploadSource(this, upload, UPLOAD_LIMIT);
		await upload.check?.(this, options, run, source.extension);
		setForm(options, [{ name: 'file', file: sourceFile(source) }]);
	};
}

/** The file of the panel, of any size up to `limit` bytes, to be read when it is sent. Throws a ServiceFailure when there is none that is taken. */
export async function uploadSource(
	context: IExecuteSingleFunctions,
	upload: Upload,
	limit: number,
): Promise<KnownSource> {
	if (!isAddress(context)) {
		const field = fieldOf(context);
		const source = await inputSource(context, field, limit);
		return taken(await knownSource(source), `The file in the binary field "${field}"`, upload);
	}
	const limits = { label: LINKED, limit };
	const source = await linkedSource(context, urlOf(context), limits, UPLOAD_LIMIT);
	return taken(await knownSource(source), LINKED, upload);
}

/** Extensions of the same container, by which the service knows it. */
const CONTAINERS: Record<string, string> = {
	...{ mov: 'mp4', '3gp': 'mp4', m4v: 'mp4', m4b: 'm4a', mkv: 'webm', mka: 'webm', weba: 'webm' },
	...{ ogv: 'ogg', oga: 'ogg', opus: 'ogg', mpga: 'mp3', mpeg: 'mp3', wave: 'wav' },
};
const TYPES: Record<string, string> = { mp4: 'video/mp4', webm: 'video/webm', ogg: 'audio/ogg' };

/** The source under the name by which the service takes it; throws a ServiceFailure for one that it does not take. */
function taken(source: KnownSource, place: string, { what, extensions }: Upload): KnownSource {
	if (extensions === undefined) return source;
	const { extension: own, families, isKnown } = source;
	const extension = CONTAINERS[own] ?? own;
	const isText = families.includes('text');
	if (isText || !extensions.includes(extension)) {
		const found = isText && isNamedAsTaken(own, extensions) ? 'text' : own;
		throw badInput(
			`${place} must be ${what} of the type ${extensions.join(', ')}, but it is "${found}"`,
			isKnown || isText ? 'Its bytes say so, whatever its name is.' : undefined,
		);
	}
	const isOther = extension !== own;
	const mimeType = isOther ? (TYPES[extension] ?? source.mimeType) : source.mimeType;
	return { ...source, extension, mimeType, fileName: nameFor(source.fileName, extension) };
}

function isNamedAsTaken(extension: string, extensions: string[]): boolean {
	return extensions.includes(CONTAINERS[extension] ?? extension);
}

/** What the file of the panel is called, null when nothing says so. */
export function sentFileName(context: IExecuteSingleFunctions): string | null {
	if (!isAddress(context)) return panelFile(context).fileName ?? null;
	const { pathname, host } = fileAddress(urlOf(context), URL_LABEL);
	return pathname.split('/').at(-1) || host;
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
