import type { PGlite } from '@electric-sql/pglite';

import { Big } from 'big.js';

import { exactText } from '../../../../lib/billing/amount';
import type { ProofCase } from './cases';
import { expectedFigures, type Figures } from './expected';
import { madeReport, type MadeReport } from './made';
import { reportedFigures } from './reported';
import { load } from './sql';

export interface ProofResult {
	entries: number;
	figures: number;
	/** Each figure that is not the same to the last digit, with both values. */
	differences: string[];
	made: MadeReport;
}

/** Makes the report of a case and compares every figure of it with SQL over the same entries. */
export async function compareWithSql(
	db: PGlite,
	proof: ProofCase,
	made?: MadeReport,
): Promise<ProofResult> {
	const report = made ?? (await madeReport(proof));
	const entries = await load(db, report.history());
	const [expected, reported] = [await expectedFigures(db, proof), reportedFigures(report)];
	const others = othersDiffer(report, expected);
	return {
		entries,
		figures: expected.size,
		differences: [...differencesOf(expected, reported), ...others],
		made: report,
	};
}

function differencesOf(expected: Figures, reported: Figures): string[] {
	const names = new Set([...expected.keys(), ...reported.keys()]);
	return [...names].flatMap((name) => {
		const [sql, own] = [expected.get(name), reported.get(name)];
		return sql !== undefined && own !== undefined && isSame(name, sql, own)
			? []
			: [`${name}: SQL ${sql}, report ${own}`];
	});
}

/** Units are given as the nearest number; all else as text with every digit. */
function isSame(name: string, sql: string, own: string): boolean {
	return name.endsWith(' units') ? Number(sql) === Number(own) : sql === own;
}

/** The products that are put together must be what is left of the total. */
function othersDiffer({ report }: MadeReport, expected: Figures): string[] {
	return (report.byProduct ?? []).flatMap((row) => {
		if (row.product !== null) return [];
		const named = [...expected].filter(
			([name]) => name.startsWith(`${row.currency} #`) && name.endsWith(' spend'),
		);
		const whole = new Big(expected.get(`${row.currency} spend`) ?? 'none');
		const rest = named.reduce((sum, [, spend]) => sum.minus(spend), whole);
		return rest.eq(row.spend) ? [] : [`${row.currency} others: ${exactText(row.spend)}`];
	});
}
