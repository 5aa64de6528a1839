import type { IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { accept } from '../../lib/fields/accept';
import type { BeforeSend, Prepare, Read } from '../../lib/http/send';
import { checkImage, imageOfText, imageText } from '../../lib/images/input';
import { mediaTypeOf } from '../../lib/media/formats';
import { problemOf } from '../../lib/media/structure';
import { isRecord } from '../../lib/base/record';
import { unreadable, wholeBody } from '../../lib/base/answer';
import { decodeBody } from '../../lib/base/decodeBody';
import { having, isUnread, listOf, perhaps, readable, readAs } from '../../lib/http/readAs';
import { setBody } from '../../lib/http/body';
import { notStored } from '../../lib/files/fileFailure';
import {
	modelAndRequest,
	outputField,
	outputFileName,
	storedBinary,
} from '../../lib/files/outputFile';
import { glance } from '../../lib/files/sniff';
import { binaryImage, requireFile, textImage } from './imageRequest';
import { imageFacts, readImage } from './readImage';

const IMAGES = having({
	images: listOf(z.string().min(1)).refine((images) => readable(images).length > 0),
	id: perhaps(z.string()),
	timing: perhaps(having({})),
});

interface ReferenceRow {
	fileSource: 'binary' | 'url';
	inputBinaryField?: string;
	fileUrl?: string;
	strength?: unknown;
}

/** One image comes as bytes, which need no detour through base64; several come as JSON only (docs/service.md#images). */
export const chooseBinary: Prepare = function (options) {
	for (const [index, row] of referenceRows(this).entries()) {
		const label = `Style Reference ${index + 1}`;
		if (row.fileSource === 'url') imageOfText(row.fileUrl ?? '', label);
		else requireFile(this, row.inputBinaryField);
		strengthOf(row, label);
	}
	const variants = isRecord(options.body) ? Number(options.body.variants ?? 1) : 1;
	if (variants > 1) return;
	setBody(options, { variants: undefined, return_binary: true });
	options.encoding = 'stream';
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
	if (isFile || (head.length > 0 && !/^\s*\{/.test(head.toString())))
		return await readImage('image').call(this, whole);
	const body = readAs({ ...whole, body: decodeBody(await wholeBody(whole)) }, IMAGES);
	const images = readable(body.images).map((base64) => Buffer.from(base64, 'base64'));
	const unread = body.images.filter(isUnread);
	if (!images.some(isImage)) {
		throw unreadable(answer, 'The service answered with something that is not an image');
	}
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
		...(unread.length === 0 ? {} : { unreadImages: unread }),
		id: body.id ?? null,
		timing: body.timing ?? null,
		...modelAndRequest(answer),
		...imageFacts.call(this, answer),
	} as INodeExecutionData['json'];
	return [item];
};

function isImage(bytes: Buffer): boolean {
	return mediaTypeOf(bytes)?.startsWith('image/') === true;
}
