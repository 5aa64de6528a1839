import { isToolRun, type ItemContext } from '../core/execution';

/** What the contexts of n8n 2 have for an answer that is shown while it is written; n8n's types leave it out. */
interface StreamingContext {
	isStreaming(): boolean;
	sendChunk(type: 'begin' | 'item' | 'end', itemIndex: number, content?: string): Promise<void>;
}

export type ShowPiece = (piece: string) => Promise<void>;

/**
 * Whether whoever started the execution reads the answer while it is written: a chat or a webhook with a streaming response. Never for
 * the tool of an agent, whose answer is for the agent.
 */
export function isReadLive(context: ItemContext): context is ItemContext & StreamingContext {
	const streaming = context as ItemContext & Partial<StreamingContext>;
	if (typeof streaming.sendChunk !== 'function' || streaming.isStreaming?.() !== true) return false;
	if (context.parameters.options.enableStreaming === false) return false;
	return !isToolRun(context.getNode());
}

/** The result of `make`, which shows its pieces as one message of the chat. n8n itself shows the error that ends an execution. */
export async function showAsMessage<T>(
	context: ItemContext & StreamingContext,
	make: (show: ShowPiece) => Promise<T>,
): Promise<T> {
	const item = context.getItemIndex();
	await context.sendChunk('begin', item);
	let isWhole = false;
	try {
		const produced = await make(async (piece) => await context.sendChunk('item', item, piece));
		isWhole = true;
		return produced;
	} finally {
		if (isWhole || context.continueOnFail()) await context.sendChunk('end', item);
	}
}
