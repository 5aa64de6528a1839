import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { shown } from '../docs/shown.mjs';
import { writeFormatted } from '../proofs/formatted.mjs';

/** Whether `npm run proof -- trial` takes a picture: the first results of a new user. First steps is an example. @param {string} picture */
export const isFirst = (picture) => /^first-(?!steps\b)/.test(picture);

/**
 * Notes what the pictures show, for the test that finds those that are out of date.
 * @param {string} images the folder of the pictures
 * @param {number} started those taken since are noted; the others keep what was noted
 * @param {(picture: string) => boolean} isDue whether a picture should have been taken
 */
export async function noteShown(images, started, isDue) {
	const file = join(images, 'shown.json');
	const noted = JSON.parse(readFileSync(file, 'utf8'));
	const hashes = shown();
	for (const picture of Object.keys(hashes)) {
		if (statSync(join(images, picture)).mtimeMs >= started) continue;
		if (isDue(picture)) throw new Error(`Not taken: ${picture}`);
		hashes[picture] = noted[picture];
	}
	await writeFormatted(file, JSON.stringify(hashes));
}
