import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const PAGES = [
	'README.md',
	'CHANGELOG.md',
	'examples/README.md',
	...['docs', 'docs/maintainers'].flatMap((folder) =>
		readdirSync(folder)
			.filter((name) => name.endsWith('.md'))
			.map((name) => join(folder, name)),
	),
];

/** Files of the examples that a page shows, which are not in the repository. */
const EXAMPLES = [
	'nodes/InferenceModels/operations/trait/get.operation.ts',
	'nodes/InferenceWeb/operations/document/countTokens.operation.ts',
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

/** Whether a link that stands on a page leads to a file, and to a heading where it names one. */
function leadsNowhere(link: string, page: string) {
	const [path = '', anchor] = link.split('#');
	const target = path === '' ? page : join(dirname(page), path);
	if (!existsSync(target)) return true;
	return anchor !== undefined && !anchorsOf(target).includes(anchor);
}

describe.each(PAGES)('the links of %s', (page) => {
	it('lead to files and headings that exist', () => {
		expect(linksOf(page).filter((link) => leadsNowhere(link, page))).toEqual([]);
	});
});

describe('the documentation links of nodes and credentials', () => {
	const linked = ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => /\.node\.json$|\.credentials\.ts$/.test(file))
			.map((file) => join(folder, file)),
	);
	const linksIn = (file: string) =>
		[
			...readFileSync(file, 'utf8').matchAll(/(?:documentationUrl = |"url": )['"]([^'"]+)['"]/g),
		].map(([, url = '']) => url);

	it.each(linked)('the links in %s lead to pages and headings of this repository', (file) => {
		const links = linksIn(file);
		expect(links.length).toBeGreaterThan(0);
		const own = 'https://repository.example/';
		expect(links.filter((link) => !link.startsWith(own))).toEqual([]);
		const pages = links.map((link) => link.slice(own.length));
		expect(pages.filter((page) => leadsNowhere(page, 'README.md'))).toEqual([]);
	});

	it('get the address of the repository that package.json names', () => {
		const { homepage, repository } = JSON.parse(readFileSync('package.json', 'utf8')) as {
			homepage: string;
			repository: { url: string };
		};
		expect(repository.url).toBe(`git+${homepage}.git`);
		const shipped = linked.map((file) => join('dist', file.replace(/\.ts$/, '.js')));
		const links = shipped.flatMap((file) => linksIn(file));
		expect(links.length).toBeGreaterThan(2 * 14);
		expect(links.filter((link) => !link.startsWith(`${homepage}/blob/main/`))).toEqual([]);
	});
});

it.each(PAGES.filter((page) => page.startsWith('docs/maintainers/') && !page.includes('coverage')))(
	'%s names folders and files of the code that exist',
	(page) => {
		const named = [...readFileSync(page, 'utf8').matchAll(/`((?:lib|nodes|test)\/[\w./-]+)`/g)];
		const paths = named.map(([, path = '']) => path).filter((path) => !EXAMPLES.includes(path));
		expect(paths.filter((path) => !existsSync(path))).toEqual([]);
	},
);

const CODE = ['lib', 'nodes', 'credentials', 'test', '.ci'].flatMap((folder) =>
	readdirSync(folder, { recursive: true })
		.map((name) => join(folder, String(name)))
		.filter((path) => /\.(ts|mjs|json)$/.test(path) && !path.includes('node_modules')),
);

it.each(PAGES.filter((page) => page.startsWith('docs/maintainers/')))(
	'%s names files that exist, and in them functions that are there',
	(page) => {
		const text = readFileSync(page, 'utf8').replace(/```.*?```/gs, '');
		const files = [...text.matchAll(/`([\w-]+\.(?:test\.)?(?:ts|mjs))`/g)].map(
			([, name = '']) => name,
		);
		const isCode = (name: string) => CODE.some((path) => basename(path) === name);
		expect(files.filter((name) => !isCode(name))).toEqual([]);

		const pairs = [
			...text.matchAll(/`(\w+)`(?: and `(\w+)`)? in `((?:[\w-]+\/)*[\w-]+\.(?:ts|mjs))`/g),
		];
		const gone = pairs.flatMap(([, one, other, path = '']) => {
			const places = CODE.filter((code) => code.endsWith(path));
			const isThere = (name: string) =>
				places.some((place) => new RegExp(`\\b${name}\\b`).test(readFileSync(place, 'utf8')));
			return [one, other].filter((name) => name !== undefined && !isThere(name));
		});
		expect(gone).toEqual([]);
	},
);
