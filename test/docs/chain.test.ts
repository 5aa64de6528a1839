import { readFileSync } from 'node:fs';

const read = (path: string) => readFileSync(path, 'utf8');

it.each([
	['ITEM', 'Each item'],
	['REQUEST', 'Each of its requests'],
	['SUB_NODE', 'Each call of an AI sub-node'],
])('the development page lists the steps of %s in the order of the code', (list, row) => {
	const [, code = ''] =
		new RegExp(`${list}: .*? = \\[(.*?)\\]`, 's').exec(read('lib/chain/chain.ts')) ?? [];
	const steps = code.match(/\w+/g)?.map((step) => `\`${step}\``);
	expect(steps?.length).toBeGreaterThan(5);
	expect(read('docs/development.md')).toContain(`| ${row} | ${steps?.join(' → ')} |`);
});
