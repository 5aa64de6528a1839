import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

/** @typedef {Record<string, any>} Json */
/** @typedef {{ name: string, input: string }} ToolCall */
/** @typedef {keyof typeof ways} Way */
/** @typedef {{ way: Way, rounds: ToolCall[][] }} Plan what the user wants, as JSON in the message */

/**
 * How a service numbers the calls of its answers: `index` counts them in this answer, `before` those of the turn, `name` is the tool.
 * @type {Record<string, (call: { name: string, index: number, before: number }) => string | undefined>}
 */
const ways = {
	'in each turn': ({ name, index, before }) => `${name}:${before + index}`,
	'in each answer': ({ name, index }) => `${name}:${index}`,
	'in each answer, nine letters and digits': ({ index }) => `call0000${index}`,
	'not at all': () => undefined,
	'at random': () => `call_${randomUUID().replaceAll('-', '')}`,
};
export const waysToNumber = Object.keys(ways);

/** What a tool says of a call. @param {ToolCall} call */
export const resultOf = ({ name, input }) => `${name} heard ${input}`;

/**
 * A service whose model does what the last message of the user says: it calls the tools of a round until it has heard the result of each,
 * and then those of the next round. It notes each request in which a result stands behind another call than its own, and refuses an ID
 * that it could not have sent, where it sends nine letters and digits.
 */
export async function startScriptedModel() {
	/** @type {{ plan: Plan, wrong: string[] }[]} */
	const asked = [];
	const server = createServer(async (request, response) => {
		const send = (/** @type {number} */ status, /** @type {Json} */ body) =>
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		if (!request.url?.endsWith('/chat/completions')) return send(200, { object: 'list', data: [] });
		let text = '';
		for await (const piece of request) text += piece;
		/** @type {Json} */
		const { messages, stream } = JSON.parse(text);
		const start = messages.findLastIndex((/** @type {Json} */ { role }) => role === 'user');
		/** @type {Plan} */
		const plan = JSON.parse(textOf(messages[start].content));
		asked.push({ plan, wrong: wrongResults(messages) });
		const bad = badId(messages);
		if (plan.way.endsWith('letters and digits') && bad)
			return send(400, {
				error: {
					message: `Tool call id was ${bad} but must be a-z, A-Z, 0-9, with a length of 9.`,
				},
			});
		const message = answerTo(plan, messages.slice(start + 1));
		if (stream) return streamed(response, message);
		send(200, completion({ index: 0, message, finish_reason: finishOf(message) }));
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : 0;
	const close = () => {
		server.closeAllConnections();
		server.close();
	};
	return { url: `http://127.0.0.1:${port}/v1`, asked, close };
}

/** @param {unknown} content */
const textOf = (content) =>
	Array.isArray(content) ? content.map(({ text = '' }) => text).join('') : String(content ?? '');

/** @param {Json} message */
const callsOf = ({ tool_calls: calls }) => /** @type {Json[]} */ (calls ?? []);

/** @param {Json} call @returns {ToolCall} */
const readCall = ({ function: { name, arguments: given } }) => ({
	name,
	input: JSON.parse(given).input,
});

/** The results, each with the nearest call before it that has its ID. @param {Json[]} messages */
function results(messages) {
	/** @type {Map<string, ToolCall>} */
	const calls = new Map();
	return messages.flatMap((message) => {
		for (const call of callsOf(message)) calls.set(call.id, readCall(call));
		if (message.role !== 'tool') return [];
		return [{ call: calls.get(message.tool_call_id), content: textOf(message.content) }];
	});
}

/** @param {Json[]} messages */
const wrongResults = (messages) =>
	results(messages).flatMap(({ call, content }) => {
		if (call && content.includes(resultOf(call))) return [];
		return [`${JSON.stringify(call)} got ${content}`];
	});

/** @param {Json[]} messages */
const badId = (messages) =>
	messages
		.flatMap((message) => [...callsOf(message).map(({ id }) => id), message.tool_call_id])
		.find((id) => id !== undefined && !/^[a-zA-Z0-9]{9}$/.test(id));

/** @param {Plan} plan @param {Json[]} turn what came behind the last message of the user */
function answerTo({ way, rounds }, turn) {
	const heard = new Set(results(turn).map(({ content }) => content));
	const isHeard = (/** @type {ToolCall} */ call) =>
		[...heard].some((content) => content.includes(resultOf(call)));
	const wanted = rounds.find((calls) => !calls.every(isHeard));
	if (!wanted) return { role: 'assistant', content: `All done: ${rounds.flat().map(resultOf)}` };
	const before = turn.flatMap(callsOf).length;
	const calls = wanted.map(({ name, input }, index) => ({
		id: ways[way]?.({ name, index, before }),
		type: 'function',
		function: { name, arguments: JSON.stringify({ input }) },
	}));
	return { role: 'assistant', content: null, tool_calls: calls };
}

/** @param {Json} message */
const finishOf = ({ tool_calls: calls }) => (calls ? 'tool_calls' : 'stop');

/** @param {Json} choice */
const completion = (choice, object = 'chat.completion') => ({
	...{ id: '', object, created: 1, model: 'm', choices: [choice] },
	usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
});

/** @param {import('node:http').ServerResponse} response @param {Json} message */
function streamed(response, { tool_calls: calls, ...message }) {
	const deltas = [
		message,
		...(calls ?? []).map((/** @type {Json} */ call, /** @type {number} */ index) => ({
			tool_calls: [{ index, ...call }],
		})),
	];
	const choices = [
		...deltas.map((delta) => ({ index: 0, delta, finish_reason: null })),
		{ index: 0, delta: {}, finish_reason: finishOf({ tool_calls: calls }) },
	];
	response.writeHead(200, { 'content-type': 'text/event-stream' });
	for (const choice of choices)
		response.write(`data: ${JSON.stringify(completion(choice, 'chat.completion.chunk'))}\n\n`);
	response.end('data: [DONE]\n\n');
}
