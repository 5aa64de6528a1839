import {
	NodeApiError,
	NodeOperationError,
	type IExecuteSingleFunctions,
	type INode,
	type JsonObject,
} from 'n8n-workflow';

import { leaveOutMedia } from '../../core/leaveOutMedia';
import { isStreamingExecution, isToolRun } from '../../core/execution';
import {
	failureOf,
	type ChargeRisk,
	type FailureFacts,
	type ServiceFailure,
} from '../../core/failure';
import { isRecord } from '../../core/record';

/** The item that an error is about: its index, and how many items the node was given, where that is known. */
export interface ItemPosition {
	index?: number;
	count?: number;
	/** Whether someone reads the execution while it runs: n8n then shows them the description of an error, and nothing else. */
	isReadAlong?: boolean;
}

/** The item that a declarative operation runs for, among those that its node was given. */
export function itemPositionOf(
	context: Pick<IExecuteSingleFunctions, 'getItemIndex' | 'getExecuteData'>,
): ItemPosition {
	const count = context.getExecuteData().data.main?.[0]?.length;
	return { index: context.getItemIndex(), count, isReadAlong: isStreamingExecution(context) };
}

/** What is said of the money, in the message: where a run goes on after failures, nothing else reaches the next node. */
const CHARGE_WORDS: Record<ChargeRisk, string> = {
	none: '',
	possible: '; the call may have been charged',
	certain: '; the call was charged',
};

/** How a user finds out whether a call was charged. */
function billingCheckAdvice({ charge, sentAt, requestId }: FailureFacts): string {
	if (charge !== 'possible') return '';
	const when = sentAt === undefined ? '' : ` at ${new Date(sentAt).toISOString()}`;
	const which = requestId === undefined ? '' : ` with the request ID ${requestId}`;
	const call = when === '' && which === '' ? '' : ` Look for the call sent${when}${which}.`;
	return `Before you run it again, check with Inference Billing > Usage > Get Many, which is free, whether it was charged.${call}`;
}

/**
 * A failure as the error a user sees: the sentence with its charge and, if there are several, its item as message; cure, status and request ID as description.
 * An agent is shown the message of its tool alone, which holds all of it then, with the facts of paid work. The visitor of a chat is shown
 * the description alone, which is what happened then; what the owner can do about it is in the message.
 * Other errors of n8n are handed on as they are. Nothing of the request is kept in it; the failure stays reachable as its cause.
 */
export function nodeError(
	node: INode,
	error: unknown,
	item?: ItemPosition,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const failure = failureOf(error, 'input');
	const { kind, status, requestId, code, details, charge = 'none' } = failure.facts;
	const cure = emptyValueCure(node, failure.message) ?? failure.facts.cure;
	const isTool = isToolRun(node);
	const sentence = `${failure.message}${CHARGE_WORDS[charge]}`;
	const itemIndex = item?.index;
	const messageWithItem = isTool ? sentence : `${sentence}${itemSuffix(item)}`;
	const advice = [
		[cure, billingCheckAdvice(failure.facts)].filter(Boolean).join(' '),
		status === undefined ? '' : `Status ${status}`,
		requestId === undefined ? '' : `Request ID ${requestId}`,
	]
		.filter((part) => part !== '')
		.join(' · ');
	const isRead = item?.isReadAlong === true;
	const message =
		isTool || isRead
			? messageWithDetails(messageWithItem, advice, isTool ? details : undefined)
			: messageWithItem;
	// The panel of a tool would show twice what its message holds already.
	const own = isTool ? undefined : advice;
	const description = isRead ? visitorDescription(failure.message, message) : own;
	if (kind === 'input') {
		const options = { description, itemIndex };
		const inputError = new NodeOperationError(node, message, options);
		Object.assign(inputError.context, errorFacts(failure));
		return withOwnMessage(inputError, message, failure);
	}
	const facts = { message, status, code, requestId, ...details };
	const apiError = new NodeApiError(node, JSON.parse(JSON.stringify(facts)) as JsonObject, {
		message,
		description,
		httpCode: status === undefined ? 'none' : String(status),
		itemIndex,
	});
	Object.assign(apiError.context, { requestId, ...details, ...errorFacts(failure) });
	return withOwnMessage(apiError, message, failure);
}

const CHARGED: Record<ChargeRisk, 'maybe' | 'no' | 'yes'> = {
	none: 'no',
	possible: 'maybe',
	certain: 'yes',
};

/** What an error workflow decides by (docs/outputs.md#errors-the-context-of-a-failed-node): the same names for every failure, and nothing of the request. */
function errorFacts({ facts }: ServiceFailure): Record<string, unknown> {
	const { kind, charge = 'none', status, code, sentAt, isKept, details = {} } = facts;
	const followsJob = details.queueId !== undefined && details.jobEnd === undefined;
	return {
		kind,
		status: status ?? null,
		code: code ?? null,
		charged: CHARGED[charge],
		retryIsFree: isKept === true || followsJob,
		sentAt: sentAt === undefined ? null : new Date(sentAt).toISOString(),
		...{ paidUsd: 0, paidWork: [] },
	};
}

/** Counts from 1, as people do; says nothing where there is one item only. */
function itemSuffix(item?: ItemPosition): string {
	if (item?.index === undefined) return '';
	const { index, count } = item;
	if (count === undefined) return index === 0 ? '' : ` [item ${index + 1}]`;
	return count < 2 ? '' : ` [item ${index + 1} of ${count}]`;
}

function messageWithDetails(message: string, description: string, details: unknown): string {
	const facts = JSON.stringify(leaveOutMedia(details)) as string | undefined;
	const cause = /[.!?]$/.test(message) ? message : `${message}.`;
	return [cause, description, facts].filter((part) => part !== undefined && part !== '').join(' ');
}

/** n8n leaves out a description that is the same as the message. */
function visitorDescription(sentence: string, message: string): string {
	return sentence === message ? `${sentence} ` : sentence;
}

/** n8n replaces a whole message in which it finds a network code such as ECONNRESET; ours says more. */
function withOwnMessage<T extends Error>(error: T, message: string, cause: Error): T {
	error.message = message;
	// Not enumerable: it is for those who look into an error, and not for the data of the execution.
	Object.defineProperty(error, 'cause', { value: cause, configurable: true, writable: true });
	return error;
}

/** What to do about a parameter that must not be empty, where its expression returns nothing or a tool has none; undefined for any other failure. */
function emptyValueCure(node: INode, message: string): string | undefined {
	const [, label] = /^(.+) must not be empty\b/.exec(message) ?? [];
	if (label === undefined) return undefined;
	const expression = findExpression(node.parameters, normalizedName(label));
	if (expression === undefined) {
		// The fields of a row, such as those of Message 2, are named by their rows.
		if (!isToolRun(node) || !/^[A-Z][A-Za-z ()-]*$/.test(label)) return undefined;
		return `Click the stars beside ${label}, so that the agent fills it in, or enter a value.`;
	}
	return `Its expression ${expression} returns nothing for this item: correct the expression, or enter a value.`;
}

function findExpression(values: unknown, key: string): string | undefined {
	for (const [name, value] of Object.entries(isRecord(values) ? values : {})) {
		const text = isRecord(value) && value.__rl === true ? value.value : value;
		if (normalizedName(name) === key && typeof text === 'string' && text.startsWith('='))
			return text.slice(1);
		const inner = findExpression(text, key);
		if (inner !== undefined) return inner;
	}
	return undefined;
}

/** Labels and names of parameters differ in case and spaces only. */
function normalizedName(text: string): string {
	return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}
