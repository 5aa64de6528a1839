import type { INodeProperties } from 'n8n-workflow';

export function labelBudgetsField(): INodeProperties {
	return {
		displayName: 'Budgets per Label',
		name: 'labelBudgets',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Budget',
		description:
			'For spend: what each cost label may spend in the period, beside the budget for all. Needs Labels by Request ID.',
		options: [
			{
				displayName: 'Row',
				name: 'row',
				values: [
					{
						displayName: 'Cost Label',
						name: 'costLabel',
						type: 'string',
						default: '',
						placeholder: 'e.g. Marketing newsletter',
						description: 'Team, project or customer, as in Labels by Request ID',
					},
					{
						displayName: 'Budget',
						name: 'budget',
						type: 'number',
						typeOptions: { minValue: MIN_BUDGET },
						default: 10,
						description: 'Amount that this label may spend in the period, above 0',
					},
				],
			},
		],
	};
}

/** The panel offers no 0, which is no budget. */
export const MIN_BUDGET = 0.000001;
