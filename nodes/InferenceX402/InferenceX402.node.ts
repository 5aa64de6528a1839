import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { operationProperties } from '../../lib/description/operation';
import { walletOnlyDescription } from '../common/baseDescription';
import { getBalance } from './operations/balance/get.operation';
import { getManyTransactions } from './operations/transaction/getMany.operation';
import { getPaymentOptions } from './operations/paymentOption/getMany.operation';
import { topUp } from './operations/balance/topUp.operation';
import { refuseAgent } from './refuseAgent';

export class InferenceX402 implements INodeType {
	description: INodeTypeDescription = {
		...walletOnlyDescription([
			...operationProperties(
				[getBalance, getManyTransactions, getPaymentOptions, topUp],
				'getBalance',
			),
			refuseAgent(),
		]),
		displayName: 'Inference X402',
		name: 'inferenceX402',
		icon: {
			light: 'file:../../icons/inferenceService.svg',
			dark: 'file:../../icons/inferenceService.dark.svg',
		},
		subtitle: '={{ $parameter["operation"].replace(/([A-Z])/g, " $1").toLowerCase() }}',
		usableAsTool: true,
		description: 'See the credit of a wallet and top it up in USDC',
		defaults: { name: 'Inference X402' },
	};
}
