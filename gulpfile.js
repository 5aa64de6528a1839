'use strict';

const { execFile } = require('node:child_process');
const { existsSync, mkdirSync, readdirSync, readFileSync } = require('node:fs');
const { mkdir, readFile, rm, writeFile } = require('node:fs/promises');
const path = require('node:path');
const { promisify } = require('node:util');
const esbuild = require('esbuild');
const { src, dest, parallel, series } = require('gulp');

const run = promisify(execFile);

const clean = () => rm('dist', { recursive: true, force: true });

async function check() {
	try {
		await run(process.execPath, ['node_modules/typescript/bin/tsc']);
	} catch (error) {
		throw new Error(error.stdout || error.message);
	}
}

const icons = () => src('icons/*.svg', { encoding: false }).pipe(dest('dist/icons'));

const codex = () => src('nodes/**/*.node.json', { encoding: false }).pipe(dest('dist/nodes'));

// n8n shows the fields of an operation from these before it has run.
const schemas = () =>
	src('nodes/**/__schema__/**/*.json', { encoding: false }).pipe(dest('dist/nodes'));

function packageDirectory(input) {
	const match = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input);
	return match?.[0];
}

/** The Mozilla Public License 2.0, 3.2, asks to say where the source can be had; which code is changed, a reader asks of every license. */
function noticeOf(name, version, license, isChanged) {
	const lines = [];
	if (isChanged)
		lines.push(
			'Changed when it was bundled: calls of console are left out, and the code does not use globalThis (PLAIN_NAMES in gulpfile.js).',
		);
	if (isChanged || license.startsWith('MPL'))
		lines.push(`Its source is in the npm package ${name}@${version}: npm pack ${name}@${version}`);
	return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`;
}

// Packages that ship no text of their license.
const SUPPLIED_LICENSES = { '@cfworker/json-schema': '.ci/licenses/cfworker-json-schema.txt' };

function licenseOf(directory, isChanged) {
	const { name, version, license } = JSON.parse(readFileSync(path.join(directory, 'package.json')));
	const shipped = readdirSync(directory).find((entry) => /^licen[cs]e/i.test(entry));
	const file = shipped ? path.join(directory, shipped) : SUPPLIED_LICENSES[name];
	const text = file ? readFileSync(file, 'utf8').trim() : '';
	if (!text)
		throw new Error(
			`${name} ${version} ships no license text: add it to .ci/licenses with its source, and its name to SUPPLIED_LICENSES in gulpfile.js`,
		);
	return `${name} ${version} (${license})\n${noticeOf(name, version, license, isChanged)}\n${text}\n`;
}

// Part of these packages is in our own sources: the outlines of letters in lib/billing/chart/glyphs.json.
const CARRIED = ['@fontsource/noto-sans'];

// What n8n's lint allows at run time, because n8n itself brings it.
const HOST_PACKAGES = [
	'n8n-workflow',
	'@n8n/ai-node-sdk',
	'lodash',
	'moment',
	'p-limit',
	'luxon',
	'zod',
];

// Packages may not use the console or globalThis; mediabunny looks up classes there that Node.js has under their own names.
const PLAIN_NAMES = {
	drop: ['console'],
	define: {
		'globalThis.TextEncoder': 'TextEncoder',
		'globalThis.TextDecoder': 'TextDecoder',
		globalThis: 'NO_GLOBALS',
	},
	inject: ['lib/core/noGlobals.ts'],
};

/** Whether PLAIN_NAMES change a file: it has one of them outside of comments. */
const hasPlainNames = (file) =>
	/\.[cm]?[jt]s$/.test(file) &&
	/\b(?:console\.|globalThis\b)/.test(
		esbuild.transformSync(readFileSync(file, 'utf8'), { loader: 'ts', legalComments: 'none' }).code,
	);

/**
 * All code goes into one file, with the devDependencies that it imports: opening hundreds of files took n8n several times as long.
 * The files that n8n asks for hand out one class each.
 */
async function code() {
	const { n8n } = JSON.parse(await readFile('package.json', 'utf8'));
	const files = [...n8n.nodes, ...n8n.credentials];
	const classOf = (file) => path.basename(file).split('.')[0];
	const contents = files.map(
		(file) =>
			`export { ${classOf(file)} } from '${file.replace(/^dist/, '.').replace(/\.js$/, '')}';`,
	);
	const { metafile } = await esbuild.build({
		stdin: { contents: contents.join('\n'), resolveDir: '.' },
		outfile: 'dist/bundle.js',
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		external: HOST_PACKAGES,
		// The copy of another brand links to the packages of this checkout; they are named by their place in it.
		preserveSymlinks: true,
		legalComments: 'inline',
		metafile: true,
		logLevel: 'warning',
		// Without them, `npm run scan` shows what they hide: docs/maintainers/release.md#findings-that-stay-and-why.
		...(process.env.AS_WRITTEN ? {} : PLAIN_NAMES),
	});
	for (const file of files) {
		const bundle = path.relative(path.dirname(file), 'dist/bundle.js');
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, `exports.${classOf(file)} = require('${bundle}').${classOf(file)};\n`);
	}
	const { inputs } = metafile.outputs['dist/bundle.js'];
	await licenses(Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0));
}

/** Lists the packages that are in the bundle, and carries their licenses. */
async function licenses(inputs) {
	const directories = new Set(CARRIED.map((name) => `node_modules/${name}`));
	for (const input of inputs) directories.add(packageDirectory(input));
	directories.delete(undefined);
	const bundled = [...directories].sort();
	// For the list of packages that is attached to a release.
	mkdirSync('.host', { recursive: true });
	await writeFile('.host/bundled.json', JSON.stringify(bundled));
	const changed = new Set(
		inputs.filter((input) => packageDirectory(input) && hasPlainNames(input)).map(packageDirectory),
	);
	const texts = bundled.map((directory) => licenseOf(directory, changed.has(directory)));
	await writeFile('dist/THIRD_PARTY_LICENSES.txt', texts.join(`\n${'-'.repeat(80)}\n\n`));
}

/** Nodes and credentials link to https://repository.example/<page>; what ships has the address that package.json names. */
async function documentation() {
	const { homepage } = JSON.parse(await readFile('package.json', 'utf8'));
	const codexFiles = readdirSync('dist/nodes', { recursive: true })
		.filter((file) => file.endsWith('.node.json'))
		.map((file) => path.join('dist/nodes', file));
	for (const file of [...codexFiles, 'dist/bundle.js']) {
		const code = await readFile(file, 'utf8');
		await writeFile(file, code.replaceAll('https://repository.example', `${homepage}/blob/main`));
	}
}

/** n8n reads dist/known and dist/types at start-up, and requires a node's file only on its first use. */
async function metadata() {
	await run(process.execPath, ['node_modules/n8n-core/bin/generate-metadata']);
	await rm('dist/methods', { recursive: true, force: true });
	if (!existsSync('dist/known/nodes.json')) throw new Error('n8n-core wrote no metadata');
	await onlyRealCredentials();
}

/**
 * The entry that hides credentials from n8n's routing works in the classes (SECURITY.md). In the descriptions, which are for the editor,
 * n8n would warn of it at every start.
 */
async function onlyRealCredentials() {
	const file = 'dist/types/nodes.json';
	const nodes = JSON.parse(await readFile(file, 'utf8'));
	const types = JSON.parse(await readFile('dist/types/credentials.json', 'utf8'));
	const names = types.map(({ name }) => name);
	for (const node of nodes)
		node.credentials = node.credentials?.filter(({ name }) => names.includes(name));
	await writeFile(file, JSON.stringify(nodes));
}

const files = [icons, codex, schemas];

/** `BRAND=<brand file>` builds a copy of this checkout under that brand; see docs/maintainers/release.md. */
async function branded() {
	const { writeBranded } = await import('./.ci/brand.mjs');
	const cwd = writeBranded(process.env.BRAND);
	const gulp = ['node_modules/gulp/bin/gulp.js', '--silent', ...process.argv.slice(2, 3)];
	await run(process.execPath, gulp, { cwd, env: { ...process.env, BRAND: '' } });
	console.log(cwd);
}

const built = (...steps) => (process.env.BRAND ? branded : series(clean, ...steps));

module.exports = {
	clean,
	build: built(parallel(check, ...files), code, documentation, metadata),
	// For npm test, without a look at the types: `npm run typecheck` has it.
	'build:unchecked': built(parallel(...files), code, documentation, metadata),
};
