'use strict';

/**
 * Where jest-circus keeps the test that runs. Its own AsyncLocalStorage would have Node.js follow every promise of a worker,
 * and a connection that stays open would keep the modules of the test that opened it. No tests here run side by side.
 */
class TestContexts {
	#context;

	async run(context, callback) {
		const outer = this.#context;
		this.#context = context;
		try {
			return await callback();
		} finally {
			this.#context = outer;
		}
	}

	getStore() {
		return this.#context;
	}
}

module.exports = { AsyncLocalStorage: TestContexts };
