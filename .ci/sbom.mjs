/**
 * Writes the list of packages that the build put into our files, as CycloneDX, to the file that is named.
 * They are devDependencies, which `npm sbom` leaves out, so it is run on a lockfile that holds them alone.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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

/** @param {Record<string, object>} release */
function sbomOf(release) {
	const parent = mkdtempSync(join(tmpdir(), 'sbom-'));
	// npm calls the package by the name of its folder.
	const folder = join(parent, read('package.json').name);
	try {
		mkdirSync(folder);
		for (const [file, content] of Object.entries(release)) {
			writeFileSync(join(folder, file), JSON.stringify(content));
		}
		const command = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
		return execFileSync('npm', command, { cwd: folder, encoding: 'utf8' });
	} finally {
		rmSync(parent, { recursive: true });
	}
}

const [, , target] = process.argv;
if (target === undefined) throw new Error('Name the file to write');
// By `npm run build`.
const bundled = read('.host/bundled.json');
const sbom = sbomOf(releaseOf(bundled));
const listed = JSON.parse(sbom).components.length;
if (listed !== bundled.length) {
	throw new Error(`${bundled.length} packages are bundled, but ${listed} are listed`);
}
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, sbom);
console.log(`${target}: ${listed} packages`);
