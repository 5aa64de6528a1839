import { readdirSync, readFileSync } from 'node:fs';

/** Reference and panels, which are looked up and not read. */
const REFERENCE = ['README.md', 'focus.md', 'nodes.md', 'outputs.md'];
/** Shorter are a page that is read while something is down, and one that once took a quarter of an hour. */
const LONGEST: Record<string, number> = { 'operate.md': 1_000, 'spend.md': 1_100 };

const pages = readdirSync('docs').filter(
	(name) => name.endsWith('.md') && !REFERENCE.includes(name),
);

/** As `wc -w` counts. */
const wordsOf = (page: string) => readFileSync(`docs/${page}`, 'utf8').split(/\s+/).filter(Boolean);

it('knows the pages for users', () => {
	expect(pages).toEqual(expect.arrayContaining(['start.md', 'spend.md', ...Object.keys(LONGEST)]));
});

it.each(pages)('%s is read in a few minutes', (page) => {
	const most = LONGEST[page] ?? 1_400;
	const surplus = wordsOf(page).length - most;
	expect(
		surplus > 0 ? `docs/${page} has ${surplus} words too many: ${most} are the most` : '',
	).toBe('');
});
