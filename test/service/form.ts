import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { JournalFile } from './journal';

export const LARGEST_FILE = 25 * 1024 * 1024;
const LARGEST_TEXT = 40 * 1024 * 1024;
const HEAD_BYTES = 64;

/** A file part; `tooLarge` when it was longer than the limit, and its content was cut there. */
export class Upload {
	constructor(
		readonly field: string,
		readonly fileName: string,
		readonly mimeType: string,
		readonly content: Buffer,
		readonly tooLarge: boolean,
	) {}
}

/** A multipart body: the text fields, the files, and why it could not be read to its end. */
export interface Form {
	fields: Record<string, string | string[]>;
	uploads: Upload[];
	broken?: string;
}

export async function readMultipart(request: FastifyRequest): Promise<Form> {
	const form: Form = { fields: {}, uploads: [] };
	const limits = { fileSize: LARGEST_FILE, fieldSize: LARGEST_TEXT, files: 200, parts: 400 };
	try {
		for await (const part of request.parts({ limits })) {
			if (part.type === 'field') {
				addTo(form.fields, part.fieldname, String(part.value));
				continue;
			}
			const pieces: Buffer[] = [];
			for await (const piece of part.file) pieces.push(Buffer.from(piece));
			const content = Buffer.concat(pieces);
			const { fieldname, filename, mimetype } = part;
			form.uploads.push(new Upload(fieldname, filename, mimetype, content, part.file.truncated));
		}
	} catch (error) {
		form.broken = error instanceof Error ? error.message : String(error);
	}
	return form;
}

/** Text and files under their names; a name that came several times has a list. */
export function valuesOf({ fields, uploads }: Form): Record<string, unknown> {
	const values: Record<string, unknown> = { ...fields };
	for (const upload of uploads) addTo(values, upload.field, upload);
	return values;
}

export function journalFiles({ uploads }: Form): JournalFile[] {
	return uploads.map(({ field, fileName, mimeType, content }) => ({
		field,
		fileName,
		mimeType,
		bytes: content.length,
		head: content.subarray(0, HEAD_BYTES).toString('base64'),
		sha256: createHash('sha256').update(content).digest('hex'),
	}));
}

function addTo(values: Record<string, unknown>, name: string, value: unknown): void {
	const known = values[name];
	if (known === undefined) values[name] = value;
	else values[name] = Array.isArray(known) ? [...known, value] : [known, value];
}
