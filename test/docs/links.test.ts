import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const PAGES = [
	'README.md',
	'CHANGELOG.md',
	'examples/README.md',
	...readdirSync('docs')
		.filter((name) => name.endsWith('.md'))
		.map((name) => join('docs', name)),
];

/** As GitHub makes it of a heading. */
const anchorOf = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.trim()
		.replace(/\s/g, '-');

const anchorsOf = (page: string) =>
	[...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		anchorOf(heading),
	);

const linksOf = (page: string) =>
	[...readFileSync(page, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
		.map(([, target = '']) => target)
		.filter((target) => !/^[a-z]+:/.test(target));

describe.each(PAGES)('the links of %s', (page) => {
	it('lead to files and headings that exist', () => {
		const broken = linksOf(page).filter((link) => {
			const [path = '', anchor] = link.split('#');
			const target = path === '' ? page : join(dirname(page), path);
			if (!existsSync(target)) return true;
			return anchor !== undefined && !anchorsOf(target).includes(anchor);
		});
		expect(broken).toEqual([]);
	});
});
