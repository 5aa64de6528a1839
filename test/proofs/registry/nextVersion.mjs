import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../../host/plainError.mjs';
import { run } from '../../host/run.mjs';

/** What the second version says differently, in a panel and in an error: it shows which version n8n uses. */
export const marks = [
	{
		file: 'nodes/InferenceChat/InferenceChat.node.ts',
		before: 'Chat with a language model,',
		after: 'Chat with a language model of the next version,',
	},
	{
		file: 'lib/wire/rpcCall.ts',
		before: 'jsonrpc must be "2.0"',
		after: 'jsonrpc must in the next version be "2.0"',
	},
];

/** @param {string} file @param {string} before @param {string} after */
function replace(file, before, after) {
	const text = readFileSync(file, 'utf8');
	if (!text.includes(before)) throw new PlainError(`${file} does not say "${before}".`);
	writeFileSync(file, text.replace(before, after));
}

/**
 * Makes the next version in the clone: its number, its entry in the changelog, and the marks.
 * @param {string} clone @param {string} from @param {string} to @param {AbortSignal} signal
 */
export async function makeNextVersion(clone, from, to, signal) {
	replace(join(clone, 'CHANGELOG.md'), `## ${from}`, `## ${to} - Unreleased\n\n## ${from}`);
	for (const { file, before, after } of marks) replace(join(clone, file), before, after);
	await run('npm', ['version', '--no-git-tag-version', to], {
		cwd: clone,
		what: 'Setting the version',
		signal,
	});
}
