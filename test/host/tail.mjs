import { readFileSync } from 'node:fs';

/** The last lines of a file. @param {string} file @param {number} [lines] */
export function tail(file, lines = 40) {
	return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}
