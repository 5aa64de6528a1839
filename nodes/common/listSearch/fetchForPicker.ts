import { NodeOperationError, type ILoadOptionsFunctions } from 'n8n-workflow';

import { credentialType } from '../../../lib/transport/http/credential';
import { getJson, type FreeRead } from '../../../lib/transport/http/getJson';

const MAX_WAIT_MS = 5_000;

/** The JSON of a free read for a picker; throws an error that says how to go on without the list, by another mode of the field. */
export async function fetchForPicker(
	context: ILoadOptionsFunctions,
	what: string,
	request: FreeRead,
	mode = 'By ID',
): Promise<unknown> {
	try {
		return (await getJson(context, credentialType(context), request, MAX_WAIT_MS)).body;
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new NodeOperationError(
			context.getNode(),
			`The list of ${what} could not be loaded: ${reason}. Choose "${mode}" and enter it by hand`,
		);
	}
}
