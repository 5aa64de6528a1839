import { readFileSync } from 'node:fs';

interface Row {
	limit: number;
	refused: number;
	givenUp: number;
	ratio: number;
}

it('the page about processes that share a key shows the committed figures', () => {
	const { rows } = JSON.parse(readFileSync('docs/cluster.json', 'utf8')) as { rows: Row[] };
	const [, shipped = ''] = readFileSync('docs/cluster.md', 'utf8').split(
		/^## Measured$|^## What is not reached$/m,
	);
	const shown = shipped
		.split('\n')
		.filter((line) => /^\| .* \| (?:20|60|500) +\|/.test(line))
		.flatMap((line) => line.split('|').slice(3, -1))
		.map((cell) => cell.trim());
	expect(shown).toEqual(
		rows.map(({ refused, givenUp, ratio }) => `${refused} / ${givenUp} / ${ratio.toFixed(2)}`),
	);
});
