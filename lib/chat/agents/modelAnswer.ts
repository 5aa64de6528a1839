import { z } from 'zod';

import type { Answer } from '../../core/answer';
import { isRecord, type Json } from '../../core/record';
import { defined } from '../completion';
import { finishOf } from '../finish';
import { isText, marksOf, reasoningOf, shownText, UNKNOWN_END } from '../simplifyCompletion';
import { wireName } from '../../wire/body';
import { identified } from './callIds';
import {
	callOf,
	nameOf,
	notOffered,
	offeredName,
	type ModelCall,
	type OfferedTool,
} from './modelCall';
import { OWN_IDS, TURN } from './rememberedTurns';
import { HANDED_BACK } from './wireMessages';

/** What n8n gets to know of a chat answer. */
export interface ModelAnswer {
	text: string;
	calls: ModelCall[];
	/** What belongs to the message besides text and calls, to be handed back with it. */
	kept: Json;
	usage?: { input: number; output: number; total: number; cached: number; reasoning: number };
	/** Identifier, model, usage, cost, end, citations, and the turn itself when the model calls tools. */
	facts: Json;
	finishReason: string;
}

/**
 * The first choice of a chat answer that was checked (docs/maintainers/service.md#chat), with the calls of tools that were `offered`; empty arguments
 * of a call are none, and a call whose ID is `taken` gets another one. Throws a ServiceFailure with identifier, usage and cost when there
 * is nothing that an agent could go on with: it would ask again and again, and pay.
 */
export function modelAnswer(
	completion: Json,
	answer: Pick<Answer, 'headers' | 'charge' | 'namePrefix' | 'fallback' | 'attestation'>,
	offered: readonly OfferedTool[],
	taken: ReadonlySet<string> = new Set(),
): ModelAnswer {
	const { id, model, usage, cost } = completion;
	const parameters = completion[wireName('service_parameters', answer.namePrefix)];
	const citations = isRecord(parameters) ? parameters.web_search_citations : undefined;
	const paid = { id, model, usage, cost };
	const choice = (Array.isArray(completion.choices) ? completion.choices : []).find(isRecord);
	const message = isRecord(choice?.message) ? choice.message : {};
	const text = shownText(message);
	const finishReason = isText(choice?.finish_reason) ? choice.finish_reason : 'stop';
	const sent: unknown[] = Array.isArray(message.tool_calls) ? message.tool_calls : [];
	const { calls: listed, ownIds } = identified(sent.filter(isRecord), taken);
	// They go back with the turn, as what a later version adds may be expected there.
	const others = sent.filter((call) => !isRecord(call));
	const names = offered.map(({ name }) => name);
	const calls = listed.flatMap((call) => {
		const name = offeredName(nameOf(call), names);
		const tool = offered.find((one) => one.name === name);
		return tool === undefined ? [] : [callOf(call, tool, answer, paid)];
	});
	if (text === '' && calls.length === 0 && listed.length > 0)
		throw notOffered(listed, offered, answer, paid);
	return {
		text,
		calls,
		kept: keptOf(message),
		usage: counted(usage),
		facts: {
			...defined({ ...paid, finish_reason: finishReason, citations, fallback: answer.fallback }),
			...defined({ attestation: answer.attestation, ...marksOf(completion) }),
			...(choice && finishOf(choice) === 'unknown' ? { finishUnknown: UNKNOWN_END } : {}),
			...(calls.length > 0
				? { [TURN]: { ...message, tool_calls: [...listed, ...others] }, [OWN_IDS]: ownIds }
				: {}),
		},
		finishReason,
	};
}

/** What goes back with a message; thoughts under another name go back under that of the service. */
function keptOf(message: Json): Json {
	const kept = defined(Object.fromEntries(HANDED_BACK.map((key) => [key, message[key]])));
	const thoughts = isText(kept.reasoning_content) ? kept.reasoning_content : reasoningOf(message);
	return { ...kept, ...defined({ reasoning_content: thoughts }) };
}

/** The tokens of an answer; undefined where a number cannot be read, as the frameworks take a missing one for 0. A total may be missing. */
export function counted(usage: unknown): ModelAnswer['usage'] {
	const read = USAGE.safeParse(usage).data;
	if (read === undefined) return undefined;
	const { prompt_tokens: input, completion_tokens: output } = read;
	return {
		...{ input, output, total: read.total_tokens ?? input + output },
		cached: read.prompt_tokens_details?.cached_tokens ?? 0,
		reasoning: read.completion_tokens_details?.reasoning_tokens ?? 0,
	};
}

const COUNT = z.number().nonnegative();
const USAGE = z.object({
	...{ prompt_tokens: COUNT, completion_tokens: COUNT, total_tokens: COUNT.nullish() },
	prompt_tokens_details: z.object({ cached_tokens: COUNT.nullish() }).nullish(),
	completion_tokens_details: z.object({ reasoning_tokens: COUNT.nullish() }).nullish(),
});
