import type { INodeExecutionData } from 'n8n-workflow';

import { clock } from '../../../lib/core/clock';
import { runNode, type RunNodeOptions, type RunNodeResult } from '../../engine/runNode';
import { inGroups, withOptions } from '../../engine/withOptions';
import { files, itemWith } from '../../coverage/given';
import type { PaidCase } from '../../nodes/cost/paidCases';
import { CHAOS_KINDS, chaosFault, type ChaosKind } from '../../service/chaosFaults';
import type { Fault } from '../../service/faults';
import { OPERATIONS, PAID_PATH, type PaidWorld, playAll } from './paidOperations';

/** Among them what takes an answer away after its call was charged. */
const FAULTS: ChaosKind[] = [...CHAOS_KINDS, 'offline', 'gone', 'stalled'];

/** How n8n runs a node again: not at all, for Retry On Fail, or for its button Retry, of a node with Retry On Fail. */
export const WAYS = ['plain', 'retryOnFail', 'button'] as const;

/** What the service charged for one item whose answers were in trouble, and what was said of it; `said` is empty for one that was answered. */
export interface Lost {
	charged: number;
	said: string;
	/** Whether the last run said the same as the first. */
	same: boolean;
	hung: boolean;
}

/** No run of one item lasts so long by a clock on the wall. */
const HANG_MS = 60_000;

/** Loses every paid answer of a run, lets n8n run it again in that way, and reports the charges. */
export async function loseAnswers(
	world: PaidWorld,
	paid: PaidCase,
	loss: ChaosKind,
	way: (typeof WAYS)[number],
	settings: Record<string, unknown> = {},
): Promise<Lost> {
	// Only where it must run out, so that a busy machine is not taken for a fault.
	const timeout = loss === 'stalled' ? 1 : 30;
	const trouble = chaosFault(loss, { path: '' }, { now: clock.now(), a: 0, b: 0.5 });
	return await meet(world, paid, { kind: loss, ...trouble }, way, { timeout, ...settings });
}

/** The item of a paid operation. */
export const itemFor = ({ file }: PaidCase): INodeExecutionData[] =>
	itemWith(file === undefined ? {} : { data: files[file] });

/** Makes the same trouble of every paid answer of a run, lets n8n run it again in that way, and reports the charges. */
export async function meet(
	{ service, access }: PaidWorld,
	paid: PaidCase,
	trouble: Fault,
	way: (typeof WAYS)[number],
	settings: Record<string, unknown> = {},
): Promise<Lost> {
	const { node, parameters } = paid;
	const items = itemFor(paid);
	const run = async (more: Partial<RunNodeOptions> = {}) =>
		await runNode({
			...{ ...access, node, items, executionId: 'first', ...more },
			parameters: withOptions(parameters, inGroups(settings)),
		});
	service.fault({ ...trouble, path: PAID_PATH, method: 'POST', times: 99 });
	const first = await guarded(run(way === 'retryOnFail' ? { retryOnFail: { maxTries: 3 } } : {}));
	if (first === undefined)
		return { charged: service.ledger.length, said: '', same: false, hung: true };
	let last: RunNodeResult | undefined = first;
	// n8n retries only what failed.
	if (way === 'button' && first.error !== undefined) {
		const button = { keptData: first.keptData, mode: 'retry', executionId: 'again' } as const;
		last = await guarded(run({ ...button, retryOnFail: { maxTries: 3 } }));
	}
	const [before = '', said = ''] = [first, last].map((one) => one?.error?.message);
	return { charged: service.ledger.length, said, same: said === before, hung: last === undefined };
}

async function guarded<T>(work: Promise<T>): Promise<T | undefined> {
	let timer: NodeJS.Timeout | undefined;
	const over = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), HANG_MS);
	});
	return await Promise.race([work, over]).finally(() => clearTimeout(timer));
}

interface LostReport {
	operations: number;
	faults: number;
	ways: number;
	runs: number;
	/** Runs that ended with an answer, and those that were charged and ended with an error that says so. */
	answered: number;
	named: number;
	paidTwice: number;
	hung: number;
}

/** What came of every paid operation under every fault in every way, and each row that must not be. */
export async function lostRun(): Promise<{ report: LostReport; wrong: string[] }> {
	const cases = OPERATIONS.flatMap((paid) =>
		FAULTS.flatMap((fault) => WAYS.map((way) => ({ paid, fault, way }))),
	);
	const rows: Array<{ lost: Lost; name: string; isPaidTwice: boolean }> = [];
	await playAll(cases, async (world, { paid, fault, way }) => {
		const lost = await loseAnswers(world, paid, fault, way);
		const isPaidTwice = lost.charged > (paid.calls ?? 1);
		rows.push({ lost, name: `${paid.name}, ${fault}, ${way}`, isPaidTwice });
	});
	const count = (is: (lost: Lost) => boolean) => rows.filter(({ lost }) => is(lost)).length;
	const report = {
		...{ operations: OPERATIONS.length, faults: FAULTS.length, ways: WAYS.length },
		...{ runs: rows.length, answered: count(({ said }) => said === '') },
		named: count((lost) => lost.charged === 1 && isNamed(lost)),
		paidTwice: rows.filter(({ isPaidTwice }) => isPaidTwice).length,
		hung: count((lost) => lost.hung),
	};
	const isWrong = ({ lost, isPaidTwice }: (typeof rows)[number]) =>
		lost.hung ||
		isPaidTwice ||
		(lost.charged === 0 ? lost.said === '' : lost.said !== '' && !isNamed(lost));
	const wrong = rows.filter(isWrong);
	return { report, wrong: wrong.map(({ name, lost }) => `${name}: ${JSON.stringify(lost)}`) };
}

/** Whether the error says that money may be gone. */
function isNamed({ said }: Lost): boolean {
	return /charged/.test(said);
}
