import { echoOf, type Switches } from '../schemas/switches';
import type { Choice, Plan } from './plan';
import { reasoningOf } from './script';
import type { Citation } from './search';

/** What an answer says about itself. */
export interface Facts {
	id: string;
	created: number;
	model: string;
	cost: { usd: number; diem: number };
	namePrefix: string;
	switches: Switches;
}

/** The answer as one JSON object. */
export function completionJson(plan: Plan, facts: Facts): Record<string, unknown> {
	const { id, created, model, cost, namePrefix } = facts;
	return {
		id,
		object: 'chat.completion',
		created,
		model,
		cost,
		choices: plan.choices.map((choice, index) => ({
			index,
			finish_reason: choice.finish,
			stop_reason: null,
			logprobs: plan.logprobs ? logprobsOf(choice, plan.topLogprobs) : null,
			message: {
				role: 'assistant',
				content: choice.content,
				reasoning_content: reasoningOf(choice),
				tool_calls: choice.toolCalls,
				...(choice.details && { reasoning_details: choice.details }),
				...(choice.signature !== undefined && { thought_signature: choice.signature }),
			},
		})),
		usage: plan.usage,
		prompt_logprobs: null,
		[`${namePrefix}_parameters`]: parametersOf(facts, plan.citations),
	};
}

export function parametersOf({ switches, namePrefix }: Facts, citations: Citation[]) {
	const searched = citations.length > 0;
	return { ...echoOf(switches, namePrefix), ...(searched && { web_search_citations: citations }) };
}

/** One token, not a list of them: the published schema has it so. */
function logprobsOf({ content }: Choice, top: number) {
	const [token = ''] = (content ?? '').match(/\s*\S+/) ?? [];
	const others = Array.from({ length: top }, (_, index) => ({
		token: index === 0 ? token : `${token}${index}`,
		logprob: -0.1 - index,
	}));
	return { token, logprob: -0.1, top_logprobs: others };
}
