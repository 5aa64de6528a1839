import type { INodeProperties } from 'n8n-workflow';

import { badInput } from '../../lib/base/failure';
import { runOperation } from '../../lib/chain/chain';

/** What is not for agents, and what is said instead. */
export interface Refused {
	resource: string;
	operations: string[];
	message: string;
	cure: string;
}

/** Keeps an operation out of the menu where the node is a tool. */
export const NOT_FOR_AGENTS = { show: { '@tool': [false] } };

/**
 * Operations that are not offered where the node is a tool, and n8n passes over what a menu does not offer: this is what then answers,
 * should a workflow ask for one all the same.
 */
export function refuseAgent({ resource, operations, message, cure }: Refused): INodeProperties {
	const refuse = () => {
		throw badInput(message, cure);
	};
	return {
		displayName: 'Not for Agents',
		name: 'notForAgents',
		type: 'hidden',
		default: '',
		displayOptions: {
			show: { resource: [resource], operation: operations, '@tool': [true] },
		},
		routing: {
			send: { paginate: true },
			operations: {
				pagination: runOperation({
					rules: [],
					bucket: '/',
					free: true,
					prepare: [refuse],
					sendAll: async () => refuse(),
				}),
			},
		},
	};
}
