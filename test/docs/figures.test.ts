import { readFileSync } from 'node:fs';

interface Life {
	failed: number;
	parameters: number;
	workflows: number;
	checks: Array<{ ok: boolean }>;
}

const read = (path: string) => readFileSync(path, 'utf8');

it.each(['README.md', 'docs/maintainers/commands.md'])(
	'%s rounds the calls under faults',
	(page) => {
		const { calls } = JSON.parse(read('test/proofs/results/faults.json')) as { calls: number };
		const thousands = Math.floor(calls / 1_000);
		expect(read(page)).toContain(`${thousands},000 calls under faults`);
	},
);

it('docs/maintainers/release.md says what installing, updating and uninstalling came to', () => {
	const { failed, parameters, workflows, checks } = JSON.parse(
		read('test/proofs/results/registry.json'),
	) as Life;
	expect([failed, checks.filter(({ ok }) => !ok)]).toEqual([0, []]);
	expect(checks.length).toBeGreaterThanOrEqual(9);
	expect(read('docs/maintainers/release.md')).toContain(
		`${parameters} parameters of ${workflows} workflows`,
	);
});
