import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { operationProperties } from '../../lib/description/operation';
import { baseDescription } from '../common/baseDescription';
import { getUsageHistory } from './operations/getUsageHistory.operation';

export class InferenceBilling implements INodeType {
	description: INodeTypeDescription = {
		...baseDescription(operationProperties([getUsageHistory], 'getUsageHistory')),
		displayName: 'Inference Billing',
		name: 'inferenceBilling',
		icon: {
			light: 'file:../../icons/inferenceService.svg',
			dark: 'file:../../icons/inferenceService.dark.svg',
		},
		subtitle: '={{ $parameter["operation"] }}',
		usableAsTool: true,
		description: 'Read what the account was charged, as items or CSV files',
		defaults: { name: 'Inference Billing' },
	};
}
