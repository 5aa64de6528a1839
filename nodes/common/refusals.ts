import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { badInput } from '../../lib/core/failure';
import { runOperation } from '../../lib/run/chain';
import { shownValue } from '../../lib/fields/parseJson';

/** What n8n calls in place of an operation that must not run; it sends nothing. */
function createRefusal(refuse: (this: IExecuteSingleFunctions) => never) {
	return runOperation({ fields: [], rules: [], bucket: '/', free: true, prepare: [refuse] });
}

/** What n8n calls for an operation that no menu lists, as an older workflow or an expression can name. */
export const unlistedOperation = createRefusal(function () {
	const { name, parameters } = this.getNode();
	const chosen = ['operation', 'resource']
		.filter((parameter) => parameters[parameter] !== undefined)
		.map((parameter) => `${parameter} ${shownValue(parameters[parameter])}`)
		.join(' of the ');
	throw badInput(
		`The ${chosen} does not exist in the node "${name}"`,
		'Choose the operation from the list; it cannot be an expression. For an API call of your own use the HTTP Request node with a Bearer Auth credential.',
	);
});

/** What is not for agents, and what is said instead. */
interface AgentRefusal {
	resource: string;
	operations: string[];
	message: string;
	cure: string;
}

/** Agents are not offered to delete the media of jobs. */
export function deletionRefusalField(resource: string, ...operations: string[]): INodeProperties {
	return agentRefusalField({
		resource,
		operations,
		message: 'Delete is not for agents: nothing was sent and nothing was deleted',
		cure: 'Put the node into the workflow itself, or use Delete Media After Download.',
	});
}

/** Keeps an operation out of the menu where the node is a tool. */
export const NOT_FOR_AGENTS = { show: { '@tool': [false] } };

/**
 * Operations that are not offered where the node is a tool, and n8n passes over what a menu does not offer: this is what then answers,
 * should a workflow ask for one all the same.
 */
export function agentRefusalField({
	resource,
	operations,
	message,
	cure,
}: AgentRefusal): INodeProperties {
	const refused = createRefusal(() => {
		throw badInput(message, cure);
	});
	return {
		displayName: 'Not for Agents',
		name: 'notForAgents',
		type: 'hidden',
		default: '',
		displayOptions: {
			show: { resource: [resource], operation: operations, '@tool': [true] },
		},
		routing: { send: { paginate: true }, operations: { pagination: refused } },
	};
}
