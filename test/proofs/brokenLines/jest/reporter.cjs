'use strict';

const { writeFileSync } = require('node:fs');
const { relative } = require('node:path');

/** Ends jest with the first test file that fails, and notes it; `--bail` starts the next one before it ends. */
module.exports = class {
	onTestFileResult({ path }, { failureMessage }) {
		if (!process.env.BROKEN_FAILED || !failureMessage) return;
		writeFileSync(process.env.BROKEN_FAILED, relative(process.cwd(), path));
		process.exit(1);
	}
};
