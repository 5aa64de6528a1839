import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const sources = ['lib', 'nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(folder, file)),
);

const anchors = new Set(
	[...read('docs/maintainers/service.md').matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
		title.toLowerCase().replace(/ /g, '-'),
	),
);

it('cites only sections of docs/maintainers/service.md that are there, and each of them', () => {
	const cited = sources.flatMap((file) =>
		[...read(file).matchAll(/docs\/maintainers\/service\.md(?:#([a-z-]+))?/g)].map(
			([, name = '']) => name,
		),
	);
	expect([...new Set(cited)].sort()).toEqual([...anchors].sort());
});

it('cites no document that is not in the repository', () => {
	for (const file of sources) expect(read(file)).not.toMatch(/\b(SPECIFICATION|NOTES) ?[,\d]/);
});
