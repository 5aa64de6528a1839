import { NodeConnectionTypes, type IDataObject, type ISupplyDataFunctions } from 'n8n-workflow';

import { readEmbeddings } from '../embeddings/readEmbeddings';
import { textsOf } from '../embeddings/texts';
import { cancelled } from '../transport/exchange';
import { configurationError } from './configurationError';
import type { ServiceCall } from './serviceCall';

/** What n8n's vector stores ask of an embeddings sub-node. */
export interface Embedder {
	/** The vector of a question. */
	embedQuery(query: string): Promise<number[]>;
	/** The vectors of texts, in their order. */
	embedDocuments(documents: string[]): Promise<number[][]>;
}

/**
 * Embeddings over the transport of this package, at most `batchSize` texts a request. Each request shows in the run data with its texts,
 * vectors and usage, so that what was paid for is seen there even if a later request fails. Its methods throw n8n's errors.
 */
export function embedder(
	context: ISupplyDataFunctions,
	call: ServiceCall,
	{ body, batchSize }: { body: Record<string, unknown>; batchSize: number },
): Embedder {
	const logged = async (shown: IDataObject, texts: string[]): Promise<number[][]> => {
		const type = NodeConnectionTypes.AiEmbedding;
		const signal = context.getExecutionCancelSignal();
		const { index } = context.addInputData(type, [[{ json: shown }]]);
		const [outcome] = await Promise.allSettled([request(texts, signal)]);
		if (outcome.status === 'rejected') {
			const cause: unknown = signal?.aborted ? cancelled() : outcome.reason;
			const error = configurationError(context.getNode(), cause);
			context.addOutputData(type, index, error);
			throw error;
		}
		const { vectors, model, usage } = outcome.value;
		const [first] = vectors;
		const response = 'query' in shown ? first : vectors;
		const facts = { response, usage, model } as IDataObject;
		context.addOutputData(type, index, [[{ json: facts }]]);
		return vectors;
	};

	const request = async (texts: string[], signal: AbortSignal | undefined) => {
		const input = textsOf(texts, 'The documents');
		const answer = await call({ url: '/embeddings', body: { ...body, input } }, signal);
		return readEmbeddings(answer.body, texts.length);
	};

	return {
		async embedQuery(query) {
			const [vector = []] = await logged({ query }, [query]);
			context.logAiEvent('ai-query-embedded');
			return vector;
		},
		async embedDocuments(documents) {
			const vectors: number[][] = [];
			for (let start = 0; start < documents.length; start += batchSize) {
				const batch = documents.slice(start, start + batchSize);
				vectors.push(...(await logged({ documents: batch }, batch)));
			}
			context.logAiEvent('ai-document-embedded');
			return vectors;
		},
	};
}
