/**
 * The packages that the build put into our files, as a package of their own. They are devDependencies, which `npm sbom` and `npm audit` leave
 * out, so both are run on a lockfile that holds these alone.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
/** @param {string} directory */
const nameOf = (directory) => directory.replace(/^(.*\/)?node_modules\//, '');

/** What the lockfile says of each package, and which of its dependencies are bundled too. @param {string[]} directories */
function lockedPackages(directories) {
	const { packages } = read('package-lock.json');
	const names = new Set(directories.map(nameOf));
	return directories.map((directory) => {
		const { version, integrity, license, dependencies = {} } = packages[directory];
		const bundled = Object.entries(dependencies).filter(([name]) => names.has(name));
		return [directory, { version, integrity, license, dependencies: Object.fromEntries(bundled) }];
	});
}

/** A package with its lockfile whose dependencies are the bundled packages, by file name. @param {string[]} directories */
function releaseOf(directories) {
	const { name, version, description, license, author, repository, homepage } =
		read('package.json');
	const packages = lockedPackages(directories);
	const isTop = ([directory]) => directory.lastIndexOf('node_modules/') === 0;
	const dependencies = Object.fromEntries(
		packages.filter(isTop).map(([directory, locked]) => [nameOf(directory), locked.version]),
	);
	const facts = { name, version, license, dependencies };
	return {
		'package.json': { ...facts, description, author, repository, homepage },
		'package-lock.json': {
			...{ name, version, lockfileVersion: 3 },
			packages: { '': facts, ...Object.fromEntries(packages) },
		},
	};
}

/** Their folders, by `npm run build`. */
export const bundled = read('.host/bundled.json');

/** Runs a function with a folder that holds such a package. @template T @param {(folder: string) => T} use */
export function withRelease(use) {
	const parent = mkdtempSync(join(tmpdir(), 'release-'));
	// npm calls the package by the name of its folder.
	const folder = join(parent, read('package.json').name);
	try {
		mkdirSync(folder);
		for (const [file, content] of Object.entries(releaseOf(bundled))) {
			writeFileSync(join(folder, file), JSON.stringify(content));
		}
		return use(folder);
	} finally {
		rmSync(parent, { recursive: true });
	}
}

/** The version of each of them, by name. @returns {Array<[name: string, version: string]>} */
export function bundledVersions() {
	const locked = lockedPackages(bundled);
	return locked.map(([directory, { version }]) => [nameOf(directory), version]);
}
