import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { format, resolveConfig } from 'prettier';

/** A text as the rest of the project is formatted. @param {string} file its ending says what it is @param {string} text */
export async function formatted(file, text) {
	return await format(text, { ...(await resolveConfig(file)), filepath: file });
}

/** Writes a file as the rest of the project is formatted. @param {string} file @param {string} text */
export async function writeFormatted(file, text) {
	writeFileSync(file, await formatted(file, text));
}

/** The rows behind a result, of the last run on this machine. @param {string} name */
export const rowsFile = (name) => `.host/proofs/${name}.json`;

/**
 * Writes what pages and tests read of a proof, which is committed, and the rows behind it, which are not.
 * @param {string} name
 * @param {unknown} summary
 * @param {unknown} [rows]
 */
export async function writeResult(name, summary, rows) {
	await writeFormatted(`test/proofs/results/${name}.json`, JSON.stringify(summary));
	if (rows === undefined) return;
	mkdirSync(dirname(rowsFile(name)), { recursive: true });
	await writeFormatted(rowsFile(name), JSON.stringify(rows));
}
