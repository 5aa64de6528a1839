import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { shown } from '../../lib/fields/parseJson';
import { badInput } from '../../lib/base/failure';
import { runOperation } from '../../lib/chain/chain';

/** What n8n calls for an operation that no menu lists, as an older workflow or an expression can name; it sends nothing. */
export const unlistedOperation = runOperation({
	rules: [],
	bucket: '/',
	free: true,
	prepare: [refuse],
	sendAll: refuse,
});

function refuse(this: IExecuteSingleFunctions): never {
	const { name, parameters } = this.getNode();
	const chosen = ['operation', 'resource']
		.filter((parameter) => parameters[parameter] !== undefined)
		.map((parameter) => `${parameter} ${shown(parameters[parameter])}`)
		.join(' of the ');
	throw badInput(
		`The ${chosen} does not exist in the node "${name}"`,
		'Choose the operation from the list; it cannot be an expression. For an API call of your own use the HTTP Request node with a Bearer Auth credential.',
	);
}
