import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/** Writes a file as the rest of the project is formatted. @param {string} file its ending says what it is @param {string} text */
export async function writeFormatted(file, text) {
	const config = await resolveConfig(file);
	writeFileSync(file, await format(text, { ...config, filepath: file }));
}
