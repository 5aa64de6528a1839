import type { Answer } from '../../core/answer';
import { cut } from '../../core/cut';
import type { ServiceFailure } from '../../core/failure';
import { isRecord, type Json } from '../../core/record';
import { wireNumber } from '../../core/wireText';
import { tokenFields } from '../../cost/tokens';
import { unusableAnswerFailure, withoutMissing } from '../completion';
import { finishKindOf } from '../finishReason';
import { holdsAnswer, isNonEmptyText, reasoningOf, textOfMessage } from '../messageText';
import { marksOf, UNKNOWN_FINISH_NOTE } from '../simplifyCompletion';
import { shownValue } from '../../fields/parseJson';
import { wireName } from '../../wire/body';
import { withUniqueIds } from './callIds';
import {
	modelCallOf,
	toolNameOf,
	toolNotOfferedFailure,
	matchOfferedName,
	type ModelCall,
	type OfferedTool,
} from './modelCall';
import { SERVICE_IDS_KEY, TURN_KEY } from './rememberedTurns';
import { CALL_EXTRAS_KEY, FIELDS_TO_HAND_BACK } from './wireMessages';

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
 * The first choice of a chat answer that was checked (docs/maintainers/service.md#chat), with the calls of the tools `offeredTools`; empty arguments
 * of a call are none, and a call whose ID is in `takenIds` gets another one. Throws a ServiceFailure with identifier, usage and cost when there
 * is nothing that an agent could go on with: it would ask again and again, and pay.
 */
export function modelAnswerOf(
	completion: Json,
	answer: Pick<Answer, 'headers' | 'charge' | 'namePrefix' | 'fallback' | 'attestation'>,
	offeredTools: readonly OfferedTool[],
	takenIds: ReadonlySet<string> = new Set(),
): ModelAnswer {
	const { id, model, usage, cost } = completion;
	const parameters = completion[wireName('service_parameters', answer.namePrefix)];
	const citations = isRecord(parameters) ? parameters.web_search_citations : undefined;
	const choice = (Array.isArray(completion.choices) ? completion.choices : []).find(isRecord);
	const message = isRecord(choice?.message) ? choice.message : {};
	const text = textOfMessage(message);
	const finishReason = isNonEmptyText(choice?.finish_reason) ? choice.finish_reason : 'stop';
	const sentCalls: unknown[] = Array.isArray(message.tool_calls) ? message.tool_calls : [];
	const { calls: callsWithUniqueIds, ownIds } = withUniqueIds(sentCalls.filter(isRecord), takenIds);
	// They go back with the turn, as what a later version adds may be expected there.
	const malformedCalls = sentCalls.filter((call) => !isRecord(call));
	const names = offeredTools.map(({ name }) => name);
	const calls = callsWithUniqueIds.flatMap((call) => {
		const name = matchOfferedName(toolNameOf(call), names);
		const tool = offeredTools.find((one) => one.name === name);
		return tool === undefined ? [] : [modelCallOf(call, tool, answer, completion)];
	});
	const foreignCall = calls.length === 0 && offeredTools.length > 0 && foreignCallIn(message);
	if (foreignCall) throw foreignCallFailure(answer, foreignCall, completion);
	if (text === '' && calls.length === 0 && callsWithUniqueIds.length > 0)
		throw toolNotOfferedFailure(callsWithUniqueIds, offeredTools, answer, completion);
	if (text === '' && calls.length === 0) throw noTextFailure(answer, message, completion);
	return {
		text,
		calls,
		kept: { ...fieldsToHandBackOf(message), ...callFieldsOf(callsWithUniqueIds) },
		usage: tokenUsageOf(usage),
		facts: {
			...withoutMissing({
				...{ id, model, usage, cost },
				finish_reason: finishReason,
				citations,
				fallback: answer.fallback,
			}),
			...withoutMissing({ attestation: answer.attestation, ...marksOf(completion) }),
			...(choice && finishKindOf(choice) === 'unknown'
				? { finishUnknown: UNKNOWN_FINISH_NOTE }
				: {}),
			...(calls.length > 0
				? {
						[TURN_KEY]: { ...message, tool_calls: [...callsWithUniqueIds, ...malformedCalls] },
						[SERVICE_IDS_KEY]: ownIds,
					}
				: {}),
		},
		finishReason,
	};
}

/** What a model needs back with its calls, such as their signatures, by their IDs: n8n's agents and memories keep no more of a call than they know. */
function callFieldsOf(calls: Json[]): Json {
	const signed = calls.filter(({ extra_content: extra }) => isRecord(extra));
	const byId = Object.fromEntries(signed.map((call) => [call.id, call.extra_content]));
	const text = JSON.stringify(byId);
	return signed.length === 0
		? {}
		: { [CALL_EXTRAS_KEY]: Object.fromEntries(signed.map(({ id }) => [id, text])) };
}

const CALL_PART = /^(tool[-_]?(use|call)|function[-_]?call)$/i;

/** A call that stands among the parts of the content, as in other interfaces. */
function foreignCallIn({ content }: Json): unknown {
	const isCall = (part: unknown) =>
		isRecord(part) &&
		[String(part.type), ...Object.keys(part)].some((name) => CALL_PART.test(name));
	return [content].flat().find(isCall);
}

/** The failure of an answer whose words an agent would take for its last ones. */
function foreignCallFailure(
	answer: Pick<Answer, 'headers' | 'charge'>,
	call: unknown,
	completion: Json,
): ServiceFailure {
	const message = `The model called a tool in the form of another interface: ${shownValue(call)}`;
	const cure = 'The answer is in the error details. Choose another model.';
	return unusableAnswerFailure(answer, message, completion, { cure, charge: 'certain' });
}

/** The failure of an answer that an agent or a chain could only take for an empty one. */
function noTextFailure(
	answer: Pick<Answer, 'headers' | 'charge'>,
	message: Json,
	completion: Json,
): ServiceFailure {
	const fields = Object.entries(message).filter(([name, value]) => holdsAnswer({ [name]: value }));
	const names = fields.map(([name]) => `"${cut(name, 50).text}"`).join(', ');
	const what = names === '' ? '' : `: it has only ${names}`;
	return unusableAnswerFailure(answer, `The model answered without text${what}`, completion, {
		cure: 'The answer is in the error details. To use pictures or sound that a model makes, ask it with Inference Chat.',
		charge: 'certain',
	});
}

/** What goes back with a message; thoughts under another name go back under that of the service. */
function fieldsToHandBackOf(message: Json): Json {
	const kept = withoutMissing(
		Object.fromEntries(FIELDS_TO_HAND_BACK.map((key) => [key, message[key]])),
	);
	const thoughts = isNonEmptyText(kept.reasoning_content)
		? kept.reasoning_content
		: reasoningOf(message);
	return { ...kept, ...withoutMissing({ reasoning_content: thoughts }) };
}

/** The tokens of an answer; undefined where a number cannot be read, as the frameworks take a missing one for 0. A total may be missing. */
export function tokenUsageOf(usage: unknown): ModelAnswer['usage'] {
	const { inputTokens: input, outputTokens: output, ...parts } = tokenFields(usage);
	const { cachedTokens: cached = 0, reasoningTokens: reasoning = 0 } = parts;
	if (input === null || output === null || cached === null || reasoning === null) return undefined;
	const sum = isRecord(usage) ? wireNumber(usage.total_tokens) : Number.NaN;
	return { input, output, total: Number.isNaN(sum) ? input + output : sum, cached, reasoning };
}
