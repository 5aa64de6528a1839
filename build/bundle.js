'use strict';

const { copyFile, mkdir, writeFile } = require('node:fs/promises');
const path = require('node:path');
const esbuild = require('esbuild');
const { FORMAT, isBrought, planOutputs } = require('./outputs');

/** What n8n brings stays an import, and so does what is in another file of ours; everything else goes into this one. */
const keepOthers = (file, modules) => ({
	name: 'keep-others',
	setup: (build) =>
		build.onResolve({ filter: /.*/ }, ({ path: specifier, resolveDir }) => {
			if (!specifier.startsWith('.')) {
				return isBrought(specifier) ? { path: specifier, external: true } : undefined;
			}
			const module = path.relative('.', path.resolve(resolveDir, specifier));
			const { output = file } = modules.get(`${module}.ts`) ?? modules.get(module) ?? {};
			if (output === file) return undefined;
			const relative = path.relative(path.dirname(file), output);
			return { path: relative.startsWith('.') ? relative : `./${relative}`, external: true };
		}),
});

/**
 * Requires another file of ours when something of it is used for the first time: n8n then reads the description of a
 * node without what only runs later. esbuild writes a line for each import of each module, and its name at each use.
 */
function requireLate(code) {
	const first = new Map();
	const named = new Map();
	const declared = code.replace(
		/^var (import_\w+) = require\("(.+)"\);\n/gm,
		(_, name, required) => {
			const isOwn = required.startsWith('.');
			const known = first.get(required);
			named.set(name, { name: known ?? name, isOwn });
			if (known) return '';
			first.set(required, name);
			return isOwn
				? `let ${name}_file;\nconst ${name} = () => ${name}_file ??= require("${required}");\n`
				: `const ${name} = require("${required}");\n`;
		},
	);
	return declared.replace(/\b(new )?(import_\w+)\./g, (use, isNew = '', variable) => {
		const { name, isOwn } = named.get(variable) ?? {};
		if (!name) return use;
		if (!isOwn) return `${isNew}${name}.`;
		return isNew ? `new (${name}()).` : `${name}().`;
	});
}

/** Writes one file below dist, and returns the sources in it. */
async function writeOutput(file, modules) {
	const exported = [...modules].filter(([, { output, isShared }]) => output === file && isShared);
	const { metafile, outputFiles } = await esbuild.build({
		...{ ...FORMAT, bundle: true, outfile: path.join('dist', file), write: false, metafile: true },
		legalComments: 'inline',
		stdin: {
			contents: exported
				.map(([module, { names }]) => `export { ${names} } from './${module.slice(0, -3)}';`)
				.join('\n'),
			...{ sourcefile: file, resolveDir: '.' },
		},
		plugins: [keepOthers(file, modules)],
	});
	const [{ path: target, text }] = outputFiles;
	await mkdir(path.dirname(target), { recursive: true });
	await writeFile(target, requireLate(text));
	return Object.values(metafile.outputs).flatMap(({ inputs }) =>
		Object.keys(inputs).filter((input) => inputs[input].bytesInOutput > 0),
	);
}

/**
 * Writes all files of ours below dist, each with the devDependencies that it imports.
 * Returns the sources in them, those of third parties among them.
 * @param {string[]} entryPoints the sources that n8n is pointed to
 */
async function bundle(entryPoints) {
	const modules = await planOutputs(entryPoints);
	const sources = [];
	for (const file of new Set([...modules.values()].map(({ output }) => output))) {
		if (file.endsWith('.js')) sources.push(...(await writeOutput(file, modules)));
		else await copyFile(file, path.join('dist', file));
	}
	const own = sources.filter((source) => modules.has(source));
	const twice = own.find((source, index) => own.indexOf(source) !== index);
	// Limits and memories live in modules: in two files, they would be two.
	if (twice) throw new Error(`${twice} is in two files`);
	return sources;
}

module.exports = { bundle };
