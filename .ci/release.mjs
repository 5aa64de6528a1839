/**
 * A dry run of a release: builds and scans the last commit in a clean clone, packs it, lists what was bundled, and names
 * everything that still keeps it from being released. Publishes nothing.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const clone = mkdtempSync(join(tmpdir(), 'release-'));
let folder = clone;

/** @param {string} command @param {string[]} args */
function run(command, ...args) {
	console.log(`$ ${[command, ...args].join(' ')}`);
	return execFileSync(command, args, {
		cwd: folder,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'inherit'],
		maxBuffer: 1e8,
	});
}

/** @param {string} file */
const read = (file) => readFileSync(join(folder, file), 'utf8');

/** @returns {Promise<typeof import('../test/release/releaseProblems.js')>} */
async function rules() {
	const outfile = resolve('.host/releaseProblems.mjs');
	const entry = resolve('test/release/releaseProblems.ts');
	await build({ entryPoints: [entry], outfile, format: 'esm', logLevel: 'warning' });
	return await import(pathToFileURL(outfile).href);
}

try {
	run('git', 'clone', '--quiet', process.cwd(), '.');
	run('npm', 'ci', '--silent');
	// The copy that carries the brand is what is released.
	const brandFile = process.env.BRAND && resolve(process.env.BRAND);
	delete process.env.BRAND;
	if (brandFile) folder = run('node', '.ci/brand.mjs', brandFile).trim();
	run('npm', 'run', '--silent', 'build');
	console.log(run('npm', 'run', '--silent', 'scan').trim());
	run('node', '.ci/sbom.mjs', 'sbom.cdx.json');
	run('node', '.ci/readme.mjs');
	const [{ filename, size, files }] = JSON.parse(run('npm', 'pack', '--json', '--ignore-scripts'));
	const manifest = JSON.parse(read('package.json'));
	const sbom = JSON.parse(read('sbom.cdx.json'));
	const bundled = sbom.components.map(({ name, version }) => `${name} ${version}`);
	console.log(`\nTag: v${manifest.version}`);
	console.log(`Tarball: ${filename}, ${Math.round(size / 1000)} kB, ${files.length} files`);
	console.log(`Bundled: ${bundled.join(', ')}`);

	const { releaseProblems, verificationProblems } = await rules();
	const problems = releaseProblems({
		manifest,
		sbom,
		changelog: read('CHANGELOG.md'),
		readme: read('README.md'),
		files: files.map(({ path }) => path),
		licenses: read('dist/THIRD_PARTY_LICENSES.txt'),
		publish: read('.github/workflows/publish.yml'),
	});
	const list = problems.map((problem) => `- ${problem}`).join('\n');
	console.log(problems.length === 0 ? '\nReady to release.' : `\nBefore the release:\n${list}`);
	for (const problem of verificationProblems({ brand: JSON.parse(read('brand.json')) }))
		console.log(`\nBefore the verification:\n- ${problem}`);
	process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
	rmSync(clone, { recursive: true, force: true });
}
