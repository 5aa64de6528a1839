import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { typed } from '../../coverage/given';
import type { RunNodeOptions, RunNodeResult } from '../../engine/runNode';
import { inGroups, withOptions } from '../../engine/withOptions';
import { withService } from '../withService';
import { chat } from './paidCases';

const world = withService();
const ask = { prompt: 'What is new?', model: typed('text-basic'), options: { stream: false } };
const items = (count: number) => Array.from({ length: count }, (_, at) => ({ json: { at } }));
let executions = 0;
const newId = () => `execution-${++executions}`;

const run = async (
	executionId: string,
	settings: object,
	more: Partial<RunNodeOptions> = {},
): Promise<RunNodeResult> =>
	await world.run({
		...{ node: chat, executionId, items: items(5), continueOnFail: 'continueRegularOutput' },
		parameters: withOptions(ask, inGroups(settings)),
		...more,
	} as RunNodeOptions);
/** Started as a sub-workflow by an execution, which a third one may have started. */
const startedBy = (executionId: string, grandparent?: string): Partial<RunNodeOptions> => ({
	parentExecution: {
		...{ executionId, workflowId: 'parent' },
		...(grandparent && { executionContext: { parentExecutionId: grandparent } as never }),
	},
});
const priceOfOne = async () => {
	await run(newId(), {}, { items: items(1) });
	const { spent } = world;
	world.service.reset();
	return spent;
};

describe('sub-workflows spend with the execution that starts them', () => {
	it.each([
		['before it has spent anything', false],
		['after it has spent', true],
	])('one cap holds for all of them, %s', async (_when, spendsFirst) => {
		const one = await priceOfOne();
		const [root, cap] = [newId(), { maxCostPerRun: one * 7.5 }];
		if (spendsFirst) await run(root, cap, { items: items(2) });
		for (let count = 0; count < 4; count++) await run(newId(), cap, startedBy(root));
		expect(world.service.ledger).toHaveLength(7);
		if (!spendsFirst) await run(root, cap);
		expect(world.service.ledger).toHaveLength(7);
	});

	it('also those of a sub-workflow that spends nothing itself', async () => {
		const one = await priceOfOne();
		const [root, cap] = [newId(), { maxCostPerRun: one * 6.5 }];
		await run(root, cap);
		await run(newId(), cap, startedBy(newId(), root));
		expect(world.service.ledger).toHaveLength(6);
	});

	it('leaves other executions alone', async () => {
		const one = await priceOfOne();
		const cap = { maxCostPerRun: one * 5.5 };
		for (let count = 0; count < 2; count++) await run(newId(), cap, startedBy(newId()));
		expect(world.service.ledger).toHaveLength(10);
	});

	it('counts the calls of its nodes together', async () => {
		const root = newId();
		for (let count = 0; count < 3; count++)
			await run(newId(), { maxCallsPerRun: 7 }, startedBy(root));
		expect(world.service.ledger).toHaveLength(7);
	});

	it('shows them in Run Cost', async () => {
		const root = newId();
		await run(newId(), {}, startedBy(root));
		const { keptData } = await run(root, {}, { items: items(1) });
		const { item } = await world.run({
			...{ node: new InferenceBilling(), keptData, executionId: root },
			parameters: { resource: 'runCost', operation: 'get', groupBy: 'total' },
		} as RunNodeOptions);
		expect(item.json).toMatchObject({ calls: 6, complete: true });
		expect(item.json.usd).toBeCloseTo(world.spent, 10);
	});
});
