import type { FallbackRule } from '../../lib/run/fallback/types';
import { highestOutputRate } from '../../lib/cost/recordPrices';
import { isRecord, type Json } from '../../lib/core/record';
import { notTried } from '../../lib/run/fallback/candidate';
import { tokenPriceLimits } from '../../lib/run/fallback/choices';

/** What a request needs from a model: the flag of its record, its name in words, and when it is needed. */
const REQUEST_NEEDS: Array<[flag: string, words: string, isNeeded: (body: Json) => boolean]> = [
	['supportsVision', 'images', hasPartOfType('image_url')],
	['supportsAudioInput', 'audio', hasPartOfType('input_audio')],
	['supportsVideoInput', 'videos', hasPartOfType('video_url')],
	[
		'supportsFunctionCalling',
		'function calling',
		({ tools }) => Array.isArray(tools) && tools.length > 0,
	],
	[
		'supportsResponseSchema',
		'a JSON Schema',
		({ response_format: format }) => isRecord(format) && format.type === 'json_schema',
	],
	[
		'supportsLogProbs',
		'log probabilities',
		({ logprobs, top_logprobs: top }) => logprobs === true || top !== undefined,
	],
];

export const CHAT_FALLBACK: FallbackRule = {
	type: 'text',
	hasOwnLimits: true,
	prices: tokenPriceLimits(highestOutputRate),
	fit(body, { id }, spec = {}) {
		const capabilities = isRecord(spec.capabilities) ? spec.capabilities : {};
		for (const [flag, words, isNeeded] of REQUEST_NEEDS) {
			if (capabilities[flag] === false && isNeeded(body)) {
				throw notTried(`the model ${id} does not support ${words}`);
			}
		}
		const changes: string[] = [];
		const fitted = { ...body };
		if (
			fitted.reasoning_effort !== undefined &&
			!acceptsReasoningEffort(capabilities, fitted.reasoning_effort)
		) {
			changes.push(`Reasoning was left out: ${id} does not take this value`);
			delete fitted.reasoning_effort;
		}
		const { maxCompletionTokens: most } = spec;
		if (typeof most === 'number' && Number(fitted.max_completion_tokens) > most) {
			changes.push(`Max Answer Length (Tokens) was lowered to ${most}, the most that ${id} allows`);
			fitted.max_completion_tokens = most;
		}
		return { body: fitted, changes };
	},
};

function acceptsReasoningEffort(capabilities: Json, effort: unknown): boolean {
	if (capabilities.supportsReasoningEffort === false) return false;
	const { reasoningEffortOptions: efforts } = capabilities;
	return !Array.isArray(efforts) || efforts.includes(effort);
}

function hasPartOfType(type: string): (body: Json) => boolean {
	return ({ messages }) =>
		Array.isArray(messages) &&
		messages.some(
			(message) =>
				isRecord(message) &&
				Array.isArray(message.content) &&
				message.content.some((part) => isRecord(part) && part.type === type),
		);
}
