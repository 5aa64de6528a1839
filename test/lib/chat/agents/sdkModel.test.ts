import { Readable } from 'node:stream';
import type { Message, StreamChunk, Tool } from '@n8n/ai-node-sdk';
import type { ISupplyDataFunctions } from 'n8n-workflow';

import { serviceChatModel } from '../../../../lib/chat/agents/chatModel';
import type { ServiceCalls } from '../../../../lib/chat/agents/serviceCalls';

const question: Message[] = [{ role: 'user', content: [{ type: 'text', text: 'Go' }] }];
const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
const one = {
	index: 0,
	id: 'a',
	type: 'function',
	function: { name: 'one', arguments: '{"x": 1}' },
};
const two = { index: 0, id: 'b', type: 'function', function: { name: 'two', arguments: '' } };
const tools: Tool[] = ['one', 'two'].map((name) => ({ type: 'function', name, inputSchema: {} }));

function modelWith(body: unknown, type: string) {
	const sent: unknown[] = [];
	const calls: ServiceCalls = {
		label: undefined,
		silenceMs: 60_000,
		send: async (request) => {
			const { readBody = (answer) => answer, ...rest } = request;
			sent.push(rest);
			return await readBody({ body, headers: { 'content-type': type }, namePrefix: 'service' });
		},
		setCost: async () => null,
	};
	const context = {
		getNode: () => ({ name: 'Model' }),
		addExecutionHints: () => undefined,
		getExecutionCancelSignal: () => undefined,
	} as unknown as ISupplyDataFunctions;
	const settings = { body: { model: 'm' }, stream: false };
	return { sent, model: serviceChatModel(context, calls, settings) };
}

// An adapter of another make gets what the SDK defines.
describe('the model of the SDK alone', () => {
	test('generates a message with its calls, and usage', async () => {
		const message = { role: 'assistant', content: 'Well', tool_calls: [one, two] };
		const choices = [{ index: 0, finish_reason: 'tool_calls', message }];
		const { model, sent } = modelWith({ id: 'c', usage, choices }, 'application/json');
		expect(await model.withTools(tools).generate(question)).toMatchObject({
			id: 'c',
			finishReason: 'tool-calls',
			usage: { promptTokens: 3, completionTokens: 4, totalTokens: 7 },
			message: {
				role: 'assistant',
				content: [
					{ type: 'text', text: 'Well' },
					{ type: 'tool-call', toolCallId: 'a', toolName: 'one', input: '{"x":1}' },
					{ type: 'tool-call', toolCallId: 'b', toolName: 'two', input: '{}' },
				],
			},
		});
		expect(sent).toEqual([
			{
				url: '/chat/completions',
				stream: false,
				body: {
					model: 'm',
					messages: [{ role: 'user', content: 'Go' }],
					tools: ['one', 'two'].map((name) => ({
						type: 'function',
						function: { name, parameters: {} },
					})),
				},
			},
		]);
	});

	test.each([
		['stop', 'stop'],
		['length', 'length'],
		['content_filter', 'content-filter'],
		['a_later_reason', 'other'],
	])('maps the finish reason %s of the service to %s', async (finish_reason, finishReason) => {
		const choices = [{ index: 0, finish_reason, message: { role: 'assistant', content: 'Well' } }];
		const { model } = modelWith({ id: 'c', usage, choices }, 'application/json');
		expect(await model.generate(question)).toMatchObject({ finishReason });
	});

	test('ends the request when the agent stops reading', async () => {
		let ended = false;
		async function* body() {
			try {
				for (;;) yield Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"We"}}]}\n\n');
			} finally {
				ended = true;
			}
		}
		const { model } = modelWith(Readable.from(body()), 'text/event-stream');
		for await (const chunk of model.stream(question)) {
			expect(chunk).toEqual({ type: 'text-delta', delta: 'We' });
			expect(ended).toBe(false);
			break;
		}
		await new Promise((resolve) => setImmediate(resolve));
		expect(ended).toBe(true);
	});

	test('streams texts, then each call whole with its ID, then the end with usage', async () => {
		const deltas = [
			{ content: 'We' },
			{ content: 'll' },
			{ tool_calls: [{ ...one, function: { name: 'one', arguments: '' } }] },
			{ tool_calls: [{ index: 0, function: { arguments: '{"x"' } }] },
			{ tool_calls: [{ index: 0, function: { arguments: ': 1}' } }] },
			{ tool_calls: [two] },
		];
		const events = [
			...deltas.map((delta) => ({ id: 'c', choices: [{ index: 0, delta }] })),
			{ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }], usage },
		];
		const text = [...events.map((event) => JSON.stringify(event)), '[DONE]'];
		const body = Readable.from(text.map((data) => Buffer.from(`data: ${data}\n\n`)));
		const { model } = modelWith(body, 'text/event-stream');
		const chunks: StreamChunk[] = [];
		for await (const chunk of model.withTools(tools).stream(question)) chunks.push(chunk);
		expect(chunks).toMatchObject([
			{ type: 'text-delta', delta: 'We' },
			{ type: 'text-delta', delta: 'll' },
			{ type: 'tool-call-delta', id: 'a', name: 'one', argumentsDelta: '{"x":1}' },
			{ type: 'tool-call-delta', id: 'b', name: 'two', argumentsDelta: '{}' },
			{ type: 'finish', finishReason: 'tool-calls', usage: { completionTokens: 4 } },
		]);
	});
});
