import type { INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { nodeError } from '../errors/nodeError';

/** A failure as the error that n8n shows on the sub-node, and hands on to the node that uses it. */
export function configurationError(
	node: INode,
	cause: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const error = nodeError(node, cause, itemIndex === undefined ? undefined : { index: itemIndex });
	error.functionality = 'configuration-node';
	return error;
}
