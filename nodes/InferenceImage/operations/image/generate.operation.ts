import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { parameterAt, rowsIn, type ItemContext } from '../../../../lib/core/execution';
import type { Operation } from '../../../../lib/run/operation';
import { priceOfImage } from '../../../../lib/cost/operationPrices';
import { toBody } from '../../../../lib/fields/routing';
import { addDefaultModel, checkModelChoice } from '../../../../lib/models/chooseModel';
import { checkModel } from '../../../../lib/models/checkModel';
import { modelField } from '../../../common/fields/picker';
import { outputFileField } from '../../../common/fields/outputFileFields';
import { generateOptions } from '../../fields/generateOptions';
import { IMAGE_FALLBACK, GENERATE_LIMITS } from '../../imageFallback';
import { accept } from '../../../../lib/fields/accept';
import { ANY_PIXELS, imageText } from '../../../../lib/files/imageInput';
import { fileKindOf } from '../../../../lib/files/fileKinds';
import { structureProblemOf } from '../../../../lib/files/structureCheck';
import { isRecord } from '../../../../lib/core/record';
import { unreadableAnswerFailure, readWholeBody, type Answer } from '../../../../lib/core/answer';
import { decodeBody } from '../../../../lib/core/decodeBody';
import type { ServiceFailure } from '../../../../lib/core/failure';
import {
	objectWith,
	isUnread,
	listWithUnread,
	nullIfUnreadable,
	withoutUnread,
	readAs,
} from '../../../../lib/wire/readAs';
import { mergeIntoBody } from '../../../../lib/wire/body';
import type { FileChoice } from '../../../../lib/files/inputFile';
import { fileNotStoredFailure } from '../../../../lib/files/fileFailure';
import { modelAndRequest, storeBinary, storeReceived } from '../../../../lib/files/outputFile';
import { outputBinaryFieldName, outputFileNaming } from '../../../../lib/files/outputNames';
import { inspectBody } from '../../../../lib/files/inspectBody';
import { errorTextIn } from '../../../../lib/wire/errors/errorInAnswer';
import { cut } from '../../../../lib/core/cut';
import { checkImage, readImage } from '../../imageRequest';
import { imageFacts, createImageReader } from '../../readImage';

export const generateImage = {
	option: {
		name: 'Generate',
		value: 'generate',
		action: 'Generate an image',
		description: 'Generate an image from a description',
		routing: { request: { method: 'POST', url: '/image/generate' } },
	},
	bucket: 'image',
	price: priceOfImage,
	fallback: IMAGE_FALLBACK,
	prepare: [checkModelChoice(), chooseAnswerFormat],
	beforeSend: [addDefaultModel('image'), checkModel('image', GENERATE_LIMITS), addStyleReferences],
	read: readGenerated,
	fields: [
		modelField({
			search: 'searchImageModels',
			description: 'Model to use. Leave empty to use the service default.',
		}),
		{
			displayName: 'Prompt',
			name: 'prompt',
			type: 'string',
			typeOptions: { rows: 3, minLength: 1, maxLength: 7500 },
			required: true,
			default: '',
			placeholder: 'e.g. A lighthouse in the fog, watercolor',
			description: 'Description of the image to generate',
			routing: toBody('prompt'),
		},
		outputFileField(),
		generateOptions(),
	],
} satisfies Operation;

const GENERATED_IMAGES_SCHEMA = objectWith({
	images: listWithUnread(z.string().min(1)),
	id: nullIfUnreadable(z.string()),
	timing: nullIfUnreadable(objectWith({})),
});

interface ReferenceRow extends FileChoice {
	strength?: unknown;
}

/** One image comes as bytes, which need no detour through base64; several come as JSON only (docs/maintainers/service.md#images), or as what a server makes of that. */
function chooseAnswerFormat(this: ItemContext, options: IHttpRequestOptions): void {
	for (const [index, row] of readReferenceRows(this).entries()) {
		const label = `Reference ${index + 1}`;
		checkImage(this, row, label);
		readStrength(row, label);
	}
	// Bytes that are read as text are lost.
	options.encoding = 'stream';
	if (variantCount(options.body) > 1) return;
	mergeIntoBody(options, { variants: undefined, return_binary: true });
	options.headers = { ...options.headers, Accept: 'image/*, application/json' };
}

