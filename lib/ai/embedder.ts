import { NodeConnectionTypes, type IDataObject, type ISupplyDataFunctions } from 'n8n-workflow';

import type { Cost } from '../base/cost';
import { cancelled } from '../base/failure';
import { isRecord } from '../base/record';
import { readEmbeddings, type Embeddings } from '../embeddings/readEmbeddings';
import { textsOf } from '../embeddings/texts';
import { configurationError } from './sdk';
import type { ServiceCalls } from './serviceCall';

export interface EmbedderSettings {
	/** The body that the panel makes, without texts. */
	body: Record<string, unknown>;
	batchSize: number;
}

/** What n8n's vector stores ask of an embeddings sub-node. */
export interface Embedder {
	/** The vector of a question. */
	embedQuery(query: string): Promise<number[]>;
	/** The vectors of texts, in their order. */
	embedDocuments(documents: string[]): Promise<number[][]>;
}

/**
 * Embeddings over the transport of this package, at most `batchSize` texts a request. Each request shows in the run data with its texts,
 * vectors and usage, so that what was paid for is seen there even if a later request fails. All texts are checked before the first request.
 * Its methods throw n8n's errors.
 */
export function embedder(
	context: ISupplyDataFunctions,
	calls: ServiceCalls,
	settings: EmbedderSettings,
): Embedder {
	const { batchSize } = settings;
	const logged = loggedBy(context, calls, settings);

	return {
		async embedQuery(query) {
			check(context, [query], () => 'The question');
			const [vector = []] = await logged({ query }, [query]);
			context.logAiEvent('ai-query-embedded');
			return vector;
		},
		async embedDocuments(documents) {
			check(context, documents, (index) => `Document ${index + 1}`);
			const vectors: number[][] = [];
			for (let start = 0; start < documents.length; start += batchSize) {
				const batch = documents.slice(start, start + batchSize);
				vectors.push(...(await logged({ documents: batch }, batch, start)));
			}
			context.logAiEvent('ai-document-embedded');
			return vectors;
		},
	};
}

/** Embeds the texts of one request and shows it in the run data; `before` counts the texts of earlier requests. */
function loggedBy(context: ISupplyDataFunctions, calls: ServiceCalls, settings: EmbedderSettings) {
	return async (shown: IDataObject, texts: string[], before = 0): Promise<number[][]> => {
		const type = NodeConnectionTypes.AiEmbedding;
		const signal = context.getExecutionCancelSignal();
		const { index } = context.addInputData(type, [[{ json: shown }]]);
		let read: Embeddings & { cost: Cost | null };
		try {
			read = await request(calls, settings, texts, signal);
		} catch (reason) {
			const cause = signal?.aborted ? cancelled({}, reason) : reason;
			const error = withPaid(configurationError(context.getNode(), cause), before);
			context.addOutputData(type, index, error);
			throw error;
		}
		const { vectors, model, usage, cost } = read;
		const [first] = vectors;
		const response = 'query' in shown ? first : vectors;
		const { label: costLabel } = calls;
		const known = {
			response,
			usage,
			model,
			cost,
			...(costLabel === undefined ? {} : { costLabel }),
		};
		const facts = known as unknown as IDataObject;
		context.addOutputData(type, index, [[{ json: facts }]]);
		return vectors;
	};
}

async function request(
	calls: ServiceCalls,
	{ body }: EmbedderSettings,
	input: string[],
	signal: AbortSignal | undefined,
): Promise<Embeddings & { cost: Cost | null }> {
	const sent = { url: '/embeddings', body: { ...body, input } } as const;
	const answer = await calls.send(sent, signal);
	const json = isRecord(answer.body) ? answer.body : {};
	const cost = await calls.settle(answer, json);
	return { ...readEmbeddings(answer, input.length), cost };
}

/** Refuses what cannot be embedded before anything is paid for. */
function check(
	context: ISupplyDataFunctions,
	texts: string[],
	nameOf: (index: number) => string,
): void {
	try {
		for (const [index, text] of texts.entries()) textsOf(text, nameOf(index));
	} catch (error) {
		throw configurationError(context.getNode(), error);
	}
}

/** The error, with a note on documents of earlier requests that were paid for but whose vectors are lost. */
function withPaid<T extends { description?: string | null }>(error: T, before: number): T {
	if (before === 0) return error;
	const paid = `The previous ${before} documents were embedded and charged: their vectors and usage are in the run data of this node.`;
	error.description = error.description ? `${error.description} ${paid}` : paid;
	return error;
}
