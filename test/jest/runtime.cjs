'use strict';

const { isBuiltin } = require('node:module');
const { default: Runtime } = require('jest-runtime');
const { compileOnce, transformOnce } = require('./compiled.cjs');
const testContexts = require('./testContexts.cjs');

const isPackage = (name) => name !== undefined && !/^[./]/.test(name) && !isBuiltin(name);

class CompilingRuntime extends Runtime {
	constructor(...args) {
		super(...args);
		transformOnce(this.transformCache);
		compileOnce(this.executor);
	}
}

/** The runtime that holds the packages of an environment. */
const packages = new WeakMap();

/**
 * Loads n8n-core and every other package once for all test files of an environment: two seconds for each file otherwise.
 * Our own modules are loaded anew for each test file, as jest does it, but compiled once.
 */
module.exports = class extends CompilingRuntime {
	constructor(...args) {
		super(...args);
		const [, environment] = args;
		if (!packages.has(environment)) packages.set(environment, new CompilingRuntime(...args));
		this.packages = packages.get(environment);
	}

	requireModule(from, name, options, isRequireActual) {
		if (!options?.isInternalModule) {
			return isPackage(name)
				? this.packages.requireModule(from, name)
				: super.requireModule(from, name, options, isRequireActual);
		}
		return name === 'node:async_hooks'
			? testContexts
			: super.requireModule(from, name, options, isRequireActual);
	}
};
