import type { ISupplyDataFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { isStreamingExecution } from '../../core/execution';
import { badInput } from '../../core/failure';
import { nodeError } from '../../wire/errors/nodeError';

type Sdk = typeof import('@n8n/ai-node-sdk');

/**
 * n8n's SDK for AI nodes, required on first use, since n8n 1 does not have it and would else refuse the whole package.
 * Throws a ServiceFailure that says which n8n is needed.
 */
export function aiNodeSdk(): Sdk {
	try {
		return module.require('@n8n/ai-node-sdk') as Sdk;
	} catch {
		throw badInput(
			'This node needs n8n 2.x: your n8n has no SDK for AI nodes (@n8n/ai-node-sdk)',
			'Update n8n, or use the node Inference Chat, which runs on n8n 1 too.',
		);
	}
}

/** A failure as the error that n8n shows on the sub-node, and hands on to the node that uses it. */
export function configurationError(
	context: ISupplyDataFunctions,
	cause: unknown,
	index?: number,
): NodeApiError | NodeOperationError {
	const place = { index, isReadAlong: isStreamingExecution(context) };
	const error = nodeError(context.getNode(), cause, place);
	error.functionality = 'configuration-node';
	return error;
}