async function addStyleReferences(this: ItemContext, options: IHttpRequestOptions) {
	const references = [];
	for (const [index, row] of readReferenceRows(this).entries()) {
		const label = `Reference ${index + 1}`;
		const image = await readImage(this, row, label, ANY_PIXELS);
		references.push({ image: imageText(image), strength: readStrength(row, label) });
	}
	if (references.length > 0) mergeIntoBody(options, { style_references: references });
}

function variantCount(body: unknown): number {
	return isRecord(body) ? Number(body.variants ?? 1) : 1;
}

function readStrength({ strength = 0.5 }: ReferenceRow, label: string): number {
	const range = { kind: 'number', min: 0.1, max: 1, required: true } as const;
	return Number(accept({ ...range, label: `Strength of ${label}` }, strength, 'UTC'));
}

function readReferenceRows(context: ItemContext): ReferenceRow[] {
	const references = parameterAt(context.parameters, 'options.styling.styleReferences');
	return rowsIn<ReferenceRow>(references, 'reference');
}

/** One item with one binary a variant: the first in the chosen field, the others in the same name with _1, _2, _3. */
async function readGenerated(this: ItemContext, answer: Answer): Promise<INodeExecutionData[]> {
	const { isFile, head } = await inspectBody(answer).catch((error: unknown) => {
		throw fileNotStoredFailure(answer, error);
	});
	const wanted = Number(this.parameters.options.variants ?? 1);
	if (isFile || (head.length > 0 && !/^\s*\{/.test(head.toString()))) {
		const [only] = await createImageReader('image').call(this, answer);
		return only === undefined
			? []
			: [{ ...only, json: { ...only.json, ...missingImageFacts(wanted, 1) } }];
	}
	const body = readAs(
		{ ...answer, body: decodeBody(await readWholeBody(answer)) },
		GENERATED_IMAGES_SCHEMA,
	);
	const images = withoutUnread(body.images).map(decodeImage);
	const unreadEntries = body.images.filter(isUnread);
	if (!images.some(isImage)) throw noImageFailure({ ...answer, body }, wanted);
	const format = String(this.parameters.options.outputFormat ?? 'webp');
	const field = outputBinaryFieldName(this);
	const item: INodeExecutionData = { json: {}, binary: {} };
	const files = [];
	for (const [index, bytes] of images.entries()) {
		const mimeType = fileKindOf(bytes)?.mimeType ?? 'application/octet-stream';
		const suffix = index === 0 ? '' : `_${index}`;
		const naming = outputFileNaming(
			this,
			{ stem: 'image', format: isImage(bytes) ? format : 'bin', suffix },
			mimeType,
		);
		const { binary, facts } = await storeReceived(this, answer, bytes, async () => {
			return await storeBinary(this, bytes, naming, mimeType);
		});
		const key = index === 0 ? field : `${field}_${index}`;
		item.binary = { ...item.binary, [key]: binary };
		const damaged = isImage(bytes) ? await structureProblemOf(bytes) : 'The file is not an image';
		files.push({ field: key, ...facts, ...(damaged === undefined ? {} : { damaged }) });
	}
	item.json = {
		...files[0],
		files,
		...missingImageFacts(wanted, images.filter(isImage).length, body),
		...(unreadEntries.length === 0 ? {} : { unreadImages: unreadEntries }),
		id: body.id ?? null,
		timing: body.timing ?? null,
		...modelAndRequest(answer),
		...imageFacts.call(this, answer),
	} as INodeExecutionData['json'];
	return [item];
}

function decodeImage(text: string): Buffer {
	return Buffer.from(text.replace(/^data:[^,]*,/, ''), 'base64');
}

/** How many of the images that were asked for did not come, and why, where the service says so. */
function missingImageFacts(
	wanted: number,
	made: number,
	body: Record<string, unknown> = {},
): IDataObject {
	if (!(wanted > made)) return {};
	const reason = errorTextIn(body);
	return { missingImages: wanted - made, ...(reason === '' ? {} : { missingReason: reason }) };
}
function noImageFailure(answer: Answer, wanted: number): ServiceFailure {
	const { images, ...others } = answer.body as { images: unknown[] };
	const reason = errorTextIn(others);
	const all = wanted > 1 ? `none of the ${wanted} images` : 'no image';
	const said =
		images.length === 0
			? `The service returned ${all}`
			: 'The service answered with something that is not an image';
	const details = { answer: cut(JSON.stringify(others), 10_000).text };
	return unreadableAnswerFailure(answer, reason === '' ? said : `${said}: ${reason}`, { details });
}

function isImage(bytes: Buffer): boolean {
	return fileKindOf(bytes)?.mimeType.startsWith('image/') === true;
}
