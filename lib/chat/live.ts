import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { isToolRun } from '../core/execution';

/** What the contexts of n8n 2 have for an answer that is shown while it is written; n8n's types leave it out. */
interface Streaming {
	isStreaming(): boolean;
	sendChunk(type: 'begin' | 'item' | 'end', itemIndex: number, content?: string): Promise<void>;
}

/** Shows a piece of an answer. */
export type Show = (piece: string) => Promise<void>;

/**
 * Whether whoever started the execution reads the answer while it is written: a chat or a webhook with a streaming response. Never for
 * the tool of an agent, whose answer is for the agent.
 */
export function isLive(
	context: IExecuteSingleFunctions,
): context is IExecuteSingleFunctions & Streaming {
	const streaming = context as IExecuteSingleFunctions & Partial<Streaming>;
	if (typeof streaming.sendChunk !== 'function' || streaming.isStreaming?.() !== true) return false;
	if (context.getNodeParameter('options.enableStreaming', true) !== true) return false;
	return !isToolRun(context.getNode());
}

/** The result of `make`, which shows its pieces as one message of the chat. n8n itself shows the error that ends an execution. */
export async function asMessage<T>(
	context: IExecuteSingleFunctions & Streaming,
	make: (show: Show) => Promise<T>,
): Promise<T> {
	const item = context.getItemIndex();
	await context.sendChunk('begin', item);
	let isWhole = false;
	try {
		const made = await make(async (piece) => await context.sendChunk('item', item, piece));
		isWhole = true;
		return made;
	} finally {
		if (isWhole || context.continueOnFail()) await context.sendChunk('end', item);
	}
}
