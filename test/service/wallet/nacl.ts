import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import type tweetnacl from 'tweetnacl';

type Load = (module: { exports: typeof tweetnacl }, require: NodeJS.Require) => void;

/**
 * tweetnacl, run outside jest's sandbox: inside, it takes twenty times longer, because its innermost loops look up
 * global names.
 */
export const { sign } = load();

function load(): typeof tweetnacl {
	const require = createRequire(__filename);
	const source = readFileSync(require.resolve('tweetnacl'), 'utf8');
	const module = { exports: {} as typeof tweetnacl };
	const run = runInThisContext(`(function (module, require) {${source}\n})`) as Load;
	run(module, require);
	return module.exports;
}
