import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Shared with the command that takes the pictures, which is not TypeScript. */
const SHOWN = join(__dirname, 'shown.mjs');
/** What each picture showed when it was taken; one that the command has not taken since is not listed. */
const taken = JSON.parse(readFileSync('docs/images/shown.json', 'utf8')) as Record<string, string>;

it('every picture shows its panel or canvas as it is; if not, `npm run screenshots` takes it again', async () => {
	const { shown } = (await import(SHOWN)) as { shown(): Record<string, string> };
	const now = shown();
	expect(Object.keys(taken).filter((picture) => now[picture] !== taken[picture])).toEqual([]);
});

it('each of them is there', () => {
	expect(Object.keys(taken).length).toBeGreaterThan(10);
	expect(Object.keys(taken).filter((file) => !existsSync(join('docs/images', file)))).toEqual([]);
});
