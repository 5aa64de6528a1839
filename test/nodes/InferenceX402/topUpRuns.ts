import type { INodeParameters } from 'n8n-workflow';

import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import type { RunNodeOptions } from '../../engine/runNode';
import type { ServiceUnderTest } from '../withService';

const node = new InferenceX402();

/** Top-ups of 5 USD in earnest, each of an execution of its own where none is named. */
export function topUpRuns(world: ServiceUnderTest) {
	let execution = 0;
	return async (
		parameters: INodeParameters = {},
		data: object = {},
		options: Partial<RunNodeOptions> = {},
	) =>
		await world.run({
			...world.walletAccess({ ...data }),
			...{ node, executionId: `run-${++execution}`, ...options },
			parameters: {
				...{ resource: 'balance', operation: 'topUp', amount: 5, maxAmount: 10, dryRun: false },
				...parameters,
			},
		});
}

/** The signed payments that were sent, as they stand in their headers. */
export const paymentHeaders = ({ service }: ServiceUnderTest): string[] =>
	service.requests('/x402/top-up').flatMap(({ headers }) => headers['payment-signature'] ?? []);

/** What a signed payment says. */
export const decoded = (header = '') =>
	JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as {
		payload: {
			signature: string;
			authorization: Record<'nonce' | 'validBefore' | 'value' | 'to' | 'from', string>;
		};
	};

/** An offer of so many units of USDC. */
export const offerOf = (amount: string) => ({
	x402Version: 2,
	accepts: [
		{
			...{ scheme: 'exact', network: 'eip155:8453', amount, maxTimeoutSeconds: 300 },
			asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
			payTo: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
			extra: { name: 'USD Coin', version: '2' },
		},
	],
});
