import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { withService } from '../withService';

const world = withService();
const node = new InferenceChat();
const basic = { mode: 'id', value: 'text-basic' };

describe('Inference Chat: Complete', () => {
	it('sends a prompt and nothing that was not set', async () => {
		const { outputs, error } = await world.run({
			node,
			parameters: { model: basic, prompt: 'Say hello' },
		});

		expect(error).toBeUndefined();
		const [request] = world.service.journal;
		expect(request).toMatchObject({ method: 'POST', path: '/chat/completions' });
		expect(request?.headers.authorization).toBe(`Bearer ${world.service.keys.user}`);
		expect(request?.body).toEqual({
			model: 'text-basic',
			messages: [{ role: 'user', content: 'Say hello' }],
		});
		const [item] = outputs[0] ?? [];
		expect(item?.pairedItem).toEqual({ item: 0 });
		expect(item?.json).toMatchObject({
			text: expect.stringContaining('Say hello'),
			reasoning: null,
			toolCalls: [],
			citations: [],
			finishReason: 'stop',
			model: 'text-basic',
			usage: { promptTokens: expect.any(Number) },
			cost: { amount: expect.any(Number), currency: 'USD' },
		});
		expect(world.service.ledger).toHaveLength(1);
	});

	it('uses the default of the service when no model was chosen', async () => {
		const { error } = await world.run({ node, parameters: { prompt: 'Hi' } });
		expect(error).toBeUndefined();
		expect(world.service.journal[0]?.body).toMatchObject({ model: 'default' });
	});

	it('sends every option and service parameter under its own name', async () => {
		const { error } = await world.run({
			node,
			parameters: {
				model: { mode: 'id', value: 'text-reasoning' },
				prompt: 'Think',
				systemPrompt: 'Be brief',
				options: {
					includeServiceSystemPrompt: false,
					maxCompletionTokens: 900,
					n: 1,
					stop: ['END', 'STOP'],
					temperature: 0,
					verbosity: 'low',
				},
				webSearch: {
					includeSearchResultsInStream: false,
					returnSearchResultsAsDocuments: true,
					enableWebCitations: true,
					enableWebScraping: false,
					enableWebSearch: 'on',
				},
				reasoning: {
					disableThinking: false,
					stripThinkingResponse: true,
					reasoningEffort: 'low',
					reasoningEnabled: false,
					reasoningSummary: 'concise',
				},
				sampling: {
					frequencyPenalty: 0,
					maxTemp: 1.5,
					minP: 0.1,
					minTemp: 0.1,
					presencePenalty: -1,
					repetitionPenalty: 1.1,
					seed: 42,
					stopTokenIds: '[1, 2]',
					topK: 40,
					topP: 0.9,
				},
				advanced: {
					enableE2ee: false,
					fallbacks: '[{"model":"text-basic"}]',
					include: '["sources"]',
					metadata: '{"team":"ops"}',
					promptCacheKey: 'thread-7',
					promptCacheRetention: '24h',
					store: false,
					user: 'ada',
				},
			},
		});
		expect(error).toBeUndefined();
		expect(world.service.journal[0]?.body).toEqual({
			model: 'text-reasoning',
			messages: [
				{ role: 'system', content: 'Be brief' },
				{ role: 'user', content: 'Think' },
			],
			service_parameters: {
				disable_thinking: false,
				enable_e2ee: false,
				include_search_results_in_stream: false,
				include_service_system_prompt: false,
				return_search_results_as_documents: true,
				strip_thinking_response: true,
				enable_web_citations: true,
				enable_web_scraping: false,
				enable_web_search: 'on',
			},
			fallbacks: [{ model: 'text-basic' }],
			frequency_penalty: 0,
			include: ['sources'],
			max_completion_tokens: 900,
			max_temp: 1.5,
			metadata: { team: 'ops' },
			min_p: 0.1,
			min_temp: 0.1,
			n: 1,
			presence_penalty: -1,
			prompt_cache_key: 'thread-7',
			prompt_cache_retention: '24h',
			reasoning_effort: 'low',
			reasoning: { enabled: false, summary: 'concise' },
			repetition_penalty: 1.1,
			seed: 42,
			stop: ['END', 'STOP'],
			stop_token_ids: [1, 2],
			store: false,
			temperature: 0,
			top_k: 40,
			top_p: 0.9,
			user: 'ada',
			verbosity: 'low',
		});
	});

	it('leaves a model suffix intact', async () => {
		const { outputs } = await world.run({
			node,
			parameters: {
				model: { mode: 'id', value: 'text-basic:enable_web_search=on' },
				prompt: 'News?',
			},
		});
		expect(world.service.journal[0]?.body).toMatchObject({
			model: 'text-basic:enable_web_search=on',
		});
		expect(outputs[0]?.[0]?.json.citations).not.toEqual([]);
	});

	it('explains a refusal in the words of the service, with cure, status, request ID and item', async () => {
		const { error } = await world.run({
			node,
			parameters: { model: { mode: 'id', value: 'no-such-model' }, prompt: 'Hi' },
		});
		expect(error?.message).toMatch(/^There is no such model: .+$/);
		expect(error?.description).toMatch(/Choose one .* · Status 404 · Request ID \S+$/);
		expect(error).toMatchObject({ httpCode: '404', context: { itemIndex: 0, status: 404 } });
		expect(world.service.ledger).toEqual([]);
	});

	it('gives the whole answer without Simplify, and the facts of the response on request', async () => {
		const { outputs } = await world.run({
			node,
			parameters: {
				model: basic,
				prompt: 'Hi',
				simplify: false,
				retriesAndLimits: { includeResponseFacts: true },
			},
		});
		expect(outputs[0]?.[0]?.json).toMatchObject({
			object: 'chat.completion',
			choices: [{ message: { role: 'assistant' } }],
			responseFacts: {
				requestId: expect.any(String),
				modelId: 'text-basic',
				balanceBefore: { usd: expect.any(String) },
				rateLimit: { remainingRequests: expect.any(Number) },
			},
		});
	});

	it('tells of a model that will be withdrawn, in the output and in the log', async () => {
		const { outputs, logs } = await world.run({
			node,
			parameters: { model: { mode: 'id', value: 'text-retiring' }, prompt: 'Hi' },
		});
		expect(outputs[0]?.[0]?.json.modelDeprecation).toMatchObject({ warning: expect.any(String) });
		expect(logs.join('\n')).toContain('will be withdrawn');
	});

	it('writes the word of the deployment in its own names only', async () => {
		world.service.fault({ path: '/chat/completions', status: 200, body: { choices: [] } });
		await world.run({
			...world.accessWith({ namePrefix: 'acme' }),
			node,
			parameters: {
				model: basic,
				prompt: 'service_parameters stay in text',
				options: { includeServiceSystemPrompt: false },
			},
		});
		expect(world.service.journal[0]?.body).toEqual({
			model: 'text-basic',
			messages: [{ role: 'user', content: 'service_parameters stay in text' }],
			acme_parameters: { include_acme_system_prompt: false },
		});
	});
});
