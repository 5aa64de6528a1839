import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { executionMemory } from '../../../../lib/core/execution';
import { badInput } from '../../../../lib/core/failure';
import type { Item } from '../../../../lib/run/item';
import type { Operation } from '../../../../lib/run/operation';
import { spendingOf } from '../../../../lib/cost/runSpending';
import type { SpendingKey, SpendingRow } from '../../../../lib/cost/runTotals';

const NAMES_OF_GROUPING: Record<string, Array<keyof SpendingKey>> = {
	all: ['node', 'tool', 'model', 'costLabel'],
	costLabel: ['costLabel'],
	model: ['model'],
	node: ['node', 'tool'],
	total: [],
};

export const getRunCost = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get the run cost',
		description: 'Get what this execution has cost so far, by node, model and cost label',
		routing: { request: { method: 'GET', url: '/billing/balance' } },
	},
	free: true,
	make: readRunCost,
	fields: [
		{
			displayName: 'Group By',
			name: 'groupBy',
			type: 'options',
			default: 'all',
			description: 'What each item of the output stands for',
			options: [
				{ name: 'Cost Label', value: 'costLabel', description: 'Team, project or customer' },
				{ name: 'Model', value: 'model' },
				{ name: 'Node', value: 'node', description: 'Sub-nodes and tools of agents included' },
				{ name: 'Node, Model and Cost Label', value: 'all' },
				{ name: 'Nothing', value: 'total', description: 'One item for the whole execution' },
			],
		},
	],
} satisfies Operation;

/** What n8n keeps of the calls of this execution, as items, once for all items of the run; nothing is sent. */
async function readRunCost({ context, index }: Item): Promise<INodeExecutionData[]> {
	if (executionMemory(context, 'flow') === undefined) {
		throw badInput(
			'Run Cost only works in workflow executions, not in n8n Agents',
			'Use it in a workflow, or read cost in the result of each tool.',
		);
	}
	const names = NAMES_OF_GROUPING[String(context.parameters.groupBy ?? 'all')] ?? [];
	if (index > 0) return [];
	return spendingOf(context)
		.table.sumsBy(names)
		.map(({ usd, diem, calls, unknown, estimated, range, ...part }) => {
			const isEmpty = calls === 0 && unknown === 0;
			const { unseen = 0 } = range ?? {};
			return {
				json: {
					...Object.fromEntries(names.map((name) => [name, part[name]])),
					...{ calls, usd: Number(usd), diem: Number(diem), estimated },
					...{ unknownCalls: unknown, complete: unknown === 0 && unseen === 0 },
					...(part.rehearsal && { rehearsal: true, ...rangeFacts(range) }),
					...(isEmpty ? { note: NO_CALLS } : {}),
				} as IDataObject,
			};
		});
}

/** The least and the most that what was rehearsed costs for real; no most where nothing bounds it. */
function rangeFacts(range: SpendingRow['range']): IDataObject {
	if (range === undefined) return {};
	const { leastUsd, mostUsd, unbounded, unseen } = range;
	return {
		usdLeast: Number(leastUsd),
		usdMost: unbounded > 0 ? null : Number(mostUsd),
		...(unseen > 0 ? { unseenCalls: unseen, note: NOTHING_SEEN } : {}),
	};
}

const NOTHING_SEEN =
	'This n8n process has seen no answer to some of these calls, so that the price may be anywhere between usdLeast and usdMost. Run the workflow once for real to narrow it down.';

/** n8n's Execute Step is an execution of its own, which reads what earlier ones made. */
const NO_CALLS =
	'No paid call was made in this execution. Execute step runs one node and reuses older data of the others: use Execute workflow to count them all.';
