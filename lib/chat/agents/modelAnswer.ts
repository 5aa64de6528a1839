import type { Answer } from '../../core/answer';
import { cut } from '../../core/cut';
import type { ServiceFailure } from '../../core/failure';
import { isRecord, type Json } from '../../core/record';
import { wireNumber } from '../../core/wireText';
import { tokenFields } from '../../cost/tokens';
import { unusableAnswerFailure, withoutMissing } from '../completion';
import type { ChatAnswer, ChatChoice } from '../chatAnswer';
import type { Finish } from '../finish';
import { holdsAnswer, isNonEmptyText } from '../messageText';
import { finishFacts, marksOf } from '../simplifyCompletion';
import { shownValue } from '../../fields/parseJson';
import { wireName } from '../../wire/body';
import { withUniqueIds } from './callIds';
import {
	modelCallOf,
	toolNameOf,
	toolNotOfferedFailure,
	matchOfferedName,
	type ModelCall,
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
	finish: Finish;
}

/**
 * The first choice of a chat answer that was checked (docs/maintainers/service.md#chat), with the calls of the tools `offeredTools`; a call whose
 * ID is in `takenIds` gets another one. Throws a ServiceFailure with identifier, usage and cost when there is nothing that an agent could go on
 * with: it would ask again and again, and pay.
 */
export function modelAnswerOf(
	{ completion, choices, citations }: ChatAnswer,
	answer: Pick<Answer, 'headers' | 'charge' | 'namePrefix' | 'fallback' | 'attestation'>,
	offeredTools: readonly string[],
	takenIds: ReadonlySet<string> = new Set(),
): ModelAnswer {
	const { id, model, usage, cost } = completion;
	const { message, text, refusal, reasoning, calls, finish } = choices[0] as ChatChoice;
	const { calls: sentCalls, serviceIdByOurs } = withUniqueIds(
		calls.map(({ call }) => call),
		takenIds,
	);
	const offeredCalls = calls.flatMap((call, place) => {
		const name = matchOfferedName(call.name ?? '', offeredTools);
		const callId = String(sentCalls[place]?.id);
		return name === undefined ? [] : [modelCallOf(call, { id: callId, name }, answer, completion)];
	});
	if (offeredCalls.length === 0)
		rejectUnlessText(choices[0] as ChatChoice, answer, offeredTools, completion);
	const isOwnCall = (call: unknown) =>
		isRecord(call) && toolNameOf(call) === wireName(DOCUMENTS_CALL, answer.namePrefix);
	// What is no call goes back with the turn, as what a later version adds may be expected there.
	const others = [message.tool_calls ?? []].flat().filter((call) => !isRecord(call));
	const turnCalls = [...sentCalls, ...others].filter((call) => !isOwnCall(call));
	return {
		text,
		calls: offeredCalls,
		kept: { ...fieldsToHandBackOf(message, reasoning), ...callFieldsOf(sentCalls) },
		usage: tokenUsageOf(usage),
		facts: {
			...withoutMissing({
				...{ id, model, usage, cost },
				finish_reason: finish.word || undefined,
				citations: citations.length > 0 ? citations : undefined,
				annotations: message.annotations,
				refusal: refusal || undefined,
				fallback: answer.fallback,
				attestation: answer.attestation,
			}),
			...marksOf(completion),
			...finishFacts(finish),
			...(offeredCalls.length > 0 && {
				[TURN_KEY]: { ...message, tool_calls: turnCalls },
				[SERVICE_IDS_KEY]: serviceIdByOurs,
			}),
		},
		finish,
	};
}

/** The call in which the service itself hands over the documents that it has found (docs/maintainers/service.md#chat): no one answers it. */
const DOCUMENTS_CALL = 'service_web_search_documents';

/** Throws a ServiceFailure for an answer without calls that an agent could only take for an empty one, or for its last one. */
function rejectUnlessText(
	{ message, text, calls }: ChatChoice,
	answer: Pick<Answer, 'headers' | 'charge'>,
	offeredTools: readonly string[],
	completion: Json,
): void {
	const foreignCall = offeredTools.length > 0 && foreignCallIn(message);
	if (foreignCall) throw foreignCallFailure(answer, foreignCall, completion);
	if (text !== '') return;
	if (calls.length > 0) throw toolNotOfferedFailure(calls, offeredTools, answer, completion);
	throw noTextFailure(answer, message, completion);
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
function fieldsToHandBackOf(message: Json, reasoning: string | null): Json {
	const kept = withoutMissing(
		Object.fromEntries(FIELDS_TO_HAND_BACK.map((key) => [key, message[key]])),
	);
	const thoughts = isNonEmptyText(kept.reasoning_content) ? kept.reasoning_content : reasoning;
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
