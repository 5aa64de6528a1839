import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { Resource } from '../../lib/run/operation';
import { walletOnlyDescription } from '../common/baseDescription';
import { BUILDER_HINTS } from '../common/builderHints';
import { operationSubtitle } from '../common/subtitle';
import { testServiceWallet } from '../common/credentialTests';
import { withoutRoutedCredential } from '../common/credentials';
import { agentRefusalField } from '../common/refusals';
import { getWalletBalance } from './operations/balance/get.operation';
import { topUpOperation } from './operations/balance/topUp.operation';
import { getManyPaymentOptions } from './operations/paymentOption/getMany.operation';
import { getManyTransactions } from './operations/transaction/getMany.operation';

const RESOURCES: Resource[] = [
	{ name: 'Balance', value: 'balance', operations: [getWalletBalance, topUpOperation] },
	{ name: 'Transaction', value: 'transaction', operations: [getManyTransactions] },
	{ name: 'Payment Option', value: 'paymentOption', operations: [getManyPaymentOptions] },
];

export class InferenceX402 implements INodeType {
	description: INodeTypeDescription = {
		...walletOnlyDescription(RESOURCES, {
			properties: [
				agentRefusalField({
					resource: 'balance',
					operations: ['topUp'],
					message: 'Top Up is not for agents: nothing was signed and nothing was paid',
					cure: 'Put the node into the workflow itself, or ask a person to top up.',
				}),
			],
		}),
		credentials: [
			...withoutRoutedCredential(),
			{
				name: 'inferenceServiceWalletApi',
				required: true,
				displayOptions: { show: { authentication: ['wallet'] } },
				testedBy: 'testServiceWallet',
			},
		],
		displayName: 'Inference X402',
		name: 'inferenceX402',
		icon: {
			light: 'file:../../icons/wallet.svg',
			dark: 'file:../../icons/wallet.dark.svg',
		},
		subtitle: operationSubtitle(RESOURCES),
		usableAsTool: true,
		description: 'Check the credit of a wallet and top it up in USDC',
		builderHint: BUILDER_HINTS.inferenceX402,
		defaults: { name: 'Inference X402' },
	};

	methods = { credentialTest: { testServiceWallet } };
}
