import { invalidField } from '../errors';
import type { Model, TextCapabilities } from '../models/model';
import type { ChatRequest } from '../schemas/chat';
import type { UserPart } from '../schemas/messages';

type Flag = {
	[Name in keyof TextCapabilities]-?: TextCapabilities[Name] extends boolean ? Name : never;
}[keyof TextCapabilities];

/** What a request needs from its model: the field that asks, the flag, and its name in words. */
type Need = [field: string, flag: Flag, words: string];

const PART_NEEDS: Partial<Record<UserPart['type'], Need>> = {
	image_url: ['messages', 'supportsVision', 'images'],
	input_audio: ['messages', 'supportsAudioInput', 'audio'],
	video_url: ['messages', 'supportsVideoInput', 'videos'],
};

/** Refuses what the chosen model cannot do. */
export function requireCapabilities(request: ChatRequest, { record }: Model): void {
	const can = record.model_spec.capabilities;
	if (!can) throw invalidField('model', `Model ${record.id} does not chat`);
	for (const [field, flag, words] of needsOf(request)) {
		if (!can[flag]) throw invalidField(field, `Model ${record.id} does not support ${words}`);
	}
	requireEffort(request, record.id, can);
	requireCount(request, 'image_url', can.maxImages, record.id);
	requireCount(request, 'video_url', can.maxVideos, record.id);
}

function needsOf(request: ChatRequest): Need[] {
	const needed = partsOf(request).flatMap(({ type }) => {
		const need = PART_NEEDS[type];
		return need ? [need] : [];
	});
	if (request.tools?.some((tool) => 'function' in tool)) {
		needed.push(['tools', 'supportsFunctionCalling', 'function calling']);
	}
	if (request.response_format?.type === 'json_schema') {
		needed.push(['response_format', 'supportsResponseSchema', 'a response schema']);
	}
	if (request.logprobs || request.top_logprobs) {
		needed.push(['logprobs', 'supportsLogProbs', 'log probabilities']);
	}
	return needed;
}

export function partsOf({ messages }: ChatRequest): UserPart[] {
	return messages.flatMap((message) =>
		message.role === 'user' && Array.isArray(message.content) ? message.content : [],
	);
}

function requireEffort(request: ChatRequest, id: string, can: Partial<TextCapabilities>): void {
	const flat = request.reasoning_effort;
	const effort = flat ?? request.reasoning?.effort;
	if (effort === undefined) return;
	const field = flat === undefined ? 'reasoning' : 'reasoning_effort';
	const options = can.reasoningEffortOptions ?? [];
	if (!can.supportsReasoningEffort) {
		throw invalidField(field, `Model ${id} does not support a reasoning effort`);
	}
	if (!options.includes(effort)) {
		throw invalidField(field, `Model ${id} takes the efforts ${options.join(', ')}, not ${effort}`);
	}
}

function requireCount(
	request: ChatRequest,
	type: UserPart['type'],
	most: number | undefined,
	id: string,
): void {
	const count = partsOf(request).filter((part) => part.type === type).length;
	if (most === undefined || count <= most) return;
	throw invalidField('messages', `Model ${id} takes at most ${most} parts of type ${type}`);
}
