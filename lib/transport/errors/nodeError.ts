import { NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';

import { ServiceFailure } from './failure';
import { leaveOutMedia } from '../files/leaveOutMedia';
import { isToolRun } from '../agent/toolRun';

/**
 * A failure as the error a user sees: the sentence with its item as message; cure, status and request ID as description.
 * An agent is shown the message of its tool alone, which holds all of it then, with the facts of paid work.
 * Other errors of n8n are handed on as they are; nothing of the request is kept in it.
 */
export function nodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const failure =
		error instanceof ServiceFailure
			? error
			: new ServiceFailure(error instanceof Error ? error.message : String(error), {
					kind: 'input',
				});
	const { kind, status, requestId, code, details } = failure.facts;
	const tool = isToolRun(node);
	const short =
		itemIndex === undefined || tool ? failure.message : `${failure.message} [item ${itemIndex}]`;
	const description = [
		failure.facts.cure,
		status === undefined ? undefined : `Status ${status}`,
		requestId === undefined ? undefined : `Request ID ${requestId}`,
	]
		.filter((part) => part !== undefined && part !== '')
		.join(' · ');
	const message = tool ? wholeMessage(short, description, details) : short;
	if (kind === 'input') {
		return saying(new NodeOperationError(node, message, { description, itemIndex }), message);
	}
	const facts = { message, status, code, requestId, ...details };
	const apiError = new NodeApiError(node, JSON.parse(JSON.stringify(facts)) as JsonObject, {
		message,
		description,
		httpCode: status === undefined ? 'none' : String(status),
		itemIndex,
	});
	Object.assign(apiError.context, { status, requestId, code, ...details });
	return saying(apiError, message);
}

function wholeMessage(message: string, description: string, details: unknown): string {
	const facts = JSON.stringify(leaveOutMedia(details)) as string | undefined;
	const cause = /[.!?]$/.test(message) ? message : `${message}.`;
	return [cause, description, facts].filter((part) => part !== undefined && part !== '').join(' ');
}

/** n8n replaces a whole message in which it finds a network code such as ECONNRESET; ours says more. */
function saying<T extends Error>(error: T, message: string): T {
	error.message = message;
	return error;
}
