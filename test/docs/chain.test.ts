import { readFileSync } from 'node:fs';

const read = (path: string) => readFileSync(path, 'utf8');

/** The steps of a list of the chain, in order. */
function stepsOf(list: string): string[] {
	const [, code = ''] =
		new RegExp(`${list}: .*? = \\[(.*?)\\]`, 's').exec(read('lib/run/chain.ts')) ?? [];
	return code.match(/\w+/g) ?? [];
}

it.each([
	['ITEM', 'Each item'],
	['REQUEST', 'Each of its requests'],
	['SUB_NODE', 'Each call of an AI sub-node'],
])('the development page lists the steps of %s in the order of the code', (list, row) => {
	const steps = stepsOf(list).map((step) => `\`${step}\``);
	expect(steps.length).toBeGreaterThan(5);
	expect(read('docs/maintainers/development.md')).toContain(`| ${row} | ${steps.join(' → ')} |`);
});

it('the development page names the file of each step', () => {
	const [, rest = ''] = read('docs/maintainers/development.md').split('### Where each step is');
	const [section = ''] = rest.split('\n## ');
	const rows = [...section.matchAll(/^\| \[.*?\]\(\.\.\/\.\.\/(\S+?)\) +\| (.*?) \|/gm)];
	const named = rows.flatMap(([, file = '', steps = '']) =>
		(steps.match(/\w+/g) ?? []).map((step) => [step, file] as const),
	);
	const listed = new Set(['ITEM', 'REQUEST', 'SUB_NODE'].flatMap(stepsOf));
	expect(named.map(([step]) => step).sort()).toEqual([...listed].sort());
	for (const [step, file] of named) {
		expect(read(file)).toMatch(new RegExp(`^(?:export )?const ${step}: \\w*Step`, 'm'));
	}
});
