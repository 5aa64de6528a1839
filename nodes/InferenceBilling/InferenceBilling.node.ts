import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { operationProperties } from '../../lib/description/operation';
import { baseDescription } from '../common/baseDescription';
import { checkBudget } from './operations/budget/check.operation';
import { getBalance } from './operations/balance/get.operation';
import { getRateLimitLog } from './operations/rateLimit/getLog.operation';
import { getRateLimits } from './operations/rateLimit/get.operation';
import { getSpendReport } from './operations/report/get.operation';
import { getUsageAnalytics } from './operations/usage/getAnalytics.operation';
import { getUsageHistory } from './operations/usage/getMany.operation';

const operations = [
	getUsageHistory,
	getUsageAnalytics,
	getSpendReport,
	checkBudget,
	getBalance,
	getRateLimits,
	getRateLimitLog,
];

export class InferenceBilling implements INodeType {
	description: INodeTypeDescription = {
		...baseDescription(operationProperties(operations, 'getUsageHistory')),
		displayName: 'Inference Billing',
		name: 'inferenceBilling',
		icon: {
			light: 'file:../../icons/inferenceService.svg',
			dark: 'file:../../icons/inferenceService.dark.svg',
		},
		subtitle: '={{ $parameter["operation"].replace(/([A-Z])/g, " $1").toLowerCase() }}',
		usableAsTool: true,
		description: 'Read charges, balance and rate limits of the account, report and guard its spend',
		defaults: { name: 'Inference Billing' },
	};
}
