import {
	NodeConnectionTypes,
	type INodeCredentialDescription,
	type INodeProperties,
	type INodeTypeDescription,
	type NodeHint,
} from 'n8n-workflow';

import {
	operationProperties,
	resourceProperties,
	type Operation,
	type Resource,
} from '../../lib/run/operation';
import {
	eitherCredential,
	withoutRoutedCredential,
	keyCredential,
	walletCredential,
} from './credentials';
import { authenticationField, fixedAuthenticationField } from './fields/authentication';
import { appliedAfter } from '../../lib/fields/rules';
import { costGroups } from './fields/cost';
import { optionGroup } from './fields/optionGroup';
import { includeInputFields, otherFieldsGroups } from './fields/otherFieldsGroup';
import { privacyGroups } from './fields/privacy';
import { retriesAndLimitsGroup } from './fields/retriesAndLimits';
import { settingField } from './fields/settingField';
import { paidOperationHints } from './nodeHints';
import { unlistedOperation } from './refusals';

/** The operations of a node by resource, or its only one; the first is preselected. */
type Menu = Resource[] | Operation;

interface OwnParts {
	properties?: INodeProperties[];
	hints?: NodeHint[];
}

/** What every action node shares that takes an API key only, beside its own parts; created for each node, as n8n adds to it. */
export function baseDescription(menu: Menu, own?: OwnParts) {
	return actionDescription(fixedAuthenticationField('apiKey'), [keyCredential()], menu, own);
}

/** The same for one that takes an API key or a wallet. */
export function walletDescription(menu: Menu, own?: OwnParts) {
	return actionDescription(authenticationField(), eitherCredential(), menu, own);
}

/** The same for one that takes a wallet only. */
export function walletOnlyDescription(menu: Menu, own?: OwnParts) {
	return actionDescription(fixedAuthenticationField('wallet'), [walletCredential()], menu, own);
}

function actionDescription(
	choice: INodeProperties,
	credentials: INodeCredentialDescription[],
	menu: Menu,
	{ properties = [], hints = [] }: OwnParts = {},
) {
	const panel = Array.isArray(menu)
		? resourceProperties(
				menu.map((resource) => ({
					...resource,
					operations: resource.operations.map(withSharedOptions),
				})),
			)
		: operationProperties([withSharedOptions(menu)]);
	return {
		group: ['transform'],
		version: 1,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: withoutRoutedCredential(...credentials),
		hints: [...paidOperationHints(panel), ...hints],
		requestDefaults: {
			headers: { Accept: 'application/json' },
			disableFollowRedirect: true,
		},
		// The operation that is chosen puts its own function in the place of this one.
		requestOperations: { pagination: unlistedOperation },
		properties: [{ ...choice, routing: { send: { paginate: true } } }, ...panel, ...properties],
	} satisfies Partial<INodeTypeDescription>;
}

/** The operation with the settings that all have at the end of its Options, which come last. */
function withSharedOptions(operation: Operation): Operation {
	const ownOptions = operation.fields.find(({ name }) => name === 'options');
	const own = (ownOptions?.options ?? []) as INodeProperties[];
	// A limit on files stands with the other limits.
	const isLimit = ({ name }: INodeProperties) => name === 'maxFileSize';
	const options = optionGroup('Options', 'options', [
		...own.filter((field) => !isLimit(field)),
		appliedAfter({
			...settingField('maxAgentCharacters'),
			displayOptions: { show: { '@tool': [true] } },
		}),
		...otherFieldsGroups(operation),
		...privacyGroups(operation),
		...costGroups(operation),
		retriesAndLimitsGroup(operation, own.filter(isLimit)),
	]);
	const others = operation.fields.filter((field) => field !== ownOptions);
	return { ...operation, fields: [...others, ...includeInputFields(operation), options] };
}
