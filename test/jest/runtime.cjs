'use strict';

const { isBuiltin } = require('node:module');
const { default: Runtime } = require('jest-runtime');

const isPackage = (name) => name !== undefined && !/^[./]/.test(name) && !isBuiltin(name);

/** The runtime that holds the packages of an environment. */
const packages = new WeakMap();

/**
 * Loads n8n-core and every other package once for all test files of an environment: two seconds for each file otherwise.
 * Our own modules are loaded anew for each test file, as jest does it.
 */
module.exports = class extends Runtime {
	constructor(...args) {
		super(...args);
		const [, environment] = args;
		if (!packages.has(environment)) packages.set(environment, new Runtime(...args));
		this.packages = packages.get(environment);
	}

	requireModule(from, name, options, isRequireActual) {
		return isPackage(name) && !options?.isInternalModule
			? this.packages.requireModule(from, name)
			: super.requireModule(from, name, options, isRequireActual);
	}
};
