import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parse } from 'yaml';

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
}

interface Job {
	permissions?: Record<string, string>;
	needs?: string;
	steps: Step[];
	strategy?: { matrix?: { include?: Array<{ run?: string }> } };
}

interface Workflow {
	on: Record<string, unknown>;
	permissions?: Record<string, string>;
	jobs: Record<string, Job>;
}

const FOLDER = join(__dirname, '../../.github/workflows');
const files = readdirSync(FOLDER);
const texts = new Map(files.map((file) => [file, readFileSync(join(FOLDER, file), 'utf8')]));
const workflows = new Map([...texts].map(([file, text]) => [file, parse(text) as Workflow]));
const jobs = [...workflows].flatMap(([file, workflow]) =>
	Object.entries(workflow.jobs).map(([name, job]): [string, Job] => [`${file} ${name}`, job]),
);

describe('workflows', () => {
	it('pin every action to a commit, the same everywhere, with its release beside it', () => {
		const used = [...texts.values()].flatMap((text) =>
			[...text.matchAll(/uses: *(.+)/g)].map(([, action = '']) => action),
		);
		expect(used.length).toBeGreaterThan(0);
		for (const action of used)
			expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
		const names = new Set(used.map((action) => action.split('@')[0]));
		expect(new Set(used).size).toBe(names.size);
	});

	it.each([...workflows])('%s may only read unless a job says otherwise', (_file, workflow) => {
		expect(workflow.permissions).toEqual({ contents: 'read' });
		expect(Object.keys(workflow.on)).not.toContain('pull_request_target');
	});

	it('give an identity to the publishing job alone, and the right to write to the one that attaches', () => {
		const special = jobs.filter(([, { permissions }]) => permissions !== undefined);
		expect(special.map(([name, { permissions }]) => [name, permissions])).toEqual([
			['publish.yml publish', { 'id-token': 'write' }],
			['publish.yml attach', { contents: 'write' }],
		]);
	});

	it('run no code of a dependency where a job may do more than read', () => {
		for (const [, { permissions, steps }] of jobs) {
			if (permissions === undefined) continue;
			const commands = steps.map(({ run = '' }) => run).join('\n');
			expect(commands).not.toMatch(/npm (?:ci|i|install|run|test|exec)\b|npx|node /);
			for (const { uses = '' } of steps) expect(uses).not.toMatch(/checkout/);
		}
	});

	it('publish what the build made, after it', () => {
		const { build, publish, attach } = workflows.get('publish.yml')?.jobs ?? {};
		expect([publish?.needs, attach?.needs]).toEqual(['build', 'publish']);
		expect(build?.steps.map(({ run }) => run)).toEqual(
			expect.arrayContaining(['npm test', 'npm run proof -- sbom release/sbom.cdx.json']),
		);
	});

	it('leave no token in the folder that scripts run in', () => {
		const checkouts = jobs.flatMap(([, { steps }]) =>
			steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@')),
		);
		expect(checkouts.length).toBeGreaterThan(0);
		for (const step of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false });
	});

	it('run proofs that exist', async () => {
		const { PROOFS } = (await import(join(__dirname, '../proofs/proof.mjs'))) as {
			PROOFS: Record<string, unknown>;
		};
		const runs = jobs.flatMap(([, { strategy }]) =>
			(strategy?.matrix?.include ?? []).flatMap(({ run }) => run ?? []),
		);
		expect(runs.length).toBeGreaterThan(0);
		for (const run of runs) expect(Object.keys(PROOFS)).toContain(run.split(' ')[0]);
	});
});
