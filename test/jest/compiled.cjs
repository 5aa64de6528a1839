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

function newScript(code, filename, parameters) {
	const known = { code };
	const start = `(function(${parameters.join(',')}){`;
	known.script = new Script(`${start}${code}\n})`, {
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
	const compile = executor.compile.bind(executor);
	executor.compile = (code, filename) => {
		if (filename === executor.testPath) return compile(code, filename);
		const byFile = scriptsFor(code, executor.environment);
		let known = byFile.get(filename);
		if (known?.code !== code) {
			try {
				known = newScript(code, filename, executor.injectedModuleParameters);
			} catch {
				// With jest's own words.
				return compile(code, filename);
			}
			byFile.set(filename, known);
		}
		known.executor = new WeakRef(executor);
		return known.script.runInContext(executor.environment.getVmContext());
	};
}

module.exports = { compileOnce, transformOnce };
