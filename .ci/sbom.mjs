/** Writes the list of packages that the build put into our files, as CycloneDX, to the file that is named. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { bundled, withRelease } from './bundled.mjs';

const [, , target] = process.argv;
if (target === undefined) throw new Error('Name the file to write');
const command = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
const sbom = withRelease((cwd) => execFileSync('npm', command, { cwd, encoding: 'utf8' }));
const listed = JSON.parse(sbom).components.length;
if (listed !== bundled.length) {
	throw new Error(`${bundled.length} packages are bundled, but ${listed} are listed`);
}
mkdirSync(dirname(target), { recursive: true });
writeFileSync(target, sbom);
console.log(`${target}: ${listed} packages`);
