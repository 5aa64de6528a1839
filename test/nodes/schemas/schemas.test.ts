import type { INodeType } from 'n8n-workflow';
import { outcomeByKey } from '../../../nodes/InferenceUsageTrigger/handOver';
import { InferenceUsageTrigger } from '../../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import { takeRun } from '../../coverage/fullRun';
import { HISTORY_FROM } from '../../coverage/runs/account';
import { runPoll } from '../../engine/runPoll';
import { menuEntries } from '../parameters';
import { REGISTERED } from '../registered';
import { withService } from '../withService';
import { ADDED_FACTS } from './addedFacts';
import { ALL_RUNS } from './allRuns';
import { readSchema, schemaFile, schemaPath, schemaPaths, writeSchema } from './files';

const world = withService({
	history: { entries: 40, from: HISTORY_FROM, stepMs: 1000 },
	// The schemas name fields as the specification does.
	namePrefix: 'service',
});
const outputs = new Map<string, unknown[]>();
/** Runs that have put their output into `outputs`. One that failed leaves its schema incomplete: then none is written. */
let runsSeen = 0;

const folderOf = ({ constructor }: INodeType) => constructor.name;
const note = (
	node: INodeType,
	resource: string | undefined,
	operation: string,
	items: unknown[],
) => {
	runsSeen += 1;
	const path = schemaPath(folderOf(node), resource, operation);
	outputs.set(path, [...(outputs.get(path) ?? []), ...items]);
};

/** What the runs of the coverage page leave out. */
const wallet = new InferenceX402();
const WALLET_RUNS = [
	{ resource: 'balance', operation: 'topUp', maxAmount: 10, dryRun: true },
	{ resource: 'balance', operation: 'topUp', maxAmount: 10, dryRun: false },
	{ resource: 'balance', operation: 'get' },
	{ resource: 'transaction', operation: 'getAll' },
	{ resource: 'paymentOption', operation: 'getAll' },
];

/** Of one operation, where it is named, as in `OPERATION=speech/generate`. */
const isAsked = (path: string) => path.includes(process.env.OPERATION ?? '');

const RUNS = [...ALL_RUNS, ...ADDED_FACTS]
	.flatMap((all) => all.runs.map((run) => ({ node: all.node, run })))
	.filter(({ node, run }) => isAsked(schemaPath(folderOf(node), run.resource, run.operation)));

describe('the outputs of all operations', () => {
	it.each(RUNS)('are seen: $run.resource $run.operation, $run.name', async ({ node, run }) => {
		const { output } = await takeRun(world, node, run);
		note(node, run.resource, run.operation, output);
	});

	it('are seen: a wallet', async () => {
		for (const parameters of WALLET_RUNS) {
			const access = world.walletAccess();
			const result = await world.run({ ...access, node: wallet, parameters });
			expect(result.error).toBeUndefined();
			const items = result.outputs[0]?.map(({ json }) => json) ?? [];
			note(wallet, parameters.resource, parameters.operation, items);
		}
	});
});

describe('the output of the trigger', () => {
	it('is seen: an entry that is replayed', async () => {
		const poll = {
			...world.access,
			node: new InferenceUsageTrigger(),
			parameters: { pastCharges: 'all', options: { replayUnfinished: true } },
		};
		const { staticData } = await runPoll(poll);
		outcomeByKey.clear();
		const { items } = await runPoll({ ...poll, staticData });
		expect(items?.[0]?.json).toMatchObject({ replayed: true });
		note(poll.node, undefined, '', items?.map(({ json }) => json) ?? []);
	});

	it('is seen: an alert, which is later than the example of a test', async () => {
		const { items } = await runPoll({
			...world.access,
			node: new InferenceUsageTrigger(),
			parameters: { emit: 'threshold', threshold: 1e-7, period: 'month', pastCharges: 'all' },
		});
		expect(items?.[0]?.json).toMatchObject({ passedAt: expect.any(String) as string });
		note(new InferenceUsageTrigger(), undefined, '', items?.map(({ json }) => json) ?? []);
	});
});

describe('the output schemas that n8n shows before the first run', () => {
	it('have every field that comes out, and no other', async () => {
		// Of the wallet's runs, and of the trigger.
		expect(runsSeen).toBe(RUNS.length + WALLET_RUNS.length + 2);
		const outdated: string[] = [];
		for (const [path, items] of outputs) {
			if (!isAsked(path)) continue;
			const content = await schemaFile(path, items);
			if (process.env.SCHEMAS === 'write') writeSchema(path, content);
			if (readSchema(path) !== content) outdated.push(path);
		}
		if (outdated.length === 0) return;
		throw new Error(`Out of date, run npm run proof -- schemas and commit: ${outdated.join(', ')}`);
	});

	it('are there for every operation of every action node, and for the trigger', () => {
		const wanted = REGISTERED.map(({ create }) => create())
			.filter(({ supplyData }) => supplyData === undefined)
			.flatMap((node) => {
				if (node.poll) return [schemaPath(folderOf(node), undefined, '')];
				return menuEntries(node.description.properties).map(({ resource, option }) =>
					schemaPath(folderOf(node), resource && String(resource.value), String(option.value)),
				);
			});
		expect(schemaPaths().sort()).toEqual([...new Set(wanted)].sort());
	});

	it.each(schemaPaths())('%s has fields and a version', (path) => {
		const schema = JSON.parse(readSchema(path)) as Record<string, unknown>;
		expect(schema).toMatchObject({ type: 'object', version: expect.any(Number) });
		expect(Object.keys(schema.properties as object).length).toBeGreaterThan(0);
	});
});
