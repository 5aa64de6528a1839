import { chat } from './client';
import { localService } from './underTest';

const local = localService({ now: () => Date.parse('2026-08-01T12:00:00.000Z') });

const send = (body: unknown) => local.call('/chat/completions', { body });
const message = (more: Record<string, unknown>) => ({ choices: [{ message: more }] });

describe('a chat answer', () => {
	it('has the whole shape and repeats the nine switches', async () => {
		const { json } = await send(chat('Hello', { temperature: 0 }));
		expect(json).toEqual({
			id: expect.stringMatching(/^chatcmpl-[0-9a-f]+$/),
			object: 'chat.completion',
			created: 1785585600,
			model: 'text-basic',
			cost: { usd: expect.any(Number), diem: 0 },
			choices: [
				{
					index: 0,
					finish_reason: 'stop',
					stop_reason: null,
					logprobs: null,
					message: {
						role: 'assistant',
						content: 'You said “Hello”',
						reasoning_content: null,
						tool_calls: [],
					},
				},
			],
			usage: {
				prompt_tokens: expect.any(Number),
				completion_tokens: 4,
				total_tokens: expect.any(Number),
				prompt_tokens_details: null,
				completion_tokens_details: null,
			},
			prompt_logprobs: null,
			service_parameters: {
				enable_e2ee: true,
				enable_web_search: 'off',
				enable_web_citations: false,
				enable_web_scraping: false,
				include_service_system_prompt: true,
				include_search_results_in_stream: false,
				return_search_results_as_documents: false,
				strip_thinking_response: false,
				disable_thinking: false,
			},
		});
	});

	it('is charged once, and stands in the usage history as negative lines', async () => {
		const { json } = await send(chat());
		expect(local.service.ledger).toEqual([
			expect.objectContaining({ path: '/chat/completions', currency: 'USD' }),
		]);
		const requestId = local.service.ledger[0]?.requestId;
		expect(json).toMatchObject({ id: requestId, cost: { usd: local.service.ledger[0]?.usd } });
		const history = await local.call('/billing/usage-history');
		expect(history.json).toMatchObject({
			data: [
				{ sku: 'text-basic-input-mtoken', inferenceDetails: { requestId } },
				{ sku: 'text-basic-output-mtoken', amount: -0.000008 },
			],
		});
		expect(history.headers['x-service-balance-usd']).toMatch(/^99\.99\d+$/);
	});

	it.each([
		['wrapped', (schema: unknown) => ({ name: 'person', strict: true, schema })],
		['bare', (schema: unknown) => schema],
	])('follows a %s JSON schema', async (_form, wrap) => {
		const schema = {
			type: 'object',
			properties: {
				name: { type: 'string' },
				age: { type: ['integer', 'null'] },
				tags: { type: 'array', items: { enum: ['a', 'b'] } },
			},
		};
		const response_format = { type: 'json_schema', json_schema: wrap(schema) };
		const { json } = await send(chat('Hi', { response_format }));
		const content = JSON.stringify({ name: 'sample name', age: 1, tags: ['a'] });
		expect(json).toMatchObject(message({ content }));
	});

	it('names its model in headers, with a warning when the model retires', async () => {
		const { headers } = await send(chat('Hi', { model: 'text-retiring' }));
		expect(headers).toMatchObject({
			'cf-ray': expect.stringMatching(/^[0-9a-f]{16}-LOC$/),
			date: 'Sat, 01 Aug 2026 12:00:00 GMT',
			'x-service-version': '20260822.085102',
			'x-service-balance-usd': '100.000000',
			'x-service-model-id': 'text-retiring',
			'x-service-model-name': 'Text Retiring',
			'x-service-model-router': 'local-router',
			'x-service-model-deprecation-warning': expect.any(String),
			'x-service-model-deprecation-date': '2026-12-01',
			'x-ratelimit-limit-requests': '20',
			'x-ratelimit-remaining-requests': '19',
			'x-ratelimit-reset-requests': '1785585660',
			'x-ratelimit-reset-tokens': '60',
		});
		expect(headers).not.toHaveProperty('x-ratelimit-type');
	});
});
