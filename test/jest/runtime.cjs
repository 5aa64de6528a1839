'use strict';

const { isBuiltin } = require('node:module');
const { dirname, resolve, sep } = require('node:path');
const { default: Runtime } = require('jest-runtime');
const { compileOnce, transformOnce } = require('./compiled.cjs');
const testContexts = require('./testContexts.cjs');

const serviceFolder = dirname(require.resolve('../service/service.ts')) + sep;

const isShared = (from, name) =>
	name !== undefined &&
	(name.startsWith('.')
		? resolve(dirname(from), name).startsWith(serviceFolder)
		: !name.startsWith('/') && !isBuiltin(name));

class CompilingRuntime extends Runtime {
	constructor(...args) {
		super(...args);
		transformOnce(this.transformCache);
		compileOnce(this.executor);
	}
}

/** The runtime that holds what the test files of an environment share. */
const runtimes = new WeakMap();

/**
 * Loads n8n-core, every other package and the local service once for all test files of an environment: two seconds for each file otherwise.
 * Our own modules are loaded anew for each test file, as jest does it, but compiled once.
 */
module.exports = class extends CompilingRuntime {
	constructor(...args) {
		super(...args);
		const [, environment] = args;
		if (!runtimes.has(environment)) runtimes.set(environment, new CompilingRuntime(...args));
		this.shared = runtimes.get(environment);
	}

	requireModule(from, name, options, isRequireActual) {
		if (!options?.isInternalModule) {
			return isShared(from, name)
				? this.shared.requireModule(from, name)
				: super.requireModule(from, name, options, isRequireActual);
		}
		return name === 'node:async_hooks'
			? testContexts
			: super.requireModule(from, name, options, isRequireActual);
	}
};
