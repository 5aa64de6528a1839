import { readdirSync } from 'node:fs';

import eslint from '@eslint/js';
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import { defineConfig, globalIgnores } from 'eslint/config';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import { importX } from 'eslint-plugin-import-x';
import n8nNodesPlugin from 'eslint-plugin-n8n-nodes-base';
import tseslint from 'typescript-eslint';
import { prose } from './.ci/prose.mjs';

const community = n8nCommunityNodesPlugin.configs;

const nodeGlobals = Object.fromEntries(
	[
		'AbortController',
		'AbortSignal',
		'Buffer',
		'URL',
		'URLSearchParams',
		'clearInterval',
		'clearTimeout',
		'console',
		'fetch',
		'process',
		'setInterval',
		'setTimeout',
	].map((name) => [name, 'readonly']),
);

// Rooms of lib by rank: each imports rooms of the lines before its own, and none beside or after it (docs/maintainers/development.md#where-a-line-belongs).
const RANKS = [
	['core'],
	['fields'],
	['wire'],
	['wallet'],
	['models', 'billing'],
	['files'],
	['cost', 'privacy'],
	['run'],
	['chat', 'speech'],
];
const ROOMS = RANKS.flat();
for (const file of readdirSync(new URL('lib', import.meta.url), { recursive: true })) {
	const [room] = file.split(/[\\/]/);
	if (file.endsWith('.ts') && !ROOMS.includes(room)) throw new Error(`lib/${room} has no rank`);
}
const UPWARDS = RANKS.flatMap((rooms, rank) => {
	const below = RANKS.slice(0, rank).flat();
	return rooms.map((room) => ({
		target: `./lib/${room}`,
		from: [
			...ROOMS.filter((other) => other !== room && !below.includes(other)).map(
				(other) => `./lib/${other}`,
			),
			'./nodes',
			'./credentials',
		],
		message: `lib/${room} may import only the rooms on the lines before it in eslint.config.mjs`,
	}));
});

export default defineConfig(
	globalIgnores(['dist', '.host', 'coverage', '**/node_modules']),
	{
		files: ['**/*.ts'],
		extends: [
			eslint.configs.recommended,
			tseslint.configs.recommended,
			importX.flatConfigs.recommended,
		],
		rules: {
			'no-console': 'error',
			'import-x/no-cycle': 'error',
			'import-x/no-restricted-paths': ['error', { zones: UPWARDS }],
		},
		settings: { 'import-x/resolver-next': [createTypeScriptImportResolver()] },
	},
	// How everything reads: strings and comments of what ships, titles of tests and checks, canvases of the examples.
	{ plugins: { prose } },
	{ files: ['{nodes,credentials,lib}/**/*.ts'], rules: { 'prose/strings': 'error' } },
	{ files: ['test/**/*.{ts,mjs}'], rules: { 'prose/titles': 'error' } },
	{
		files: ['examples/**/*.json'],
		rules: { 'prose/notes': 'error' },
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
	},
	// Shipped code: the rules of n8n's own command line and package scanner.
	{
		files: ['{nodes,credentials,lib}/**/*.ts', 'package.json'],
		extends: [community.recommended],
	},
	{ plugins: { 'n8n-nodes-base': n8nNodesPlugin } },
	{
		files: ['package.json'],
		rules: n8nNodesPlugin.configs.community.rules,
		languageOptions: {
			parser: tseslint.parser,
			parserOptions: { extraFileExtensions: ['.json'] },
		},
	},
	{
		files: ['credentials/**/*.ts'],
		rules: {
			...n8nNodesPlugin.configs.credentials.rules,
			// n8n switches these off too: the first is for n8n's own nodes, the second has a better successor.
			'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
			'n8n-nodes-base/cred-class-field-type-options-password-missing': 'off',
		},
	},
	{
		files: ['nodes/**/*.ts'],
		rules: {
			...n8nNodesPlugin.configs.nodes.rules,
			// n8n switches these off too: they know neither NodeConnectionTypes nor a real upper limit.
			'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
			'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
			'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
		},
	},
	// Tests start servers and wait: the same rules without those that describe n8n's Cloud.
	{
		files: ['test/**/*.ts'],
		extends: [community.recommendedWithoutN8nCloudSupport],
	},
	{
		files: ['**/*.mjs'],
		extends: [eslint.configs.recommended],
		languageOptions: { globals: nodeGlobals },
	},
	{
		files: ['**/*.js', '**/*.cjs'],
		extends: [eslint.configs.recommended],
		languageOptions: {
			sourceType: 'commonjs',
			globals: { ...nodeGlobals, require: 'readonly', module: 'writable' },
		},
	},
);
