import { writeFileSync } from 'node:fs';
import { outdated } from './pages.mjs';

/** Writes the pages that show committed results again. */
for (const { file, text } of await outdated()) {
	writeFileSync(file, text);
	console.log(`${file} written`);
}
