import type { Model } from '../models/model';
import type { ChatRequest } from '../schemas/chat';
import type { Switches } from '../schemas/switches';
import type { World } from '../world';
import { echo, lastUserText } from './echo';
import { instanceOf, unwrapSchema } from './instance';
import { type Citation, citationsFor } from './search';
import { type ScriptedTurn, scriptedChoice } from './script';
import { type ToolCall, toolCall, toolCallsFor } from './toolCalls';
import { firstTokens, promptTokensOf, tokensOf, type Usage } from './usage';

export interface Choice {
	content: string | null;
	reasoning: string | null;
	/** What the model thought, encrypted; it ends the reasoning. */
	sealed?: string;
	toolCalls: ToolCall[];
	/** What a model wants back with its calls. */
	details?: Array<Record<string, unknown>>;
	signature?: string;
	finish: 'stop' | 'length' | 'tool_calls' | 'content_filter';
}

/** Everything an answer says, before it is written as JSON or as a stream. */
export interface Plan {
	choices: Choice[];
	citations: Citation[];
	usage: Usage;
	logprobs: boolean;
	/** How many likely tokens stand beside each. */
	topLogprobs: number;
}

const THOUGHT = 'The caller wants an echo, so an echo it is.';

/** The answer that a script asks for. */
export function scriptedPlan(
	request: ChatRequest,
	turn: ScriptedTurn,
	serial: number,
	own: number,
): Plan {
	const choice = withinBudget(scriptedChoice(turn, serial), request);
	const usage = { ...usageOf(request, choice, 1, own), ...turn.usage };
	return { choices: [choice], citations: [], usage, logprobs: false, topLogprobs: 0 };
}

export function plan(
	request: ChatRequest,
	model: Model,
	switches: Switches,
	world: World,
	own: number,
): Plan {
	const { namePrefix, studio } = world;
	const text = lastUserText(request);
	const citations = citationsFor(text, model, switches);
	const calls = toolCallsFor(request, text);
	const thinks = isThinking(request, model, switches);
	const content = calls.length ? null : contentOf(request, switches, citations, studio.preface);
	const spoken =
		content !== null && thinks && model.thinksAloud && !switches.stripThinking
			? `<think>${THOUGHT}</think>\n${content}`
			: content;
	const documents =
		switches.searchResultsAsDocuments && citations.length
			? [
					toolCall(
						`${namePrefix}_web_search_documents`,
						JSON.stringify({ documents: citations }),
						9,
					),
				]
			: [];
	const whole: Choice = {
		content: spoken,
		reasoning: thinks && !model.thinksAloud ? THOUGHT : null,
		toolCalls: [...documents, ...calls],
		finish: calls.length ? 'tool_calls' : 'stop',
	};
	const choice = withinBudget(whole, request);
	const count = request.n ?? 1;
	const usual = usageOf(request, choice, count, own);
	const { usage, isCut } = withManner(usual, request, model, world.manner);
	if (isCut) choice.finish = 'length';
	return {
		choices: Array.from({ length: count }, () => choice),
		citations,
		usage,
		logprobs: request.logprobs ?? false,
		topLogprobs: request.top_logprobs ?? 0,
	};
}

/** What a long answer is billed: the text of one is of no use to a test. */
function withManner(
	usage: Usage,
	{ n = 1, max_completion_tokens: most, max_tokens: older }: ChatRequest,
	{ record }: Model,
	{ tokens, ignoresLimit }: World['manner'],
): { usage: Usage; isCut: boolean } {
	if (tokens === undefined) return { usage, isCut: false };
	const ofModel = Number(record.model_spec.maxCompletionTokens);
	const asked = ignoresLimit === true ? undefined : (most ?? older);
	const limit = Math.min(asked ?? Infinity, ofModel);
	const each = tokens === 'all' ? limit : Math.min(tokens, limit);
	const completion = n * each;
	const total = usage.prompt_tokens + completion;
	return {
		usage: { ...usage, completion_tokens: completion, total_tokens: total },
		isCut: each === limit,
	};
}

function isThinking(request: ChatRequest, model: Model, switches: Switches): boolean {
	const effort = request.reasoning_effort ?? request.reasoning?.effort;
	const off = switches.disableThinking || effort === 'none' || request.reasoning?.enabled === false;
	return !off && model.record.model_spec.capabilities?.supportsReasoning === true;
}

function contentOf(
	request: ChatRequest,
	switches: Switches,
	citations: Citation[],
	preface: string,
): string {
	const format = request.response_format;
	if (format?.type === 'json_schema') {
		return JSON.stringify(instanceOf(unwrapSchema(format.json_schema)));
	}
	if (format?.type === 'json_object') return JSON.stringify({ answer: echo(request) });
	const speaker = switches.characterSlug === undefined ? '' : `${switches.characterSlug}: `;
	const mark = citations.length && switches.webCitations ? ' [REF]0[/REF]' : '';
	return `${preface}${speaker}${echo(request)}${mark}`;
}

/** Thoughts use up the budget first; what is left of it cuts the text, down to nothing. */
function withinBudget(choice: Choice, request: ChatRequest): Choice {
	const budget = [request.max_completion_tokens, request.max_tokens].find(
		(tokens) => tokens !== undefined && tokens > 0,
	);
	if (budget === undefined || choice.content === null) return choice;
	const left = Math.max(0, budget - tokensOf(choice.reasoning ?? ''));
	if (tokensOf(choice.content) <= left) return choice;
	const reasoning = choice.reasoning === null ? null : firstTokens(choice.reasoning, budget);
	return { ...choice, reasoning, content: firstTokens(choice.content, left), finish: 'length' };
}

function usageOf(request: ChatRequest, choice: Choice, count: number, own: number): Usage {
	const said = choice.toolCalls.reduce(
		(text, call) => text + call.function.name + call.function.arguments,
		choice.content ?? '',
	);
	const reasoning = tokensOf(choice.reasoning ?? '');
	const prompt = promptTokensOf(request, own);
	const completion = count * (reasoning + tokensOf(said));
	return {
		prompt_tokens: prompt,
		completion_tokens: completion,
		total_tokens: prompt + completion,
		prompt_tokens_details: null,
		completion_tokens_details: reasoning ? { reasoning_tokens: count * reasoning } : null,
	};
}
