import type { Operation } from '../../../../lib/run/operation';
import { optionsField } from '../../../common/fields/optionGroup';
import { NOT_FOR_AGENTS } from '../../../common/refusals';
import { topUpWallet } from '../../topUp';
import { checkTopUp } from '../../topUpLimits';

export const topUpOperation = {
	option: {
		name: 'Top Up',
		value: 'topUp',
		action: 'Top up the wallet',
		description: 'Pay USDC from the wallet into its credit at the service',
		displayOptions: NOT_FOR_AGENTS,
		routing: { request: { method: 'POST', url: '/x402/top-up' } },
	},
	// It pays with the wallet, and is charged nothing.
	charged: false,
	concurrency: 1,
	hasFixedBody: true,
	prepare: [checkTopUp],
	make: topUpWallet,
	fields: [
		{
			displayName: 'Amount to Pay (USD)',
			name: 'amount',
			type: 'number',
			typeOptions: { minValue: 5 },
			default: '',
			placeholder: 'e.g. 10',
			description:
				'Amount of one payment, at least 5. Leave empty to pay what the service suggests, which the dry run shows.',
		},
		{
			displayName: 'Never Pay More Than (USD)',
			name: 'maxAmount',
			type: 'number',
			typeOptions: { minValue: 5 },
			required: true,
			default: 10,
			description:
				'Maximum to pay in one execution, over all items and loops. A payment that would exceed it is not signed.',
		},
		{
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: true,
			description:
				'Whether to show what would be paid without signing or paying. Turn this off to pay.',
			builderHint: {
				propertyHint: 'Set it to false only if the user asked for the payment itself.',
			},
		},
		optionsField([
			{
				displayName: 'Receiver',
				name: 'receiver',
				type: 'string',
				default: '',
				description:
					'The only address that may be paid. A payment to any other is refused before it is signed.',
			},
			{
				displayName: 'Solana RPC URL',
				name: 'rpcUrl',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://rpc.example.com',
				description:
					'RPC that returns the latest block hash, for a wallet on Solana. Leave empty to use the RPC of the service, which needs credit: enter another one for the first top-up.',
			},
		]),
	],
} satisfies Operation;
