'use strict';

const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

// n8n-core writes its settings to this folder as soon as it is imported.
const folder = mkdtempSync(join(tmpdir(), 'n8n-jest-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** What jest-circus keeps in the global object about the test file that runs. */
const OF_ONE_FILE = /^(?:JEST_STATE_SYMBOL|EVENT_HANDLERS|TEST_TIMEOUT_SYMBOL)$/;

const { createContext } = vm;

/** Makes an environment with an ordinary global object; jest's own asks a proxy on each look at a global. */
function withOrdinaryGlobal(make) {
	vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
	try {
		return make();
	} finally {
		vm.createContext = createContext;
	}
}

/** An environment for many test files, one after another. */
class LastingEnvironment extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		const { global } = this;
		global.process.env.N8N_USER_FOLDER = folder;
		global.process.env.N8N_LOG_LEVEL = 'silent';
		this.exit = global.process.exit;
		// n8n-core's housekeeping intervals (SSH connections, for one) would keep jest from ending.
		const { setInterval } = global;
		global.setInterval = Object.assign((...args) => setInterval(...args).unref(), setInterval);
	}

	async teardown() {
		this.fakeTimersModern.dispose();
		// jest puts a function that holds the test file around the one it finds.
		this.global.process.exit = this.exit;
		const symbols = Object.getOwnPropertySymbols(this.global);
		for (const symbol of symbols) {
			if (OF_ONE_FILE.test(symbol.description)) delete this.global[symbol];
		}
	}
}

const environments = new Map();

/** The environment of a worker for one of the projects; see runtime.cjs for what lives in it. */
module.exports = class {
	constructor(config, context) {
		const { id } = config.projectConfig;
		const environment =
			environments.get(id) ?? withOrdinaryGlobal(() => new LastingEnvironment(config, context));
		environments.set(id, environment);
		return environment;
	}
};
