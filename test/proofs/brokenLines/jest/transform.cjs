'use strict';

const { createHash } = require('node:crypto');
const { readFileSync } = require('node:fs');
const { relative } = require('node:path');
const { process: stripTypes } = require('../../../jest/transform.cjs');

/** Where breaks stand and what takes their place, by file. */
const switches = JSON.parse(readFileSync('.host/broken-lines/switches.json', 'utf8'));
const switchesOf = (file) => switches[relative(process.cwd(), file)] ?? [];

exports.getCacheKey = (source, file) =>
	createHash('sha256')
		.update(JSON.stringify([file, source, switchesOf(file)]))
		.digest('hex');

/** TypeScript to JavaScript, with a switch for each break. The files stay as they are for tests that read them. */
exports.process = (source, file) => {
	const fromTheEnd = switchesOf(file).toSorted((a, b) => b.start - a.start);
	if (fromTheEnd.length === 0) return stripTypes(source, file);
	const code = fromTheEnd.reduce(
		(text, { start, end, code }) => text.slice(0, start) + code + text.slice(end),
		source,
	);
	return stripTypes(`const __broken = globalThis.__broken; ${code}`, file);
};
