/**
 * What n8n's lint finds in the descriptions of the nodes once they are written out: it reads object literals, and ours are put together.
 * Prints each rule with its number of findings; needs a build.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { ESLint } from 'eslint';
import n8nNodesPlugin from 'eslint-plugin-n8n-nodes-base';
import { format } from 'prettier';
import tseslint from 'typescript-eslint';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
mkdirSync(join(root, '.host'), { recursive: true });
const folder = mkdtempSync(join(root, '.host', 'written-out-'));

try {
	const { n8n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const classes = require(join(root, 'dist', 'bundle.js'));
	for (const copied of ['package.json', 'credentials', 'icons'])
		cpSync(join(root, copied), join(folder, copied), { recursive: true });
	for (const name of n8n.nodes.map((file) => basename(file).split('.')[0])) {
		const description = JSON.stringify(new classes[name]().description, null, 1);
		const code = `export class ${name} implements INodeType { description: INodeTypeDescription = ${description}; }`;
		mkdirSync(join(folder, 'nodes', name), { recursive: true });
		const file = join(folder, 'nodes', name, `${name}.node.ts`);
		writeFileSync(file, await format(code, { parser: 'typescript' }));
	}
	const eslint = new ESLint({
		cwd: folder,
		overrideConfigFile: true,
		overrideConfig: [
			{ files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } },
			{ files: ['nodes/**/*.ts'], ...n8nCommunityNodesPlugin.configs.recommended },
			{
				files: ['nodes/**/*.ts'],
				plugins: { 'n8n-nodes-base': n8nNodesPlugin },
				rules: n8nNodesPlugin.configs.nodes.rules,
			},
		],
	});
	const found = new Map();
	for (const { messages } of await eslint.lintFiles(['nodes']))
		for (const { ruleId } of messages) found.set(ruleId, (found.get(ruleId) ?? 0) + 1);
	for (const [rule, count] of [...found].sort()) console.log(String(count).padStart(4), rule);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
