import type { SupplyData } from 'n8n-workflow';

import { ServiceFailure } from '../../core/failure';
import { isRecord, type Json } from '../../core/record';
import type { serviceChatModel } from './chatModel';
import { type ModelAnswer, tokenUsageOf } from './modelAnswer';
import type { ModelExchange } from './sdkResult';

type ServiceChatModel = ReturnType<typeof serviceChatModel>;

/** The parts of n8n's adapter from its SDK to its agents that are put right here (n8n 2.41: LangchainChatModelAdapter). */
interface AgentAdapter {
	chatModel: ServiceChatModel;
	callbacks?: unknown;
	_generate(messages: unknown[], options: Json, manager?: unknown): Promise<GeneratedResult>;
	_streamResponseChunks(
		messages: unknown[],
		options: Json,
		manager?: unknown,
	): AsyncGenerator<AdapterChunk>;
	bindTools(tools: unknown[], options?: Json): unknown;
}

interface AdapterChunk {
	text: string;
	message: object;
	generationInfo?: Json;
}

interface GeneratedResult {
	generations: AdapterChunk[];
	llmOutput?: Json;
}

type AdapterClass = new (model: ServiceChatModel, context: unknown) => AgentAdapter;

/**
 * The supplied model with what n8n's adapter leaves out or makes up put right: images and reasoning passed on, several tool calls in a
 * streamed answer, the choice of a tool, and usage and cost in the run data as the service reported them.
 * An adapter of another make is left as it is.
 */
export function withExactAnswers(supplied: SupplyData, context: unknown): SupplyData {
	const { response } = supplied;
	if (!isAdapter(response)) return supplied;
	const ExactAdapter = exactAdapterClass(response.constructor as AdapterClass, context);
	return { ...supplied, response: new ExactAdapter(response.chatModel, context) };
}

function exactAdapterClass(Original: AdapterClass, context: unknown): AdapterClass {
	return class ExactAdapter extends Original {
		constructor(model: ServiceChatModel, owner: unknown) {
			super(model, owner);
			reportExactUsage(this.callbacks);
		}

		override async _generate(messages: unknown[], options: Json, manager?: unknown) {
			const exchange: ModelExchange = { messages };
			const result = await super._generate(messages, { ...options, exchange }, manager);
			for (const generation of result.generations)
				replaceWithAnswer(generation, requiredAnswerOf(exchange));
			return result;
		}

		override async *_streamResponseChunks(messages: unknown[], options: Json, manager?: unknown) {
			const exchange: ModelExchange = { messages };
			const chunks = super._streamResponseChunks(messages, { ...options, exchange }, manager);
			for await (const chunk of chunks) yield replaceChunk(chunk, exchange);
		}

		override bindTools(tools: unknown[], options: Json = {}): unknown {
			const bound = super.bindTools(tools);
			const model = isAdapter(bound) ? bound.chatModel : this.chatModel;
			return new ExactAdapter(model.withToolChoice(options.tool_choice), context);
		}

		toJSON() {
			const { modelId, options } = this.chatModel;
			const id = ['inference-service', modelId];
			return { lc: 1, type: 'constructor', id, kwargs: options };
		}
	};
}

function replaceWithAnswer(generation: AdapterChunk, answer: ModelAnswer): void {
	generation.text = answer.text;
	generation.message = rebuiltMessage(generation.message, messageFields(answer));
	generation.generationInfo = answer.facts;
}

function replaceChunk(chunk: AdapterChunk, { answer }: ModelExchange): AdapterChunk {
	// The text of a chunk comes as a list of blocks, which would be joined by line breaks.
	const fields = answer === undefined ? { content: chunk.text } : chunkFields(answer);
	chunk.message = rebuiltMessage(chunk.message, fields);
	if (answer !== undefined) chunk.generationInfo = answer.facts;
	return chunk;
}

function requiredAnswerOf({ answer }: ModelExchange): ModelAnswer {
	if (answer !== undefined) return answer;
	throw new ServiceFailure('The service sent no answer', {
		kind: 'malformed',
		charge: 'possible',
	});
}

/** A message of the same class with other fields; the class itself cannot be imported by a package for n8n. */
function rebuiltMessage(message: object, fields: Json): object {
	const Message = message.constructor as new (fields: Json) => object;
	return new Message(fields);
}

function isAdapter(value: unknown): value is AgentAdapter & { constructor: unknown } {
	return (
		isRecord(value) &&
		isRecord(value.chatModel) &&
		['_generate', '_streamResponseChunks', 'bindTools'].every(
			(name) => typeof value[name] === 'function',
		)
	);
}

/**
 * Has n8n's tracing of language models read tokens and cost from the facts of the answer, instead of estimating tokens when an answer
 * was streamed. What is no such tracing is left as it is.
 */
export function reportExactUsage(callbacks: unknown): void {
	for (const tracing of Array.isArray(callbacks) ? callbacks : []) {
		if (!isRecord(tracing) || !isRecord(tracing.options)) continue;
		if (typeof tracing.options.tokensUsageParser !== 'function') continue;
		tracing.options = { ...tracing.options, tokensUsageParser: tracedUsage };
	}
}

/** Tokens and cost in USD of an answer, as n8n's tracing wants them, and how many of the prompt's tokens came from a cache. */
export function tracedUsage(result: unknown): Record<string, unknown> {
	const generations =
		isRecord(result) && Array.isArray(result.generations) ? result.generations : [];
	const first: unknown = [generations[0]].flat()[0];
	const facts = isRecord(first) && isRecord(first.generationInfo) ? first.generationInfo : {};
	// Without numbers, n8n shows an estimate, and says so.
	const { input = 0, output = 0, total = 0, cached = 0 } = tokenUsageOf(facts.usage) ?? {};
	const cost = isRecord(facts.cost) ? facts.cost.usd : undefined;
	return {
		...{ completionTokens: output, promptTokens: input, totalTokens: total },
		...(cached > 0 ? { cachedTokens: cached } : {}),
		...(typeof cost === 'number' ? { cost } : {}),
	};
}

function messageFields(answer: ModelAnswer): Json {
	return {
		content: answer.text,
		tool_calls: answer.calls.map(({ id, name, args }) => ({ type: 'tool_call', id, name, args })),
		...sharedMessageFields(answer),
	};
}

/** The fields of the last piece of a streamed message, which adds the tool calls, each under a number of its own. */
function chunkFields(answer: ModelAnswer): Json {
	return {
		content: '',
		tool_call_chunks: answer.calls.map(({ id, name, args }, index) => ({
			type: 'tool_call_chunk',
			index,
			id,
			name,
			args: JSON.stringify(args),
		})),
		...sharedMessageFields(answer),
	};
}

function sharedMessageFields({ kept, facts, usage }: ModelAnswer): Json {
	return {
		additional_kwargs: kept,
		response_metadata: facts,
		...(usage === undefined
			? {}
			: {
					usage_metadata: {
						input_tokens: usage.input,
						output_tokens: usage.output,
						total_tokens: usage.total,
						input_token_details: { cache_read: usage.cached },
						output_token_details: { reasoning: usage.reasoning },
					},
				}),
	};
}
