'use strict';

const { AsyncLocalStorage } = require('node:async_hooks');

const storage = new AsyncLocalStorage();

/**
 * The AsyncLocalStorage in which jest-circus keeps the test that runs, for the test files of a worker.
 * With one for each file, which jest-circus never disables, every promise would carry those of all files before it,
 * and a connection that stays open would keep the modules of the test that opened it.
 */
class TestContexts {
	#contexts = new WeakMap();

	run(context, callback) {
		const key = {};
		this.#contexts.set(key, context);
		return storage.run(key, callback);
	}

	getStore() {
		return this.#contexts.get(storage.getStore());
	}
}

module.exports = { AsyncLocalStorage: TestContexts };
