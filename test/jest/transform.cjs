'use strict';

const { transformSync } = require('esbuild');

/** TypeScript to JavaScript without a look at the types, which `npm run typecheck` checks. */
module.exports.process = (source, file) =>
	transformSync(source, {
		loader: 'ts',
		format: 'cjs',
		target: 'node20',
		sourcefile: file,
		sourcemap: 'external',
	});
