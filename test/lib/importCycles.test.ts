import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(__dirname, '..', '..');

const files = ['lib', 'nodes', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => join(root, folder, file)),
);

const importsOf = new Map(
	files.map((file) => [
		file,
		[...readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g)]
			.map(([, path = '']) => `${join(dirname(file), path)}.ts`)
			.filter((path) => existsSync(path)),
	]),
);

/** The files on the way back to one that imports itself in the end; undefined when none does. */
function cycle(file: string, way: string[], done: Set<string>): string[] | undefined {
	if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
	if (done.has(file)) return undefined;
	for (const next of importsOf.get(file) ?? []) {
		const found = cycle(next, [...way, file], done);
		if (found) return found;
	}
	done.add(file);
	return undefined;
}

// The lint rule against cycles does not look at imports of types.
it('no file imports itself in the end, not even its types', () => {
	const done = new Set<string>();
	expect(files.map((file) => cycle(file, [], done)).filter((found) => found)).toEqual([]);
	expect(done.size).toBe(files.length);
});

it('lib imports nothing from nodes or credentials', () => {
	const lib = join(root, 'lib');
	for (const [file, imports] of importsOf) {
		if (file.startsWith(lib)) expect(imports.filter((path) => !path.startsWith(lib))).toEqual([]);
	}
});
