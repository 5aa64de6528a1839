import type { PGlite } from '@electric-sql/pglite';

import type { ProofCase } from './cases';
import { TOP } from './made';
import { changes, products, requests, slotRequests, slots, totals } from './queries';
import { borders } from './sql';

/** One figure of a report by its name, as text: every digit counts. */
export type Figures = Map<string, string>;

/** Every figure of the report of a case, by SQL over the entries that were loaded. */
export async function expectedFigures(db: PGlite, proof: ProofCase): Promise<Figures> {
	const { zone } = proof;
	const { current, before } = await borders(db, proof.period, proof.now, zone);
	const figures: Figures = new Map();
	const put = (name: string, value: string | null | undefined) =>
		figures.set(name, value ?? 'null');
	put('current', current.join(' '));
	put('before', before.join(' '));
	const money = (name: string, row: Record<string, string | null>) => {
		for (const kind of ['spend', 'refunds', 'net', 'entries']) put(`${name} ${kind}`, row[kind]);
	};
	const counts = (name: string, row: Record<string, string | null>) => {
		for (const kind of ['calls', 'prompt', 'completion']) put(`${name} ${kind}`, row[kind]);
	};
	for (const row of await totals(db, current)) money(`${row.currency}`, row);
	for (const row of await totals(db, before)) {
		for (const kind of ['spend', 'refunds', 'net'])
			put(`${row.currency} before ${kind}`, row[kind]);
	}
	for (const row of await requests(db, current)) counts(row.currency || 'all', row);
	for (const row of await changes(db, current, before)) {
		put(`${row.currency} change`, row.absolute);
		put(`${row.currency} percent`, row.percent);
	}
	for (const row of await products(db, current)) {
		if (Number(row.place) > TOP) continue;
		const name = `${row.currency} #${row.place} ${row.sku}`;
		money(name, row);
		put(`${name} units`, row.units);
		put(`${name} calls`, row.calls);
	}
	for (const unit of ['day', 'hour'] as const) {
		for (const row of await slots(db, current, zone, unit))
			money(`${row.currency} ${row.slot}`, row);
		for (const row of await slotRequests(db, current, zone, unit)) {
			counts(`${row.currency} ${row.slot}`, row);
		}
	}
	return figures;
}
