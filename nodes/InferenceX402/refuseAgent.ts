import type { INodeProperties } from 'n8n-workflow';

import { badInput } from '../../lib/transport/errors/failure';
import { runOperation } from '../../lib/transport/runOperation';

/**
 * Top Up is not offered where the node is a tool, and n8n passes over what a menu does not offer: this is what then answers,
 * should a workflow ask for it all the same.
 */
export function refuseAgent(): INodeProperties {
	return {
		displayName: 'Top Up for Agents',
		name: 'noTopUp',
		type: 'hidden',
		default: '',
		displayOptions: { show: { resource: ['balance'], operation: ['topUp'], '@tool': [true] } },
		routing: {
			send: { paginate: true },
			operations: {
				pagination: runOperation({
					rules: [],
					bucket: '/',
					free: true,
					prepare: [refuse],
					sendAll: refuse,
				}),
			},
		},
	};
}

function refuse(): never {
	throw badInput(
		'Top Up is not for agents: nothing was signed and nothing was paid',
		'Put the node into the workflow itself, or ask a person to top up.',
	);
}
