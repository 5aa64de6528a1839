import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { operationProperties } from '../../lib/description/operation';
import { baseDescription } from '../common/baseDescription';
import { checkBudget } from './operations/checkBudget.operation';
import { getBalance } from './operations/getBalance.operation';
import { getRateLimitLog } from './operations/getRateLimitLog.operation';
import { getRateLimits } from './operations/getRateLimits.operation';
import { getSpendReport } from './operations/getSpendReport.operation';
import { getUsageAnalytics } from './operations/getUsageAnalytics.operation';
import { getUsageHistory } from './operations/getUsageHistory.operation';

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
