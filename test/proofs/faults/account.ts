import type { LocalService } from '../../service/service';
import { LOADS, type LoadName } from './loads';
import type { Outcome } from './outcome';

export interface KindCount {
	/** Requests that met it. */
	met: number;
	/** Of those: served all the same. */
	processed: number;
	charged: number;
}

/** What became of the items of one load. */
export interface LoadCount {
	answered: number;
	/** Ended with an error and were not charged. */
	free: number;
	/** Ended with an error that says that they may have been charged, and were. */
	lost: number;
}

export interface FaultReport {
	calls: number;
	items: number;
	answered: number;
	explained: number;
	byKind: Record<string, KindCount>;
	byLoad: Partial<Record<LoadName, LoadCount>>;
	charges: number;
	/** Items with more than one charge. */
	chargedTwice: number;
	/** Items that were charged and whose answer was lost; each error says so. */
	lost: number;
	/** Answers of the block after too many failures. */
	blocked: number;
	seconds: number;
}

export type Account = Omit<FaultReport, 'seconds'>;

/** The run counted, item by item against the service's ledger, and every fact that must not be, in words. */
export function account(
	service: Pick<LocalService, 'journal' | 'ledger' | 'unexpected'>,
	outcomes: readonly Outcome[],
): { counted: Account; wrong: string[] } {
	const wrong = service.unexpected.map((text) => `unexpected: ${text}`);
	const charges = new Map<string, string[]>();
	const booked = new Set(service.ledger.map(({ requestId }) => requestId));
	for (const { charge, path, rawBody } of service.journal) {
		if (charge === undefined) continue;
		const mark = /\bm\d{6}\b/.exec(rawBody ?? '')?.[0];
		if (mark === undefined) wrong.push(`${path} was charged and belongs to no item`);
		else charges.set(mark, [...(charges.get(mark) ?? []), charge]);
		if (!booked.delete(charge)) wrong.push(`${charge} is noted twice, or not in the ledger`);
	}
	for (const left of booked) wrong.push(`${left} is in the ledger and belongs to no request`);
	const byLoad: FaultReport['byLoad'] = {};
	let lost = 0;
	for (const outcome of outcomes) {
		const { load, mark, end, said } = outcome;
		const count = (byLoad[load] ??= { answered: 0, free: 0, lost: 0 });
		const times = charges.get(mark)?.length ?? 0;
		charges.delete(mark);
		const who = `${load} ${mark}`;
		if (end === 'silent') wrong.push(`${who} is neither answered nor explained: ${said.message}`);
		if (times > 1) wrong.push(`${who} was charged ${times} times`);
		if (end === 'answered' && times !== (LOADS[load].paid ? 1 : 0)) {
			wrong.push(`${who} was answered and charged ${times} times`);
		}
		if (end === 'answered') count.answered += 1;
		if (end !== 'explained') continue;
		if (times === 0) {
			count.free += 1;
			continue;
		}
		count.lost += 1;
		lost += 1;
		// Where a run goes on after failures, only the message reaches the next node.
		if (!/charged/.test(said.message)) {
			wrong.push(`${who} was charged, and its error does not say so: ${said.message}`);
		}
	}
	for (const mark of charges.keys()) wrong.push(`${mark} was charged and is no item`);
	const counted = {
		calls: service.journal.length,
		items: outcomes.length,
		answered: outcomes.filter(({ end }) => end === 'answered').length,
		explained: outcomes.filter(({ end }) => end === 'explained').length,
		byKind: byKind(service.journal),
		byLoad: Object.fromEntries(Object.entries(byLoad).sort(([a], [b]) => (a < b ? -1 : 1))),
		charges: service.ledger.length,
		chargedTwice: wrong.filter((text) => /was charged \d+ times/.test(text)).length,
		lost,
		blocked: service.journal.filter(({ blocked }) => blocked).length,
	};
	return { counted, wrong };
}

function byKind(journal: LocalService['journal']): Record<string, KindCount> {
	const kinds: Record<string, KindCount> = {};
	for (const { fault, charge } of journal) {
		if (!fault) continue;
		const kind = (kinds[fault.kind] ??= { met: 0, processed: 0, charged: 0 });
		kind.met += 1;
		if (fault.processed) kind.processed += 1;
		if (charge !== undefined) kind.charged += 1;
	}
	return Object.fromEntries(Object.entries(kinds).sort(([a], [b]) => (a < b ? -1 : 1)));
}
