import { readFileSync } from 'node:fs';

const read = (path: string) => readFileSync(path, 'utf8');
const [, table = ''] =
	/^## Which test holds a promise$(.*)/ms.exec(read('docs/maintainers/promises.md')) ?? [];
const listed = [...table.matchAll(/^\| \[([^\]]+)\]/gm)].map(([, promise]) => promise);

it('names the tests of each promise of the README', () => {
	const [, promises = ''] = /what is guaranteed$(.*?)^## /ms.exec(read('README.md')) ?? [];
	const bold = [...promises.matchAll(/^- \*\*(.+?)\.\*\*/gm)].map(([, promise]) => promise);
	expect(bold.length).toBeGreaterThan(3);
	expect(bold.filter((promise) => !listed.includes(promise))).toEqual([]);
});

it.each([
	['many-items.md', 2],
	['reliability.md', 2],
	['recovery.md', 3],
	['costs.md', 3],
	['limits.md', 2],
])('names the tests of each section of %s', (page, least) => {
	const sections = [...read(`docs/${page}`).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
	expect(sections.length).toBeGreaterThan(least);
	expect(sections.filter((title) => !listed.includes(title))).toEqual([]);
});
