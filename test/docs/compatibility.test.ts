import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

interface Result {
	n8n: string;
	node: string;
	failed: number;
	examples: string[];
	cannotRun: Record<string, string[]>;
}

const results = JSON.parse(
	readFileSync('test/proofs/results/compatibility.json', 'utf8'),
) as Result[];
const readme = readFileSync('README.md', 'utf8');
const examples = readFileSync('examples/README.md', 'utf8');
const first = results.filter(({ n8n }) => n8n.startsWith('1.'));
/** Examples are run on the newest Node.js first; on the older ones when all are run again. */
const newest = first.filter(({ node }) => node.startsWith('24.'));
const second = results.filter(({ n8n }) => n8n.startsWith('2.'));
const all = readdirSync('examples', { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.json'))
	.map((file) => basename(file, '.json'));

/** What an n8n may lack, as the list of examples names it. */
const LABELS: Record<string, string> = {
	agent: 'AI Agent',
	dataTable: 'Data Table',
	executeWorkflow: 'Execute Sub-workflow',
	postgres: 'Postgres',
	lmChatInference: 'Inference Chat Model',
	'credential:update': 'n8n API that updates credentials',
	'execution:retry': 'n8n API that retries executions',
};

/** The n8n that the list of examples names for one of them. */
function needed(name: string): string {
	const row = examples.split('\n').find((line) => line.includes(`${name}.json\``)) ?? '';
	return row.split(' | ').at(-1)?.replace(/ \|$/, '') ?? '';
}

it('nothing failed in any n8n', () => {
	expect(first.map(({ node }) => node.split('.')[0])).toEqual(['20', '22', '24']);
	expect(second).toHaveLength(1);
	expect(results.filter(({ failed }) => failed > 0)).toEqual([]);
});

it('every example has run in n8n 2, and in n8n 1 on Node.js 24 or says what it lacks there', () => {
	for (const { examples: played, cannotRun } of [...second, ...newest]) {
		expect([...played, ...Object.keys(cannotRun)].sort()).toEqual([...all].sort());
	}
	expect(second[0]?.cannotRun).toEqual({});
});

it('the README names what was run', () => {
	for (const { n8n, examples: played } of newest) {
		expect(readme).toMatch(
			new RegExp(`\\| ${n8n} \\| 20, 22, 24 \\| .*the ${played.length} of ${all.length} examples`),
		);
		const isSame = first.every((one) => one.examples.length === played.length);
		expect(readme.includes('on Node.js 24), in a real n8n')).toBe(!isSame);
	}
	for (const { n8n, node } of second) {
		const [major = ''] = node.split('.');
		expect(readme).toMatch(new RegExp(`\\| ${n8n} \\| ${major} \\| All ${all.length} examples`));
	}
});

it.each(all)('the list of examples says which n8n %s needs', (name) => {
	for (const { examples: played, cannotRun } of first) {
		if (played.includes(name)) expect(needed(name)).toBe('1.123');
		const lacks = (cannotRun[name] ?? []).map((missing) => {
			const [node = '', version] = missing.split(' ');
			return `2 (${[LABELS[node] ?? node, version].filter(Boolean).join(' ')})`;
		});
		if (lacks.length > 0) expect(lacks).toContain(needed(name));
	}
});

it.each(readdirSync('examples/templates').filter((file) => file.endsWith('.md')))(
	'the page %s agrees',
	(file) => {
		const page = readFileSync(join('examples/templates', file), 'utf8');
		const n8n = needed(basename(file, '.md'));
		expect(page).toContain(n8n === '1.123' ? '- n8n 1.123 or newer\n' : `- n8n ${n8n}\n`);
	},
);

it('the README says when the package last ran against a deployment, or that it never did', () => {
	const file = 'test/proofs/results/live.json';
	const sentence = existsSync(file)
		? `against a deployment on ${(JSON.parse(readFileSync(file, 'utf8')) as { date: string }).date}`
		: 'not against a live deployment';
	expect(readme).toContain(sentence);
});
