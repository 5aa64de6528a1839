import type { PGlite } from '@electric-sql/pglite';

import { proofCases } from './cases';
import { rounds } from '../../../rounds';
import { compareWithSql } from './compare';
import { openDatabase } from './sql';

let db: PGlite;
beforeAll(async () => {
	({ db } = await openDatabase());
});
afterAll(async () => await db.close());

describe('every figure of a report is what SQL makes of the same entries', () => {
	it.each(
		proofCases().map((proof) => ({
			...proof,
			entries: Math.min(proof.entries, rounds(500, 5_000)),
			title: `${proof.period} in ${proof.zone} at ${proof.now} (${proof.change ?? 'no change of clocks'})`,
		})),
	)('$title, $entries entries', async (proof) => {
		const { differences, figures, entries } = await compareWithSql(db, proof);
		expect(differences).toEqual([]);
		expect(figures).toBeGreaterThan(60);
		expect(entries).toBeGreaterThan(proof.entries * 0.9);
	});
});
