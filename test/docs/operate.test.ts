import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { UnrecognizedNodeTypeError } from 'n8n-core';

import { name as packageName } from '../../package.json';
import large from '../proofs/results/large-files.json';

type Config = new () => Record<string, unknown>;

const page = readFileSync('docs/operate.md', 'utf8');
const fromCore = createRequire(require.resolve('n8n-core'));
const { ExecutionsConfig } = fromCore('@n8n/config') as { ExecutionsConfig: Config };
const sources = ['lib', 'nodes'].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts'))
		.map((file) => readFileSync(join(folder, file), 'utf8')),
);

it('names the defaults of n8n', () => {
	const defaults = new ExecutionsConfig();
	const hours = String(defaults.pruneDataMaxAge);
	const count = Number(defaults.pruneDataMaxCount).toLocaleString('en-US');
	expect(page).toContain(`after ${hours} hours (\`EXECUTIONS_DATA_MAX_AGE\`)`);
	expect(page).toContain(`at most ${count} (\`EXECUTIONS_DATA_PRUNE_MAX_COUNT\`)`);
	expect(defaults.timeout).toBe(-1);
	expect(page).toContain('by default, none is ended');
});

it('says what large files add to the memory, as measured, and sizes the compose file for it', () => {
	const rowOf = (mode: string) => {
		const added = large.rows
			.filter((row) => row.mode === mode)
			.map(({ peakMb, idleMb }) => (peakMb - idleMb).toLocaleString('en-US'));
		return `| ${added.join(' | ')} |\n`;
	};
	for (const mode of ['filesystem', 'database', 'default']) expect(page).toContain(rowOf(mode));
	expect(large.rows.map(({ status }) => status)).toEqual(large.rows.map(() => 'success'));
	const most = (mode: string) =>
		Math.max(...large.rows.filter((row) => row.mode === mode).map(({ peakMb }) => peakMb));
	expect(most('filesystem')).toBeLessThan(2_000);
	expect(most('database')).toBeLessThan(4_000);
});

it('quotes what n8n says of a process without the package', () => {
	const { message } = new UnrecognizedNodeTypeError(packageName, 'inferenceChat');
	expect(page).toContain(`\`${message}\``);
});

it('lists the levels of the log at which the package writes, and no other', () => {
	const written = sources.flatMap((code) =>
		[...code.matchAll(/\blogger\.(\w+)\(/g)].map(([, level]) => level),
	);
	const listed = [...page.matchAll(/^\| `(warn|info|debug|error)` \|/gm)].map(([, level]) => level);
	expect(listed.sort()).toEqual([...new Set(written)].sort());
});
