import { setTimeout as pause } from 'node:timers/promises';
import type { Sealing } from '../enclave/messages';
import { type Facts, parametersOf } from './json';
import type { Choice, Plan } from './plan';
import type { ToolCall } from './toolCalls';

const SPLIT_PAUSE_MS = 2;

interface Manner {
	includeUsage: boolean;
	/** How many characters each delta has. */
	pieceCharacters: number;
}

/** The answer as server-sent events; characters of several bytes are split across writes. */
export async function* completionStream(
	plan: Plan,
	facts: Facts,
	manner: Manner,
	sealing?: Sealing,
): AsyncGenerator<Buffer> {
	for (const chunk of chunksOf(plan, facts, manner, sealing)) {
		const { id, created, model } = facts;
		const event = { id, object: 'chat.completion.chunk', created, model, ...chunk };
		yield* splitInsideCharacter(Buffer.from(`data: ${JSON.stringify(event)}\n\n`));
	}
	if (sealing?.trick !== 'noDone') yield Buffer.from('data: [DONE]\n\n');
}

function* chunksOf(
	plan: Plan,
	facts: Facts,
	{ includeUsage, pieceCharacters }: Manner,
	sealing?: Sealing,
): Generator<Record<string, unknown>> {
	const { cost, namePrefix } = facts;
	if (plan.citations.length) {
		yield { choices: [], [`${namePrefix}_parameters`]: parametersOf(facts, plan.citations) };
	}
	for (const [index, choice] of plan.choices.entries()) {
		const deltas = [...deltasOf(choice, pieceCharacters)].flatMap(
			(delta) => sealing?.delta(delta) ?? [delta],
		);
		const noEnd = sealing?.trick === 'blankEnds' ? '' : null;
		for (const delta of sealing?.trick === 'reordered' ? deltas.reverse() : deltas)
			yield { choices: [{ index, delta, finish_reason: noEnd }] };
		if (sealing?.trick === 'noEnd') continue;
		const last = index === plan.choices.length - 1;
		yield {
			choices: [{ index, delta: {}, finish_reason: choice.finish }],
			...(last && !includeUsage && { cost }),
		};
	}
	if (includeUsage) yield { choices: [], usage: plan.usage, cost };
}

function* deltasOf(
	{ content, reasoning, sealed, toolCalls, details, signature }: Choice,
	size: number,
): Generator<Record<string, unknown>> {
	yield { role: 'assistant', content: '' };
	const [first, ...others] = piecesOf(reasoning ?? '', size);
	if (first !== undefined) yield { reasoning_content: first };
	if (sealed !== undefined) yield { reasoning_content: sealed, reasoning_encrypted: true };
	for (const piece of others) yield { reasoning_content: piece };
	for (const piece of piecesOf(content ?? '', size)) yield { content: piece };
	for (const call of toolCalls) yield* toolDeltas(call, size);
	for (const detail of details ?? []) yield { reasoning_details: [detail] };
	if (signature !== undefined) yield { thought_signature: signature };
}

/** Only the first delta of a call names its id; the index is the same for all calls of the turn. */
function* toolDeltas({ index, id, type, function: called }: ToolCall, size: number) {
	yield { tool_calls: [{ index, id, type, function: { name: called.name, arguments: '' } }] };
	for (const piece of piecesOf(called.arguments, size)) {
		yield { tool_calls: [{ index, function: { arguments: piece } }] };
	}
}

function piecesOf(text: string, size: number): string[] {
	const characters = [...text];
	const pieces: string[] = [];
	for (let start = 0; start < characters.length; start += size) {
		pieces.push(characters.slice(start, start + size).join(''));
	}
	return pieces;
}

async function* splitInsideCharacter(bytes: Buffer): AsyncGenerator<Buffer> {
	const lead = bytes.findIndex((byte) => byte >= 0xc0);
	if (lead < 0) return yield bytes;
	yield bytes.subarray(0, lead + 1);
	await pause(SPLIT_PAUSE_MS);
	yield bytes.subarray(lead + 1);
}
