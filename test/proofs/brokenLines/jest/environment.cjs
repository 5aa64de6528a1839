'use strict';

const { createHash } = require('node:crypto');
const { mkdirSync, writeFileSync } = require('node:fs');
const { relative } = require('node:path');
const Environment = require('../../../jest/environment.cjs');

const folder = '.host/broken-lines';
/** The break that is switched on; none in the run that records what each test file reaches. */
const active = process.env.BROKEN_LINE && Number(process.env.BROKEN_LINE);

/** The breaks that the test file reached which runs now. */
const reached = new Set();
let test;

function isBroken(id) {
	reached.add(id);
	return id === active;
}

function record() {
	mkdirSync(`${folder}/reached`, { recursive: true });
	const name = createHash('sha256').update(test).digest('hex').slice(0, 16);
	writeFileSync(`${folder}/reached/${name}.json`, JSON.stringify({ test, ids: [...reached] }));
}

const prepared = new WeakSet();

/** The environment of a worker, which notes the breaks that each test file reaches. */
module.exports = class extends Environment {
	constructor(config, context) {
		const environment = super(config, context);
		test = relative(process.cwd(), context.testPath);
		reached.clear();
		// What hangs is known to the process that waits.
		if (process.env.BROKEN_RUNNING) writeFileSync(process.env.BROKEN_RUNNING, test);
		if (prepared.has(environment)) return;
		prepared.add(environment);
		environment.global.__broken = isBroken;
		const { teardown } = environment;
		environment.teardown = async () => {
			if (!process.env.BROKEN_ORDER) record();
			await teardown.call(environment);
		};
	}
};
