import type { FallbackRule } from '../../lib/run/fallback/types';
import { highestInputRate, highestOutputRate } from '../../lib/cost/highestRates';
import { isRecord, type Json } from '../../lib/core/record';
import { badInput } from '../../lib/core/failure';

/** What a request needs from a model: the flag of its record, its name in words, and when it is needed. */
const NEEDS: Array<[flag: string, words: string, isNeeded: (body: Json) => boolean]> = [
	['supportsVision', 'images', hasPart('image_url')],
	['supportsAudioInput', 'audio', hasPart('input_audio')],
	['supportsVideoInput', 'videos', hasPart('video_url')],
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

/** How a chat request goes to another model. */
export const CHAT_FALLBACK: FallbackRule = {
	type: 'text',
	hasOwnLimits: true,
	prices: [
		{
			name: 'maxInputPrice',
			label: 'Max Input Price (USD per 1M Tokens)',
			price: highestInputRate,
		},
		{
			name: 'maxOutputPrice',
			label: 'Max Output Price (USD per 1M Tokens)',
			price: highestOutputRate,
		},
	],
	fit(body, { id }, spec = {}) {
		const can = isRecord(spec.capabilities) ? spec.capabilities : {};
		for (const [flag, words, isNeeded] of NEEDS) {
			if (can[flag] === false && isNeeded(body)) {
				throw badInput(`Not tried: the model ${id} does not support ${words}`);
			}
		}
		const changes: string[] = [];
		const fitted = { ...body };
		if (fitted.reasoning_effort !== undefined && !takesEffort(can, fitted.reasoning_effort)) {
			changes.push(`Reasoning Effort was left out: ${id} does not take this value`);
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

function takesEffort(can: Json, effort: unknown): boolean {
	if (can.supportsReasoningEffort === false) return false;
	const { reasoningEffortOptions: efforts } = can;
	return !Array.isArray(efforts) || efforts.includes(effort);
}

function hasPart(type: string): (body: Json) => boolean {
	return ({ messages }) =>
		Array.isArray(messages) &&
		messages.some(
			(message) =>
				isRecord(message) &&
				Array.isArray(message.content) &&
				message.content.some((part) => isRecord(part) && part.type === type),
		);
}
