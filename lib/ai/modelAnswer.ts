import { isRecord } from '../record';
import { ServiceFailure } from '../transport/failure';
import { wireName } from '../transport/serviceWord';
import { textOf } from './parts';
import { TURN } from './rememberedTurns';
import { HANDED_BACK } from './wireMessages';

type Json = Record<string, unknown>;

export interface ModelCall {
	id: string;
	name: string;
	args: Json;
}

/** What n8n gets to know of a chat answer. */
export interface ModelAnswer {
	text: string;
	calls: ModelCall[];
	/** What belongs to the message besides text and calls, to be handed back with it. */
	kept: Json;
	usage?: { input: number; output: number; total: number; cached: number; reasoning: number };
	/** Identifier, model, usage, cost, end, citations, and the turn itself when tools are to be called. */
	facts: Json;
	finishReason: string;
}

/**
 * The first choice of a whole chat answer (NOTES 2.5 and 2.7); empty arguments of a call are none.
 * Throws a ServiceFailure with identifier, usage and cost when there is nothing that an agent could go on with.
 */
export function modelAnswer(completion: Json, word: string): ModelAnswer {
	const { id, model, usage, cost } = completion;
	const parameters = completion[wireName('service_parameters', word)];
	const citations = isRecord(parameters) ? parameters.web_search_citations : undefined;
	const paid = { id, model, usage, cost };
	const choice = (Array.isArray(completion.choices) ? completion.choices : []).find(isRecord);
	const message = isRecord(choice?.message) ? choice.message : undefined;
	if (message === undefined) throw unusable('The service sent no answer', paid);
	const text = textOf(message.content);
	const listed = (Array.isArray(message.tool_calls) ? message.tool_calls : []).filter(isRecord);
	const finishReason = String(choice?.finish_reason ?? 'stop');
	const calls = listed.map((call, index) =>
		callOf(call, `${String(id)}-${index}`, finishReason, paid),
	);
	if (text === '' && calls.length === 0 && finishReason === 'length') {
		throw unusable(
			'The model used up its tokens before it answered',
			paid,
			'Raise Max Completion Tokens, or lower Reasoning Effort. The call was charged.',
		);
	}
	const turn = {
		...message,
		tool_calls: listed.map((call, index) => ({ ...call, id: calls[index]?.id })),
	};
	return {
		text,
		calls,
		kept: Object.fromEntries(
			HANDED_BACK.flatMap((key) =>
				message[key] === undefined || message[key] === null ? [] : [[key, message[key]]],
			),
		),
		...(isRecord(usage) ? { usage: counted(usage) } : {}),
		facts: {
			...defined({ ...paid, finish_reason: finishReason, citations }),
			...(calls.length > 0 ? { [TURN]: turn } : {}),
		},
		finishReason,
	};
}

function callOf(call: Json, fallbackId: string, finishReason: string, paid: Json): ModelCall {
	const { name, arguments: given } = isRecord(call.function) ? call.function : {};
	const args = argumentsOf(given);
	if (args === undefined) {
		const cut = finishReason === 'length' ? ', because its tokens were used up' : '';
		throw unusable(
			`The model called the tool "${String(name)}" with arguments that are not a JSON object${cut}: ${String(given).slice(0, 200)}`,
			paid,
			'Raise Max Completion Tokens or choose another model. The call was charged.',
		);
	}
	const id = typeof call.id === 'string' && call.id !== '' ? call.id : fallbackId;
	return { id, name: String(name ?? ''), args };
}

function argumentsOf(given: unknown): Json | undefined {
	if (given === undefined || given === null) return {};
	if (typeof given !== 'string') return isRecord(given) ? given : undefined;
	if (given.trim() === '') return {};
	try {
		const parsed: unknown = JSON.parse(given);
		return isRecord(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

function counted(usage: Json): ModelAnswer['usage'] {
	const count = (value: unknown) => (typeof value === 'number' ? value : 0);
	const part = (name: string, key: string) => {
		const details = usage[name];
		return isRecord(details) ? count(details[key]) : 0;
	};
	return {
		input: count(usage.prompt_tokens),
		output: count(usage.completion_tokens),
		total: count(usage.total_tokens),
		cached: part('prompt_tokens_details', 'cached_tokens'),
		reasoning: part('completion_tokens_details', 'reasoning_tokens'),
	};
}

function unusable(message: string, paid: Json, cure?: string): ServiceFailure {
	return new ServiceFailure(message, {
		kind: 'malformed',
		status: 200,
		cure:
			cure ?? 'The call may have been charged: check the usage history before you run it again.',
		details: defined(paid),
	});
}

function defined(record: Json): Json {
	return Object.fromEntries(
		Object.entries(record).filter(([, value]) => value !== undefined && value !== null),
	);
}
