import {
	NodeConnectionTypes,
	type INodeCredentialDescription,
	type INodeProperties,
	type INodeTypeDescription,
	type NodeHint,
} from 'n8n-workflow';

import {
	eitherCredential,
	withoutRoutedCredential,
	keyCredential,
	walletCredential,
} from './credentials';
import { authenticationField, fixedAuthenticationField } from './fields/authentication';
import { paidOperationHints } from './nodeHints';
import { unlistedOperation } from './refusals';

/** What every action node shares that takes an API key only; `properties` are created for each node, as n8n adds to them. */
export function baseDescription(properties: INodeProperties[]) {
	return actionDescription(fixedAuthenticationField('apiKey'), [keyCredential()], properties);
}

/** What every action node shares that takes an API key or a wallet; `hints` are those of the node alone. */
export function walletDescription(properties: INodeProperties[], hints: NodeHint[] = []) {
	const shared = actionDescription(authenticationField(), eitherCredential(), properties);
	return { ...shared, hints: [...shared.hints, ...hints] };
}

/** What every action node shares that takes a wallet only. */
export function walletOnlyDescription(properties: INodeProperties[]) {
	return actionDescription(fixedAuthenticationField('wallet'), [walletCredential()], properties);
}

function actionDescription(
	choice: INodeProperties,
	credentials: INodeCredentialDescription[],
	properties: INodeProperties[],
) {
	return {
		group: ['transform'],
		version: 1,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: withoutRoutedCredential(...credentials),
		hints: paidOperationHints(properties),
		requestDefaults: {
			headers: { Accept: 'application/json' },
			disableFollowRedirect: true,
		},
		// The operation that is chosen puts its own function in the place of this one.
		requestOperations: { pagination: unlistedOperation },
		properties: [{ ...choice, routing: { send: { paginate: true } } }, ...properties],
	} satisfies Partial<INodeTypeDescription>;
}
