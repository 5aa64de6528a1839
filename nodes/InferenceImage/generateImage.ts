import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { accept } from '../../lib/fields/accept';
import type { BeforeSend, Prepare, Read } from '../../lib/wire/send';
import { checkImage, imageOfText, imageText } from '../../lib/files/imageInput';
import { mediaTypeOf } from '../../lib/files/fileFormats';
import { problemOf } from '../../lib/files/structure';
import { isRecord } from '../../lib/core/record';
import { unreadable, wholeBody, type Answer } from '../../lib/core/answer';
import { decodeBody } from '../../lib/core/decodeBody';
import type { ServiceFailure } from '../../lib/core/failure';
import { objectWith, isUnread, listOf, orNull, readable, readAs } from '../../lib/wire/readAs';
import { setBody } from '../../lib/wire/body';
import { notStored } from '../../lib/files/fileFailure';
import {
	modelAndRequest,
	outputField,
	outputFileName,
	storedBinary,
} from '../../lib/files/outputFile';
import { glance } from '../../lib/files/sniff';
import { wordsIn } from '../../lib/wire/errors/wordsIn';
import { cut } from '../../lib/core/cut';
import { binaryImage, requireFile, textImage } from './imageRequest';
import { imageFacts, readImage } from './readImage';

const IMAGES = objectWith({
	images: listOf(z.string().min(1)),
	id: orNull(z.string()),
	timing: orNull(objectWith({})),
});

interface ReferenceRow {
	fileSource: 'binary' | 'url';
	inputBinaryField?: string;
	fileUrl?: string;
	strength?: unknown;
}

/** One image comes as bytes, which need no detour through base64; several come as JSON only (docs/maintainers/service.md#images), or as what a server makes of that. */
export const chooseBinary: Prepare = function (options) {
	for (const [index, row] of referenceRows(this).entries()) {
		const label = `Style Reference ${index + 1}`;
		if (row.fileSource === 'url') imageOfText(row.fileUrl ?? '', label);
		else requireFile(this, row.inputBinaryField);
		strengthOf(row, label);
	}
	// Bytes that are read as text are lost.
	options.encoding = 'stream';
	if (wantedVariants(options.body) > 1) return;
	setBody(options, { variants: undefined, return_binary: true });
	options.headers = { ...options.headers, Accept: 'image/*, application/json' };
};

/** Adds the style references with their strength. */
export const addStyleReferences: BeforeSend = async function (options) {
	const references = [];
	for (const [index, row] of referenceRows(this).entries()) {
		const label = `Style Reference ${index + 1}`;
		const image =
			row.fileSource === 'url'
				? await textImage(this, row.fileUrl, label)
				: await binaryImage(this, row.inputBinaryField);
		checkImage(image, label);
		references.push({ image: imageText(image), strength: strengthOf(row, label) });
	}
	if (references.length > 0) setBody(options, { style_references: references });
};

function wantedVariants(body: unknown): number {
	return isRecord(body) ? Number(body.variants ?? 1) : 1;
}

function strengthOf({ strength = 0.5 }: ReferenceRow, label: string): number {
	const range = { kind: 'number', min: 0.1, max: 1, required: true } as const;
	return Number(accept({ ...range, label: `Strength of ${label}` }, strength, 'UTC'));
}

function referenceRows(context: IExecuteSingleFunctions): ReferenceRow[] {
	return context.getNodeParameter(
		'options.styling.styleReferences.reference',
		[],
	) as ReferenceRow[];
}

/** One item with one binary a variant: the first in the chosen field, the others in the same name with _1, _2, _3. */
export const readGenerated: Read = async function (answer) {
	const {
		isFile,
		head,
		answer: whole,
	} = await glance(answer).catch((error: unknown) => {
		throw notStored(answer, error);
	});
	const wanted = Number(this.getNodeParameter('options.variants', 1));
	if (isFile || (head.length > 0 && !/^\s*\{/.test(head.toString()))) {
		const [only] = await readImage('image').call(this, whole);
		return only === undefined ? [] : [{ ...only, json: { ...only.json, ...missing(wanted, 1) } }];
	}
	const body = readAs({ ...whole, body: decodeBody(await wholeBody(whole)) }, IMAGES);
	const images = readable(body.images).map(bytesOf);
	const unread = body.images.filter(isUnread);
	if (!images.some(isImage)) throw noImage({ ...answer, body }, wanted);
	const format = String(this.getNodeParameter('options.outputFormat', 'webp'));
	const field = outputField(this);
	const item: INodeExecutionData = { json: {}, binary: {} };
	const files = [];
	for (const [index, bytes] of images.entries()) {
		const mimeType = mediaTypeOf(bytes) ?? 'application/octet-stream';
		const suffix = index === 0 ? '' : `_${index}`;
		const name = outputFileName(this, { kind: 'image', stem: 'image', format, suffix }, mimeType);
		const { binary, facts } = await storedBinary(this, bytes, name, mimeType);
		const key = index === 0 ? field : `${field}_${index}`;
		item.binary = { ...item.binary, [key]: binary };
		const damaged = isImage(bytes) ? problemOf(bytes) : 'The file is not an image';
		files.push({ field: key, ...facts, ...(damaged === undefined ? {} : { damaged }) });
	}
	item.json = {
		...files[0],
		files,
		...missing(wanted, images.filter(isImage).length, body),
		...(unread.length === 0 ? {} : { unreadImages: unread }),
		id: body.id ?? null,
		timing: body.timing ?? null,
		...modelAndRequest(answer),
		...imageFacts.call(this, answer),
	} as INodeExecutionData['json'];
	return [item];
};

/** An image as base64, or as a data URL. */
function bytesOf(text: string): Buffer {
	return Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64');
}

/** How many of the images that were asked for did not come, and why, where the service says so. */
function missing(wanted: number, made: number, body: Record<string, unknown> = {}): IDataObject {
	if (!(wanted > made)) return {};
	const reason = wordsIn(body);
	return { missingImages: wanted - made, ...(reason === '' ? {} : { missingReason: reason }) };
}

/** The failure of an answer without an image: the reason, where the service says one. */
function noImage(answer: Answer, wanted: number): ServiceFailure {
	const { images, ...others } = answer.body as { images: unknown[] };
	const reason = wordsIn(others);
	const all = wanted > 1 ? `none of the ${wanted} images` : 'no image';
	const said =
		images.length === 0
			? `The service returned ${all}`
			: 'The service answered with something that is not an image';
	const details = { answer: cut(JSON.stringify(others), 10_000).text };
	return unreadable(answer, reason === '' ? said : `${said}: ${reason}`, { details });
}

function isImage(bytes: Buffer): boolean {
	return mediaTypeOf(bytes)?.startsWith('image/') === true;
}
