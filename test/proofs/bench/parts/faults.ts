import { setTimeout as pause } from 'node:timers/promises';
import '../../faults/ownFolder';
import type { RunNodeResult } from '../../../engine/runNode';
import { chaosFault } from '../../../service/chaosFaults';
import type { Fault } from '../../../service/faults';
import { type LocalService, startService } from '../../../service/service';
import { plenty } from '../../faults/paidOperations';
import { answered, NODE_WAYS, type NodeWay } from '../ways';

const ITEMS = 20;
const TIMEOUT_MS = 4_000;
/** An answer takes so long that the time is up, and not so long that nobody waits for it. */
const SLOW_MS = 2 * TIMEOUT_MS;
const LIMIT_MS = 5_000;

const first = (kind: '500' | 'resetAfter'): Fault =>
	chaosFault(kind, { path: '' }, { now: Date.now(), a: 0, b: 0 });

/** What happens to one item, each in an execution of its own, or to one of the items of an execution. */
const TROUBLES: Record<string, { items: number; make: (service: LocalService) => void }> = {
	lost: { items: 1, make: (service) => service.fault(first('resetAfter')) },
	slow: { items: 1, make: (service) => service.fault({ delayMs: SLOW_MS }) },
	failed: { items: 1, make: (service) => service.fault(first('500')) },
	limited: { items: 1, make: limit },
	failedAmong: {
		items: ITEMS,
		make: (service) => {
			service.fault({ delayMs: 0, times: ITEMS / 2 });
			service.fault(first('500'));
		},
	},
};

/** Refuses everything for some seconds, and says when that ends. */
function limit(service: LocalService): void {
	const end = Date.now() + LIMIT_MS;
	const a = LIMIT_MS / 5_000 - 0.01;
	service.fault({ ...chaosFault('429', { path: '' }, { now: Date.now(), a, b: 0 }), times: 1_000 });
	setTimeout(() => service.clearFaults(), end - Date.now());
}

export interface FaultCount {
	items: number;
	answered: number;
	/** Items with more than one charge. */
	paidTwice: number;
	/** Items with a charge and without an answer. */
	lost: number;
	/** Of those: whose error says that they may have been charged. */
	named: number;
}

/** One execution, as n8n runs it with its usual *Retry On Fail*, counted by the ledger. */
async function play(way: NodeWay, { items, make }: (typeof TROUBLES)[string]): Promise<FaultCount> {
	const service = await startService({ limits: { L: plenty } });
	make(service);
	const target = { url: service.url, key: service.keys.user, model: 'text-code' };
	const retryOnFail = { maxTries: 3, waitBetweenTries: 1_000 };
	const run = await way(target, items, { retryOnFail, timeoutMs: TIMEOUT_MS });
	// What the service still works on is charged too.
	await pause(SLOW_MS);
	const charges = chargesByItem(service);
	await service.close();
	const came = answered(run);
	const lost = Math.max(0, charges.length - came);
	return {
		items,
		answered: came,
		paidTwice: charges.filter((times) => times > 1).length,
		lost,
		named: /charged/.test(wordsOf(run)) ? lost : 0,
	};
}

const wordsOf = ({ error }: RunNodeResult) => error?.message ?? '';

/** How often each item was charged, of those that were. */
function chargesByItem({ journal }: LocalService): number[] {
	const marks = journal.flatMap(({ charge, rawBody }) =>
		charge === undefined ? [] : [/Item \d+/.exec(rawBody ?? '')?.[0]],
	);
	return [...new Set(marks)].map((mark) => marks.filter((one) => one === mark).length);
}

/** Each trouble for each way: 20 items, each in an execution of its own, or all in one. */
async function main(): Promise<void> {
	const report: Record<string, Record<string, FaultCount>> = {};
	for (const [trouble, how] of Object.entries(TROUBLES)) {
		for (const [name, way] of Object.entries(NODE_WAYS)) {
			const total = { items: 0, answered: 0, paidTwice: 0, lost: 0, named: 0 };
			const runs = Array.from({ length: ITEMS / how.items }, async () => await play(way, how));
			for (const count of await Promise.all(runs)) {
				for (const key of Object.keys(total) as Array<keyof FaultCount>) total[key] += count[key];
			}
			(report[trouble] ??= {})[name] = total;
		}
	}
	const figures = { items: ITEMS, timeoutMs: TIMEOUT_MS, slowMs: SLOW_MS, limitMs: LIMIT_MS };
	process.stdout.write(`${JSON.stringify({ ...figures, troubles: report })}\n`);
	process.exit();
}

void main();
