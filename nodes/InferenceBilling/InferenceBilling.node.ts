import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { Resource } from '../../lib/run/operation';
import { baseDescription } from '../common/baseDescription';
import { BUILDER_HINTS } from '../common/builderHints';
import { operationSubtitle } from '../common/subtitle';
import { searchApiKeys } from '../common/listSearch/searchApiKeys';
import { checkBudget } from './operations/budget/check.operation';
import { getBalance } from './operations/balance/get.operation';
import { getRateLimitLog } from './operations/rateLimit/getLog.operation';
import { getRateLimits } from './operations/rateLimit/get.operation';
import { getRunCost } from './operations/runCost/get.operation';
import { getSpendReport } from './operations/report/get.operation';
import { getUsageAnalytics } from './operations/usage/getAnalytics.operation';
import { getUsageHistory } from './operations/usage/getMany.operation';

const RESOURCES: Resource[] = [
	{ name: 'Spend Report', value: 'report', operations: [getSpendReport] },
	{ name: 'Budget', value: 'budget', operations: [checkBudget] },
	{ name: 'Usage', value: 'usage', operations: [getUsageHistory, getUsageAnalytics] },
	{ name: 'Balance', value: 'balance', operations: [getBalance] },
	{ name: 'Run Cost', value: 'runCost', operations: [getRunCost] },
	{ name: 'Rate Limit', value: 'rateLimit', operations: [getRateLimits, getRateLimitLog] },
];

export class InferenceBilling implements INodeType {
	description: INodeTypeDescription = {
		...baseDescription(RESOURCES),
		displayName: 'Inference Billing',
		name: 'inferenceBilling',
		icon: {
			light: 'file:../../icons/billing.svg',
			dark: 'file:../../icons/billing.dark.svg',
		},
		subtitle: operationSubtitle(RESOURCES),
		usableAsTool: true,
		description: 'Report spend, check budgets, and view charges, balance and rate limits',
		builderHint: BUILDER_HINTS.inferenceBilling,
		defaults: { name: 'Inference Billing' },
	};

	methods = { listSearch: { searchApiKeys } };
}
