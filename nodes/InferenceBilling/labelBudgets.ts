import type { IDataObject } from 'n8n-workflow';

import { rowsIn, type ItemContext } from '../../lib/core/execution';
import { badInput } from '../../lib/core/failure';
import { accept } from '../../lib/fields/accept';
import { amountOf, type Amount } from '../../lib/billing/amount';
import type { CostLabels } from '../../lib/billing/costLabels';
import { budgetStateOfSpend, type BudgetStatus } from '../../lib/billing/report/budget';
import { netOf } from '../../lib/billing/report/money';
import { wholeCurrency, ZERO_SUM, type SpendTally } from '../../lib/billing/tally';
import { readCostLabels } from './fields/costLabelsField';

/** Which label each charge has, and what each label may spend. */
export interface LabelBudgets {
	labels: CostLabels;
	budgets: ReadonlyMap<string, Amount>;
}

interface LabelState {
	costLabel: string;
	/** Null for a label without a budget. */
	status: BudgetStatus | null;
	json: IDataObject;
}

const BUDGET_RULE = {
	label: 'Budget',
	kind: 'number',
	min: 0,
	aboveMin: true,
	required: true,
} as const;

/** The budgets per cost label; undefined where the user asks for none. Throws a ServiceFailure that names what is wrong. */
export function readLabelBudgets(context: ItemContext): LabelBudgets | undefined {
	const { labelBudgets, labelsByRequestId } = context.parameters.options;
	const rows = rowsIn<IDataObject>(labelBudgets, 'row');
	const isGiven = labelsByRequestId !== undefined && labelsByRequestId !== null;
	if (rows.length === 0 && !isGiven) return undefined;
	if (!isGiven) {
		throw badInput(
			'Budgets per Label need Labels by Request ID, as the usage history does not name the label of a charge',
			'Add Options > Labels by Request ID, with the rows of the table that holds the ID and label of each call.',
		);
	}
	const budgets = new Map<string, Amount>();
	for (const [index, { costLabel, budget }] of rows.entries()) {
		const name = typeof costLabel === 'string' ? costLabel.trim() : '';
		const row = `row ${index + 1} of Budgets per Label`;
		if (name === '')
			throw badInput(
				`Cost Label in ${row} must not be empty`,
				'Enter the Cost Label that the calls have, or remove the row.',
			);
		if (budgets.has(name))
			throw badInput(
				`Cost Label "${name}" in ${row} is there twice`,
				'Remove one of the two rows.',
			);
		const most = accept({ ...BUDGET_RULE, label: `Budget in ${row}` }, budget, 'UTC');
		budgets.set(name, amountOf(most, 'budget'));
	}
	return { labels: readCostLabels(context), budgets };
}

/** What each label spent in one currency, refunds taken off, those with a budget first; the tally has labels in the place of products. */
export function labelStates(
	tally: SpendTally,
	{ labels, budgets }: LabelBudgets,
	currency: string,
	warnPercent: number,
): LabelState[] {
	const { products } = wholeCurrency(tally.currencies.get(currency));
	const labelsInUse = new Set(labels.values());
	const others = [...products.keys()].filter((name) => !budgets.has(name)).sort();
	return [...budgets.keys(), ...others].map((costLabel) => {
		const used = netOf(products.get(costLabel) ?? ZERO_SUM);
		const budget = budgets.get(costLabel);
		const shared = { costLabel, used: Number(used) };
		if (budget === undefined) {
			const none = { budget: null, remaining: null, percentUsed: null, status: null };
			return { costLabel, status: null, json: { ...shared, ...none } };
		}
		const { status, remaining, percentUsed } = budgetStateOfSpend(used, budget, warnPercent);
		const figures = { budget: Number(budget), remaining: Number(remaining), percentUsed, status };
		const labelFound = labelsInUse.has(costLabel);
		return { costLabel, status, json: { ...shared, ...figures, labelFound } };
	});
}
