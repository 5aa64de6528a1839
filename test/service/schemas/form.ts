import { z } from 'zod';
import { Upload } from '../form';

/** A file part: text under the same name, base64 included, is refused. */
export const filePart = z.custom<Upload>(
	(value) => value instanceof Upload,
	'Must be one file part, not text',
);

/** One file part or several, always as a list. */
export const fileParts = z.union([filePart.transform((file) => [file]), z.array(filePart)]);

export const formFlag = z.enum(['true', 'false']).transform((word) => word === 'true');

export const formNumber = z
	.string()
	.regex(/^-?\d+(\.\d+)?$/, 'Must be a number')
	.transform(Number);
