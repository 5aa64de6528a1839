'use strict';

const { execFile } = require('node:child_process');
const { existsSync, mkdirSync, readdirSync, readFileSync } = require('node:fs');
const { readFile, rm, writeFile } = require('node:fs/promises');
const { isBuiltin } = require('node:module');
const path = require('node:path');
const { promisify } = require('node:util');
const esbuild = require('esbuild');
const { src, dest, parallel, series } = require('gulp');

const run = promisify(execFile);

const clean = () => rm('dist', { recursive: true, force: true });

async function compile() {
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

// What n8n's lint allows at run time, because n8n itself brings it.
const HOST_PACKAGES = new Set([
	'n8n-workflow',
	'@n8n/ai-node-sdk',
	'lodash',
	'moment',
	'p-limit',
	'luxon',
	'zod',
]);

const packageName = (specifier) =>
	specifier
		.split('/')
		.slice(0, specifier.startsWith('@') ? 2 : 1)
		.join('/');

const isThirdParty = (specifier) =>
	!specifier.startsWith('.') && !isBuiltin(specifier) && !HOST_PACKAGES.has(packageName(specifier));

const importedSpecifiers = (code) =>
	[...code.matchAll(/\b(?:require|import)\((["'])(.+?)\1\)/g)].map((match) => match[2]);

/** Our own modules and what n8n brings stay imports; everything else goes into the file. */
const keepOwnAndHost = (entry) => ({
	name: 'keep-own-and-host',
	setup: (build) =>
		build.onResolve({ filter: /.*/ }, ({ path: specifier, importer }) => {
			const own = specifier.startsWith('.') && importer === entry;
			return own || HOST_PACKAGES.has(packageName(specifier))
				? { path: specifier, external: true }
				: undefined;
		}),
});

/** From the TypeScript source, whose imports tell which parts of a package are used: the rest stays out. */
const sourceOf = (file) => path.relative('dist', file).replace(/\.js$/, '.ts');

async function bundleFile(file) {
	const entry = path.resolve(sourceOf(file));
	const { metafile } = await esbuild.build({
		entryPoints: [entry],
		outfile: path.resolve(file),
		allowOverwrite: true,
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		legalComments: 'inline',
		metafile: true,
		logLevel: 'warning',
		plugins: [keepOwnAndHost(entry)],
	});
	return Object.values(metafile.outputs).flatMap(({ inputs }) =>
		Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0),
	);
}

function packageDirectory(input) {
	const match = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input);
	return match?.[0];
}

function licenceOf(directory) {
	const { name, version, license } = JSON.parse(readFileSync(path.join(directory, 'package.json')));
	const file = readdirSync(directory).find((entry) => /^licen[cs]e/i.test(entry));
	const text = file ? readFileSync(path.join(directory, file), 'utf8').trim() : '';
	return `${name} ${version} (${license})\n\n${text}\n`;
}

// Part of these packages is in our own sources: the outlines of letters in lib/chart/glyphs.json.
const CARRIED = ['@fontsource/noto-sans'];

/** A node may import any devDependency: the files that do are rebuilt in place with it inside. */
async function bundle() {
	const directories = new Set(CARRIED.map((name) => `node_modules/${name}`));
	for (const entry of readdirSync('dist', { recursive: true })) {
		if (!entry.endsWith('.js')) continue;
		const file = path.join('dist', entry);
		const code = await readFile(file, 'utf8');
		if (!importedSpecifiers(code).some(isThirdParty)) continue;
		for (const input of await bundleFile(file)) directories.add(packageDirectory(input));
	}
	directories.delete(undefined);
	const bundled = [...directories].sort();
	// For the list of packages that is attached to a release.
	mkdirSync('.host', { recursive: true });
	await writeFile('.host/bundled.json', JSON.stringify(bundled));
	const licences = bundled.map(licenceOf);
	await writeFile('dist/THIRD_PARTY_LICENSES.txt', licences.join(`\n${'-'.repeat(80)}\n\n`));
}

/** Nodes and credentials link to https://repository.example/<page>; what ships has the address that package.json names. */
async function documentation() {
	const { homepage } = JSON.parse(await readFile('package.json', 'utf8'));
	const linked = ['dist/nodes', 'dist/credentials'].flatMap((folder) =>
		readdirSync(folder, { recursive: true }).map((file) => path.join(folder, file)),
	);
	for (const file of linked.filter((name) => /\.node\.json$|\.credentials\.js$/.test(name))) {
		const code = await readFile(file, 'utf8');
		await writeFile(file, code.replaceAll('https://repository.example', `${homepage}/blob/main`));
	}
}

/** n8n reads dist/known and dist/types at start-up, and requires a node's file only on its first use. */
async function metadata() {
	await run(process.execPath, ['node_modules/n8n-core/bin/generate-metadata']);
	await rm('dist/methods', { recursive: true, force: true });
	if (!existsSync('dist/known/nodes.json')) throw new Error('n8n-core wrote no metadata');
}

module.exports = {
	clean,
	build: series(clean, parallel(compile, icons, codex, schemas), bundle, documentation, metadata),
};
