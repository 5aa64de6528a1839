import type { IBinaryKeyData } from 'n8n-workflow';

import { ServiceFailure, type FailureFacts } from '../errors/failure';

/** A failure with the files that were made and paid for before it, for the error item of a node that continues. */
export class FailureWithFiles extends ServiceFailure {
	constructor(
		message: string,
		facts: FailureFacts,
		readonly files: IBinaryKeyData,
	) {
		super(message, facts);
	}
}
