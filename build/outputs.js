'use strict';

const { isBuiltin } = require('node:module');
const path = require('node:path');
const esbuild = require('esbuild');

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

const isBrought = (specifier) => isBuiltin(specifier) || HOST_PACKAGES.has(packageName(specifier));

/** How n8n reads every file of the package. */
const FORMAT = { platform: 'node', target: 'node20', format: 'cjs', logLevel: 'warning' };

const brought = {
	name: 'brought',
	setup: (build) =>
		build.onResolve({ filter: /^[^./]/ }, ({ path: specifier }) =>
			isBrought(specifier) ? { path: specifier, external: true } : undefined,
		),
};

const inPackage = (input) => input.startsWith('node_modules/');

/**
 * The file below dist that a module goes into: one for each folder, and one for a node with all its folders.
 * With a file for each module, n8n would spend most of the time of loading a node on finding and opening files.
 * A module that imports third-party code stays alone, since that code is large and seldom used.
 */
function outputOf(module, imports, entries) {
	if (entries.has(module)) return module.replace(/\.ts$/, '.js');
	if (module.endsWith('.json')) return module;
	if (imports.some(({ path: imported }) => inPackage(imported))) {
		return module.replace(/\.ts$/, '.js');
	}
	const [, folder] = /^nodes\/(\w+)\//.exec(module) ?? [];
	if (folder === undefined) return `${path.dirname(module)}.js`;
	const node = `nodes/${folder}/${folder}.node`;
	return `${entries.has(`${node}.ts`) ? node : `nodes/${folder}`}.js`;
}

/** The names that each module exports, types left out. */
async function exportedNames(modules) {
	const { metafile } = await esbuild.build({
		...{ ...FORMAT, format: 'esm', outdir: '.', outbase: '.', write: false, metafile: true },
		entryPoints: modules.filter((module) => module.endsWith('.ts')),
	});
	return new Map(
		Object.values(metafile.outputs).map(({ entryPoint, exports }) => [entryPoint, exports]),
	);
}

/**
 * Where every module of the package goes, by its path: the file below dist, the names it exports,
 * and whether another file imports it.
 * @param {string[]} entryPoints the sources that n8n is pointed to
 */
async function planOutputs(entryPoints) {
	const { metafile } = await esbuild.build({
		...{ ...FORMAT, bundle: true, outdir: 'dist', write: false, metafile: true },
		...{ entryPoints, plugins: [brought] },
	});
	const own = Object.entries(metafile.inputs).filter(([input]) => !inPackage(input));
	const names = await exportedNames(own.map(([module]) => module));
	const entries = new Set(entryPoints);
	const modules = new Map(
		own.map(([module, { imports }]) => [
			module,
			{ output: outputOf(module, imports, entries), names: names.get(module) ?? [] },
		]),
	);
	for (const [module, { imports }] of own) {
		for (const { path: imported } of imports) {
			const other = modules.get(imported);
			if (other && other.output !== modules.get(module).output) other.isShared = true;
		}
	}
	for (const entry of entries) modules.get(entry).isShared = true;
	return modules;
}

module.exports = { planOutputs, isBrought, FORMAT };
