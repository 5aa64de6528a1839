import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/** A text as the rest of the project is formatted. @param {string} file its ending says what it is @param {string} text */
export async function formatted(file, text) {
	return await format(text, { ...(await resolveConfig(file)), filepath: file });
}

/** Writes a file as the rest of the project is formatted. @param {string} file @param {string} text */
export async function writeFormatted(file, text) {
	writeFileSync(file, await formatted(file, text));
}
