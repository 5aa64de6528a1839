import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../../lib/base/failure';

/** The key that was chosen; throws a ServiceFailure when none was. */
export function chosenKey(context: IExecuteSingleFunctions): string {
	const id = String(context.getNodeParameter('keyId', '', { extractValue: true })).trim();
	if (id === '') throw badInput('Key must not be empty');
	return id;
}
