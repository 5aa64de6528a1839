'use strict';

const { statSync } = require('node:fs');
const { Script } = require('node:vm');

/** Code without types, by file. */
const transformed = new Map();

/** Looks at a file and at jest's cache of it once for all test files of a worker. */
function transformOnce(transformCache) {
	const transform = transformCache.transform.bind(transformCache);
	transformCache.transform = (filename, options) => {
		const { mtimeMs, size } = statSync(filename);
		const known = transformed.get(filename);
		if (known?.mtimeMs !== mtimeMs || known.size !== size) {
			const code = transform(filename, options);
			const result = transformCache.getEntries().get(filename);
			transformed.set(filename, { mtimeMs, size, code, result });
			return code;
		}
		const { code, result } = known;
		if (result) transformCache.getEntries().set(filename, result);
		if (result?.sourceMapPath) transformCache.getSourceMaps().set(filename, result.sourceMapPath);
		return code;
	};
}

/** Scripts by file: those that import() belong to one environment, all others to the worker. */
const scripts = { shared: new Map(), importing: new WeakMap() };

function scriptsFor(code, environment) {
	if (!code.includes('import(')) return scripts.shared;
	if (!scripts.importing.has(environment)) scripts.importing.set(environment, new Map());
	return scripts.importing.get(environment);
}

/**
 * Globals that no test replaces. Modules get them as variables of a function around them, where they may declare the same names:
 * a look at the global object of a sandbox is slower.
 */
const GLOBALS = `
	Array BigInt Boolean Error JSON Map Math Number Object Promise Proxy RangeError Reflect RegExp Set
	String Symbol TypeError WeakMap ArrayBuffer Buffer DataView Float32Array Float64Array Int16Array
	Int32Array Uint16Array Uint32Array Uint8Array Infinity NaN isNaN parseFloat parseInt
`
	.trim()
	.split(/\s+/);

/** Their values, by environment. */
const values = new WeakMap();

function globalsOf(environment) {
	if (!values.has(environment)) {
		values.set(
			environment,
			GLOBALS.map((name) => environment.global[name]),
		);
	}
	return values.get(environment);
}

function newScript(code, filename, parameters) {
	const known = { code };
	const start = `(function(${GLOBALS.join(',')}){return function(${parameters.join(',')}){`;
	known.script = new Script(`${start}${code}\n}})`, {
		filename,
		columnOffset: -start.length,
		importModuleDynamically: (specifier, _script, ...attributes) => {
			const executor = known.executor.deref();
			const context = executor.environment.getVmContext();
			return executor.dynamicImport(specifier, filename, context, ...attributes);
		},
	});
	return known;
}

/** Compiles a module once for all test files of a worker. Each of them runs it again, with variables of its own. */
function compileOnce(executor) {
	const { environment, testPath, injectedModuleParameters } = executor;
	const compile = executor.compile.bind(executor);
	executor.compile = (code, filename) => {
		const byFile = scriptsFor(code, environment);
		let known = byFile.get(filename);
		if (known?.code !== code) {
			try {
				known = newScript(code, filename, injectedModuleParameters);
			} catch {
				// With jest's own words.
				return compile(code, filename);
			}
			if (filename !== testPath) byFile.set(filename, known);
		}
		known.executor = new WeakRef(executor);
		return known.script.runInContext(environment.getVmContext())(...globalsOf(environment));
	};
}

module.exports = { compileOnce, transformOnce };
