import { readdirSync, readFileSync } from 'node:fs';

import { STEPS } from '../../lib/wire/steps';

const page = readFileSync('docs/maintainers/development.md', 'utf8');

/** The rows of the table under a head: the cells of each. */
function rowsUnder(head: string): string[][] {
	const [, rest = ''] = page.split(`${head}\n`);
	const [, ...rows] = (rest.split('\n\n')[0] ?? '').split('\n');
	return rows.map((row) =>
		row
			.split('|')
			.map((cell) => cell.trim())
			.slice(1, -1),
	);
}

const REQUEST =
	"| Step | An item's request | A sub-node's call | A free look-up | The test of a credential | The promise |";
const ITEM = '| Step | The promise |';
const LINK = /^\[`(\w+)`\]\(\.\.\/\.\.\/(\S+)\)$/;

it('the development page shows the steps of each request in order, and who goes through each of them', () => {
	const shown = rowsUnder(REQUEST).map(([step = '', ...cells]) => [
		LINK.exec(step)?.[1],
		...cells.slice(0, 4),
	]);
	const cross = (isTaken: boolean) => (isTaken ? 'x' : '');
	const steps = Object.entries(STEPS).map(([name, { item, subNode, lookUp, test }]) => [
		name,
		...[item, subNode, lookUp, test].map(cross),
	]);
	expect(shown).toEqual(steps);
});

it('the development page shows the steps of an item in order', () => {
	const code = readFileSync('lib/run/chain.ts', 'utf8');
	const [, list = ''] = /ITEM_STEPS: .*? = \[(.*?)\]/s.exec(code) ?? [];
	const shown = rowsUnder(ITEM).map(([step = '']) => LINK.exec(step)?.[1]);
	expect(shown.length).toBeGreaterThan(5);
	expect(shown).toEqual(list.match(/\w+/g));
});

it('the development page names the file of each step', () => {
	for (const [step = ''] of [...rowsUnder(REQUEST), ...rowsUnder(ITEM)]) {
		const [, name = '', file = ''] = LINK.exec(step) ?? [];
		expect(readFileSync(file, 'utf8')).toMatch(
			new RegExp(`^(?:export )?const ${name}: \\w*Step`, 'm'),
		);
	}
});

it('nothing but the table and the list of an item puts steps in order', () => {
	const files = ['lib', 'nodes', 'credentials'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => `${folder}/${file}`),
	);
	const chaining = files.filter((file) => /\bchainSteps\(/.test(readFileSync(file, 'utf8')));
	expect(chaining).toEqual(['lib/run/chain.ts', 'lib/wire/steps.ts']);
});
