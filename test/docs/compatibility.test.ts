import { readFileSync } from 'node:fs';

interface Result {
	n8n: string;
	node: string;
	failed: number;
	examples: string[];
	cannotRun: Record<string, string[]>;
}

const results = JSON.parse(readFileSync('docs/compatibility.json', 'utf8')) as Result[];
const readme = readFileSync('README.md', 'utf8');
const examples = readFileSync('examples/README.md', 'utf8');
const first = results.filter(({ n8n }) => n8n.startsWith('1.'));

it('nothing failed in any n8n', () => {
	expect(first.map(({ node }) => node.split('.')[0])).toEqual(['20', '22', '24']);
	expect(results.filter(({ failed }) => failed > 0)).toEqual([]);
});

it('the README names what was run', () => {
	for (const { n8n, examples: played } of first) {
		expect(readme).toMatch(
			new RegExp(`\\| ${n8n} \\| 20, 22, 24 \\| .*the ${played.length} examples`),
		);
	}
});

it('each example that n8n 1.x cannot run says which node it lacks', () => {
	const { cannotRun = {} } = first[0] ?? {};
	expect(Object.keys(cannotRun).length).toBeGreaterThan(0);
	for (const [name, missing] of Object.entries(cannotRun)) {
		const row = examples.split('\n').find((line) => line.includes(`\`${name}.json\``)) ?? '';
		const [, version = ''] = /([\d.]+)$/.exec(missing[0] ?? '') ?? [];
		expect(row).toMatch(new RegExp(`\\| 2 \\(.* ${version.replace('.', '\\.')}\\) \\|$`));
	}
});
