import { readFileSync } from 'node:fs';

import { shortCases } from './cases';
import { digestOf, othersDiffer } from './compare';
import { madeReport } from './made';
import { reportedFigures } from './reported';

/** What `npm run report-proof` had SQL compute; it names the figures that differ. */
const BY_SQL = JSON.parse(readFileSync('test/fixtures/figuresBySql.json', 'utf8'));

it.each(shortCases())(
	'every figure of a report is what SQL makes of the same entries: $title, $entries entries',
	async ({ title, ...proof }) => {
		const made = await madeReport(proof);
		const figures = reportedFigures(made);
		expect(figures.size).toBeGreaterThan(60);
		expect(othersDiffer(made, figures)).toEqual([]);
		expect(digestOf(figures)).toBe(BY_SQL[title]);
	},
);
