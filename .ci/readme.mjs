/**
 * Makes of README.md the page that the registry shows: links and pictures with absolute addresses at the tag of this
 * version, and without what holds only until the package is published. Run it in a copy that is about to be packed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** @param {string} readme @param {{ homepage: string, version: string }} manifest */
export const registryPage = (readme, { homepage, version }) =>
	readme
		.replace(/<!-- until published -->.*?<!-- \/until published -->\n+/gs, '')
		.replace(/(!?)(\[[^\]]*\])\((?![a-z]+:|#)([^)\s]+)\)/g, (_, picture, text, path) => {
			// A workflow or film is the file itself, not a page about it.
			const kind = picture || /\.(json|webm)$/.test(path) ? 'raw' : 'blob';
			return `${picture}${text}(${homepage}/${kind}/v${version}/${path})`;
		});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
	writeFileSync('README.md', registryPage(readFileSync('README.md', 'utf8'), manifest));
}
