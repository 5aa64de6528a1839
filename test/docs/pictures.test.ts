import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Shared with the commands that take the pictures, which are not TypeScript. */
const SHOWN = join(__dirname, 'shown.mjs');
const IMAGES = 'docs/images';
/** What the package itself draws: neither a panel nor a canvas. */
const DRAWN = ['spend-page.png', 'spend-slack.png'];
/** What each picture showed when it was taken; one that has not been taken since is not listed. */
const taken = JSON.parse(readFileSync(join(IMAGES, 'shown.json'), 'utf8')) as Record<
	string,
	string
>;
const pictures = readdirSync(IMAGES, { recursive: true, encoding: 'utf8' }).filter((file) =>
	/\.(png|svg)$/.test(file),
);
const PAGES = ['.', 'docs', 'docs/maintainers', 'examples', 'examples/templates'].flatMap(
	(folder) =>
		readdirSync(folder)
			.filter((file) => file.endsWith('.md'))
			.map((file) => join(folder, file)),
);

it('every picture shows its panel or canvas as it is; if not, `npm run proof -- screenshots` or, for the first results, `npm run proof -- trial` takes it again', async () => {
	const { shown } = (await import(SHOWN)) as { shown(): Record<string, string> };
	const now = shown();
	expect(Object.keys(taken).filter((picture) => now[picture] !== taken[picture])).toEqual([]);
});

it('every picture of a panel or canvas is listed with what it shows', () => {
	const screenshots = pictures.filter((file) => file.endsWith('.png') && !DRAWN.includes(file));
	expect(screenshots.length).toBeGreaterThan(10);
	expect(Object.keys(taken).sort()).toEqual(screenshots.sort());
});

it('every picture is on a page', () => {
	const pages = PAGES.map((page) => readFileSync(page, 'utf8')).join('\n');
	expect(pictures.filter((picture) => !pages.includes(`images/${picture}`))).toEqual([]);
});
