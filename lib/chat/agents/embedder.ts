import { NodeConnectionTypes, type IDataObject, type ISupplyDataFunctions } from 'n8n-workflow';

import type { Cost } from '../../core/cost';
import { cancelledFailure, failureOrRethrow, ServiceFailure } from '../../core/failure';
import { verdictOf } from '../../wire/errors/verdict';
import { isRecord } from '../../core/record';
import { rehearsalMark } from '../../core/rehearsal';
import { readEmbeddings, requireAllVectors, type Embeddings } from '../readEmbeddings';
import { checkedTexts } from '../embeddingInput';
import { configurationError } from './sdk';
import type { ServiceCalls } from './serviceCalls';

export interface EmbedderSettings {
	/** The body that the panel makes, without texts. */
	body: Record<string, unknown>;
	batchSize: number;
}

/** What n8n's vector stores ask of an embeddings sub-node. */
export interface Embedder {
	embedQuery(query: string): Promise<number[]>;
	embedDocuments(documents: string[]): Promise<number[][]>;
}

/**
 * Embeddings over the transport of this package, at most `batchSize` texts a request. Each request shows in the run data with its texts,
 * vectors and usage, so that what was paid for is seen there even if a later request fails. All texts are checked before the first request.
 * Its methods throw n8n's errors.
 */
export function createEmbedder(
	context: ISupplyDataFunctions,
	calls: ServiceCalls,
	settings: EmbedderSettings,
): Embedder {
	const { batchSize } = settings;
	const embedAndLog = createLoggedEmbed(context, calls, settings);

	return {
		async embedQuery(query) {
			rejectInvalidTexts(context, [query], () => 'The question');
			const [vector = []] = await embedAndLog({ query }, [query]);
			context.logAiEvent('ai-query-embedded');
			return vector;
		},
		async embedDocuments(documents) {
			rejectInvalidTexts(context, documents, (index) => `Document ${index + 1}`);
			const vectors: number[][] = [];
			for (let start = 0; start < documents.length; start += batchSize) {
				const batch = documents.slice(start, start + batchSize);
				vectors.push(...(await embedAndLog({ documents: batch }, batch, start)));
			}
			context.logAiEvent('ai-document-embedded');
			return vectors;
		},
	};
}

/** Embeds the texts of one request and shows it in the run data; `embeddedCount` counts the texts of earlier requests. */
function createLoggedEmbed(
	context: ISupplyDataFunctions,
	calls: ServiceCalls,
	settings: EmbedderSettings,
) {
	return async (
		shownInput: IDataObject,
		texts: string[],
		embeddedCount = 0,
	): Promise<number[][]> => {
		const type = NodeConnectionTypes.AiEmbedding;
		const signal = context.getExecutionCancelSignal();
		const { index } = context.addInputData(type, [[{ json: shownInput }]]);
		let read: CompleteEmbeddings;
		try {
			read = await sendEmbeddingRequest(calls, settings, texts, signal);
		} catch (reason) {
			const cause = signal?.aborted ? cancelledFailure({}, reason) : reason;
			const error = configurationError(context, withPaidDocumentsNote(cause, embeddedCount));
			context.addOutputData(type, index, error);
			throw error;
		}
		const { vectors, model, usage, cost } = read;
		const [first] = vectors;
		const response = 'query' in shownInput ? first : vectors;
		const { label: costLabel } = calls;
		const outputFacts = {
			response,
			usage,
			model,
			cost,
			...rehearsalMark(context),
			...(costLabel === undefined ? {} : { costLabel }),
		};
		const facts = outputFacts as unknown as IDataObject;
		context.addOutputData(type, index, [[{ json: facts }]]);
		return vectors;
	};
}

type CompleteEmbeddings = Embeddings & { vectors: number[][]; cost: Cost | null };

async function sendEmbeddingRequest(
	calls: ServiceCalls,
	{ body }: EmbedderSettings,
	input: string[],
	signal: AbortSignal | undefined,
): Promise<CompleteEmbeddings> {
	const sent = { url: '/embeddings', body: { ...body, input } } as const;
	const answer = await calls.send(sent, signal).catch((error: unknown) => {
		throw withBatchAdvice(failureOrRethrow(error), input.length);
	});
	const json = isRecord(answer.body) ? answer.body : {};
	const cost = await calls.setCost(answer, json);
	const read = readEmbeddings(answer, input.length, body.dimensions);
	// A vector store takes all or none, and the same text would be charged again for the same vector.
	return { ...read, vectors: requireAllVectors(answer, read), cost };
}

function rejectInvalidTexts(
	context: ISupplyDataFunctions,
	texts: string[],
	nameOf: (index: number) => string,
): void {
	try {
		for (const [index, text] of texts.entries()) checkedTexts(text, nameOf(index));
	} catch (error) {
		throw configurationError(context, error);
	}
}

function withBatchAdvice(failure: ServiceFailure, count: number): ServiceFailure {
	const { status, cure = '' } = failure.facts;
	// A request with many texts can be the reason, whatever the service says.
	if (verdictOf(failure.facts).isAboutContent !== true) return failure;
	const fewer = `lower Batch Size under Options: this request had ${count} texts.`;
	// This status is about the size alone (RFC 9110, 15.5.14).
	if (status === 413) {
		const shorter = 'Split the text into shorter pieces.';
		return failure.withMessage(failure.message, {
			cure: count > 1 ? `L${fewer.slice(1)}` : shorter,
		});
	}
	if (count === 1) return failure;
	return failure.withMessage(failure.message, {
		cure: `${cure} If there are too many texts, ${fewer}`.trim(),
	});
}

/** The failure, with a note on documents of earlier requests that were paid for but whose vectors are lost. */
function withPaidDocumentsNote(error: unknown, embeddedCount: number): unknown {
	if (embeddedCount === 0 || !(error instanceof ServiceFailure)) return error;
	const paid = `The previous ${embeddedCount} documents were embedded and charged: their vectors and usage are in the run data of this node.`;
	const { cure } = error.facts;
	return error.withMessage(error.message, { cure: cure === undefined ? paid : `${cure} ${paid}` });
}
