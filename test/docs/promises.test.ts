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

it('names the tests of each section of the page about reliability', () => {
	const sections = [...read('docs/reliability.md').matchAll(/^## (.+)$/gm)].map(
		([, title]) => title,
	);
	expect(sections.length).toBeGreaterThan(5);
	expect(sections.filter((title) => !listed.includes(title))).toEqual([]);
});
