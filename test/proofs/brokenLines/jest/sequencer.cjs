'use strict';

const { readFileSync } = require('node:fs');
const { relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Runs test files in the order of a list, where there is one. */
module.exports = class extends Sequencer {
	sort(tests) {
		if (!process.env.BROKEN_ORDER) return super.sort(tests);
		const order = JSON.parse(readFileSync(process.env.BROKEN_ORDER, 'utf8'));
		const rank = ({ path }) => order.indexOf(relative(process.cwd(), path));
		return [...tests].sort((a, b) => rank(a) - rank(b));
	}
};
