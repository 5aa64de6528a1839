import type { ModelAnswer } from './modelAnswer';
import type { Json } from '../../core/record';

/** The fields of a whole message for n8n's agents. */
export function messageFields(answer: ModelAnswer): Json {
	return {
		content: answer.text,
		tool_calls: answer.calls.map(({ id, name, args }) => ({ type: 'tool_call', id, name, args })),
		...sharedMessageFields(answer),
	};
}

/** The fields of the last piece of a streamed message, which adds the tool calls, each under a number of its own. */
export function chunkFields(answer: ModelAnswer): Json {
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
