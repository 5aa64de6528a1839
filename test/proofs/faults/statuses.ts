import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { runNode } from '../../engine/runNode';
import { inGroups, withOptions } from '../../engine/withOptions';
import { canDiffer, type PaidCase } from '../../nodes/cost/paidCases';
import type { Fault } from '../../service/faults';
import { GAVE_UP, NOT_AT_ORIGIN, NOT_PROCESSED, SAFE, STOPPED_ON_THE_WAY } from '../../statusFacts';
import { itemFor, meet } from './lostAnswers';
import { OPERATIONS, PAID_PATH, type PaidWorld, playAll } from './paidOperations';
import { STATUSES } from './statusList';

/** Whose words come with a status: the service's own refusal, the page of something in between, or nobody's. */
export const FORMS = ['json', 'page', 'empty'] as const;
type Form = (typeof FORMS)[number];

/** How an item is run: as n8n may run it again, the button after a run without Retry On Fail, or with others under a cap. */
export const RUNS = ['retryOnFail', 'button', 'cap'] as const;

export interface StatusCell {
	paid: PaidCase;
	status: number;
	form: Form;
	way: (typeof RUNS)[number];
}

/** Whether nothing is charged for a call that ends so. */
function isFree({ status, form }: StatusCell): boolean {
	if ([...SAFE, ...NOT_AT_ORIGIN, ...NOT_PROCESSED].includes(status)) return true;
	if (GAVE_UP.includes(status)) return false;
	return form === 'json' ? status < 500 : STOPPED_ON_THE_WAY.includes(status);
}

const BODIES: Record<Form, (status: number) => Pick<Fault, 'body' | 'contentType'>> = {
	json: (status) => ({ body: { error: `This call ended with ${status}` } }),
	page: (status) => ({
		body: `<!DOCTYPE html><html><head><title>service.example | ${status}: It took too long</title></head></html>`,
		contentType: 'text/html; charset=UTF-8',
	}),
	empty: () => ({ body: '', contentType: 'text/plain' }),
};

/** The fault of a cell: a call that may be charged is served and charged before its answer is replaced. */
const faultOf = (cell: StatusCell): Fault => ({
	kind: `${cell.status} ${cell.form}`,
	status: cell.status,
	...BODIES[cell.form](cell.status),
	processed: !isFree(cell),
});

/** What must not be in a cell, in words; nothing where the ledger agrees with what the user was told. */
export async function wrongIn(
	world: PaidWorld,
	cell: StatusCell,
	estimate: number | null,
): Promise<string | undefined> {
	const seen =
		cell.way === 'cap' ? await underCap(world, cell, estimate) : await again(world, cell);
	const name = `${cell.paid.name}, ${cell.status} ${cell.form}, ${cell.way}`;
	return seen === undefined ? undefined : `${name}: ${seen}`;
}

const HUNG = 'still running after a minute';
const MAY = /may have been charged/;

async function again(world: PaidWorld, cell: StatusCell): Promise<string | undefined> {
	const way = cell.way === 'button' ? 'button' : 'retryOnFail';
	const { charged, said, hung } = await meet(world, cell.paid, faultOf(cell), way);
	if (hung) return HUNG;
	if (said === '') return 'ended without an error';
	if (charged !== (isFree(cell) ? 0 : 1)) return `charged ${charged} times: ${said}`;
	return MAY.test(said) === isFree(cell)
		? `charged ${charged} times, and said: ${said}`
		: undefined;
}

const ITEMS = 4;
/** So many calls fit under the cap, by what they are estimated at. */
const FIT = 2.5;

/** Several items under a cap that fewer of them fit under; a call whose price is not known does not. */
async function underCap(
	world: PaidWorld,
	cell: StatusCell,
	estimate: number | null,
): Promise<string | undefined> {
	const { ledger } = world.service;
	world.service.fault({ ...faultOf(cell), path: PAID_PATH, method: 'POST', times: 99 });
	const maxCostPerRun = FIT * (estimate ?? 1);
	const length = canDiffer(cell.paid) ? ITEMS : 1;
	const items = Array.from({ length }, () => itemFor(cell.paid)).flat();
	const made = await runAlone(world, cell.paid, items, { maxCostPerRun });
	const said = made.map(({ error }) => (typeof error === 'string' ? error : ''));
	const isSent = !isFree(cell) && estimate !== null;
	const spent = ledger.reduce((sum, { usd }) => sum + usd, 0);
	const named = said.filter((one) => MAY.test(one)).length;
	const isKnown = named === ledger.length && !said.includes('');
	if (ledger.length > 0 === isSent && spent <= maxCostPerRun && isKnown) return undefined;
	return `charged ${ledger.length} times, ${spent} of ${maxCostPerRun}, and said: ${said.join(' | ')}`;
}

/** Runs items that are sent one by one, and go on after an error; gives their output. */
async function runAlone(
	{ access }: PaidWorld,
	{ node, parameters }: PaidCase,
	items: INodeExecutionData[],
	limits: INodeParameters,
): Promise<IDataObject[]> {
	const combines = node.description.properties.some(({ options = [] }) =>
		options.some(({ name }) => name === 'combineItems'),
	);
	const more = { ...inGroups(limits), ...(combines && { combineItems: false }) };
	const { outputs } = await runNode({
		...{ ...access, node, items, continueOnFail: 'continueRegularOutput' },
		parameters: withOptions(parameters, more),
	});
	return (outputs[0] ?? []).map(({ json }) => json);
}

/** What one call of an operation is estimated at, in US dollars; null where its price is not known before it. */
export async function estimateOf(world: PaidWorld, paid: PaidCase): Promise<number | null> {
	const [made] = await runAlone(world, paid, itemFor(paid), { dryRun: true });
	const { amount } = Object(made?.estimate) as { amount?: number };
	return amount ?? null;
}

interface StatusReport {
	operations: number;
	statuses: number;
	forms: number;
	ways: number;
	runs: number;
	/** How many took too long beside others, and were played again alone. */
	again: number;
	wrong: number;
}

/** Every paid operation, every status in every form, run in every way. */
export async function statusRun(): Promise<{ report: StatusReport; wrong: string[] }> {
	const estimates = new Map<PaidCase, number | null>();
	await playAll(OPERATIONS, async (world, paid) => {
		estimates.set(paid, await estimateOf(world, paid));
	});
	const cells = OPERATIONS.flatMap((paid) =>
		STATUSES.flatMap((status) =>
			FORMS.flatMap((form) => RUNS.map((way) => ({ paid, status, form, way }))),
		),
	);
	const wrong: string[] = [];
	const slow: StatusCell[] = [];
	await playAll(cells, async (world, cell) => {
		const found = await wrongIn(world, cell, estimates.get(cell.paid) ?? null);
		if (found?.endsWith(HUNG) === true) slow.push(cell);
		else if (found !== undefined) wrong.push(found);
	});
	// Alone, as a busy machine takes longer for twelve at once.
	for (const cell of slow) {
		await playAll([cell], async (world) => {
			const found = await wrongIn(world, cell, estimates.get(cell.paid) ?? null);
			if (found !== undefined) wrong.push(found);
		});
	}
	const report = {
		...{ operations: OPERATIONS.length, statuses: STATUSES.length, forms: FORMS.length },
		...{ ways: RUNS.length, runs: cells.length, again: slow.length },
		wrong: wrong.length,
	};
	return { report, wrong };
}
