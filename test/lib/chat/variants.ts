import { DONE, events } from '../../fixtures/field/wire';

type Json = Record<string, unknown>;

/** Numbers from 0 to 1 that are the same in each run. */
export function chance(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

interface Message extends Json {
	content: string | null;
	reasoning_content?: string;
	refusal?: string;
	annotations?: Json[];
	tool_calls?: Array<{ id: string; type: string; function: { name: string; arguments: string } }>;
	reasoning_details?: Json[];
}

/** A whole answer with one choice. */
export interface Whole extends Json {
	id: string;
	choices: [{ index: number; finish_reason: string; message: Message }];
	usage: Json;
	cost: Json;
}

const usage = { prompt_tokens: 11, completion_tokens: 5, total_tokens: 16 };
const answer = (message: Message, finish_reason = 'stop', rest: Json = {}): Whole => ({
	...{ id: 'run-3', object: 'chat.completion', model: 'some-model' },
	choices: [{ index: 0, finish_reason, message: { role: 'assistant', ...message } }],
	...{ usage, cost: { usd: 0.25, diem: 0 } },
	...rest,
});
const call = (id: string, name: string, args: string) => {
	return { id, type: 'function', function: { name, arguments: args } };
};

/** Ten whole answers, each with another kind of field. */
export const WHOLES: Whole[] = [
	answer({ content: 'Grüße aus 東京 👩‍🚀, and a second line\nwith "quotes" and \\ signs' }),
	answer({ content: 'aaaa aaaa aaaa' }, 'length'),
	answer({ content: 'Four', reasoning_content: 'Two and two' }),
	answer({ content: null, refusal: 'I would rather not, no, no' }),
	answer(
		{
			content: null,
			tool_calls: [call('q1', 'find', '{"text":"a {nested} [list]","n":[1,{"x":2}]}')],
		},
		'tool_calls',
	),
	answer(
		{
			content: 'Wait',
			tool_calls: [
				call('q1', 'find', '{"n":1}'),
				call('q2', 'find', '{"n":2}'),
				call('q3', 'stop', ''),
			],
		},
		'tool_calls',
	),
	answer({
		content: 'See',
		annotations: [
			{ type: 'link', url: 'u1' },
			{ type: 'link', url: 'u2' },
		],
	}),
	answer({
		content: 'Done',
		reasoning_details: [
			{ type: 'reasoning.text', index: 0, text: 'First thought', signature: 'c2lnbmF0dXJl' },
		],
	}),
	answer({ content: 'Found' }, 'stop', {
		service_parameters: { web_search_citations: [{ url: 'u1' }, { url: 'u2' }] },
	}),
	answer({ content: 'Cached' }, 'stop', {
		usage: { ...usage, prompt_tokens_details: { cached_tokens: 4 } },
	}),
];

/** The text in up to `most` pieces. */
function cut(text: string, random: () => number, most = 6): string[] {
	const characters = [...text];
	const pieces: string[] = [];
	while (characters.length > 0) {
		const size = pieces.length === most - 1 ? characters.length : 1 + Math.floor(random() * 8);
		pieces.push(characters.splice(0, size).join(''));
	}
	return pieces;
}

/** The deltas of a message, in an order that a service could send them in. */
function deltasOf(message: Message, random: () => number): Json[] {
	const {
		content,
		reasoning_content: reasoning,
		refusal,
		annotations,
		tool_calls: calls,
		reasoning_details: details,
	} = message;
	const deltas: Json[] = random() < 0.7 ? [{ role: 'assistant', content: '' }] : [];
	for (const text of cut(reasoning ?? '', random)) deltas.push({ reasoning_content: text });
	for (const { text, signature, ...frame } of details ?? []) {
		for (const piece of cut(String(text), random))
			deltas.push({ reasoning_details: [{ ...frame, text: piece }] });
		deltas.push({ reasoning_details: [{ ...frame, signature }] });
	}
	for (const text of cut(refusal ?? '', random)) deltas.push({ refusal: text });
	for (const text of cut(content ?? '', random)) deltas.push({ content: text });
	for (const one of annotations ?? []) deltas.push({ annotations: [one] });
	return [...deltas, ...callDeltas(calls ?? [], random)];
}

/** Deltas of calls with IDs, indexes or both, one after the other, and whole or in pieces. */
function callDeltas(calls: NonNullable<Message['tool_calls']>, random: () => number): Json[] {
	const [allOfOneIndex, namesEach, idsEach] = [random() < 0.3, random() < 0.2, random() < 0.3];
	return calls.flatMap(({ id, type, function: { name, arguments: args } }, place) => {
		const index = allOfOneIndex ? 0 : place;
		const [first = '', ...others] = random() < 0.3 ? [args] : ['', ...cut(args, random)];
		const later = others.map((piece) => ({
			...{ index, ...(idsEach || namesEach ? { id } : {}) },
			function: { ...(namesEach ? { name } : {}), arguments: piece },
		}));
		return [{ index, id, type, function: { name, arguments: first } }, ...later].map((delta) => ({
			tool_calls: [delta],
		}));
	});
}

const NOISE = [
	': wait\n\n',
	'data:\n\n',
	'event: ping\ndata: {}\n\n',
	'event: ping\ndata: {"type":"ping"}\n\n',
];

/** The events of a stream that says the same as a whole answer, with what services repeat, leave out or add. */
function streamOf(
	{ choices: [{ message, finish_reason: reason }], usage: counts, cost, ...top }: Whole,
	random: () => number,
): string {
	const { service_parameters: parameters, ...facts } = {
		...top,
		object: 'chat.completion.chunk',
	} as Json;
	const frame = () =>
		random() < 0.8 ? facts : { id: facts.id, ...(random() < 0.5 ? { model: facts.model } : {}) };
	const chunk = (delta: Json, finish: string | null = null) => ({
		...frame(),
		choices: [{ ...(random() < 0.9 ? { index: 0 } : {}), delta, finish_reason: finish }],
		...(random() < 0.1 ? { usage: null } : {}),
	});
	const chunks: Json[] = deltasOf(message, random).map((delta) => {
		const empties =
			random() < 0.15
				? { role: '', content: delta.content ?? '', refusal: delta.refusal ?? null }
				: {};
		return chunk({ ...empties, ...delta });
	});
	const inFirst = random() < 0.5;
	if (parameters !== undefined) {
		const citations = { choices: [], service_parameters: parameters };
		if (inFirst) chunks.unshift(citations);
		else chunks.push(citations);
		if (random() < 0.5)
			chunks.push({ choices: [], service_parameters: { web_search_citations: [] } });
	}
	const withEnd = random() < 0.3;
	chunks.push({ ...chunk({}, reason), ...(withEnd ? { usage: counts, cost } : {}) });
	if (!withEnd) chunks.push({ ...frame(), choices: [], usage: counts, cost });
	const parts = chunks.flatMap((one) =>
		random() < 0.1 ? [NOISE[Math.floor(random() * NOISE.length)] ?? '', one] : [one],
	);
	const body = events({ choices: [], model: facts.model }, ...parts);
	return `${body}${ENDS[Math.floor(random() * ENDS.length)] ?? ''}`;
}

const ENDS = [
	DONE,
	DONE,
	'data: [DONE] \n\n',
	'data: [done]\n\n',
	'',
	'data: [DONE]',
	`${DONE}data: {"error":"late"}\n\n`,
	': bye\n\n',
];

/** What is sent, and whether it is cut, so that an error is right too. */
export interface Variant {
	whole: Whole;
	body: string;
	isCut: boolean;
}

/** A legal variant of one of the answers, the same for each seed; one in eight is cut somewhere. */
export function variant(seed: number): Variant {
	const random = chance(seed * 7_919 + 17);
	for (let warm = 0; warm < 3; warm++) random();
	const whole = WHOLES[seed % WHOLES.length] ?? answer({ content: '' });
	const lines = streamOf(whole, random);
	const stream = random() < 0.2 ? lines.replaceAll('\n', '\r\n') : lines;
	const json = JSON.stringify(whole);
	const chunks = [...lines.matchAll(/^data: (\{"(?!type|error).*)$/gm)].map(
		([, data]) => data ?? '',
	);
	const otherForms = [
		chunks.join('\n'),
		chunks.join('\r\n'),
		chunks.join(''),
		`[${chunks.join(',\n')}]`,
		`${chunks.map((data) => `data: ${data}\n`).join('')}data: [DONE]\n`,
		chunks.map((data) => `event: message\nid: 1\ndata: ${data}\n\n`).join(''),
	];
	const wholes = [json, `\uFEFF${json}`, `\n\n${json}`, `: wait\n\n${json}`, `${json}\n\n${DONE}`];
	const form = random();
	const forms = form < 0.1 ? wholes : form < 0.3 ? otherForms : [stream];
	const body = forms[Math.floor(random() * forms.length)] ?? json;
	const isCut = random() < 0.125;
	return { whole, body: isCut ? body.slice(0, Math.floor(random() * body.length)) : body, isCut };
}
