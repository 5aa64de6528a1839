// What an honest service answers, small, with every field that something reads.

const toolCall = {
	id: 'call-1',
	type: 'function',
	function: { name: 'tool', arguments: '{"a":1}' },
};

export const chat = {
	id: 'chat-1',
	model: 'some-model',
	choices: [
		{
			index: 0,
			finish_reason: 'stop',
			message: {
				role: 'assistant',
				content: 'Hello',
				reasoning_content: 'Hm',
				tool_calls: [toolCall],
			},
		},
		{ index: 1, finish_reason: 'stop', message: { content: [{ type: 'text', text: 'Hi' }] } },
	],
	usage: { prompt_tokens: 3, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 1 } },
	cost: { usd: 0.1, diem: 0 },
	service_parameters: { web_search_citations: [{ title: 'T', url: 'https://service.example' }] },
};

export const embeddings = {
	data: [
		{ index: 1, embedding: [0.1, 0.2] },
		{ index: 0, embedding: 'AACAPwAAAEA=' },
	],
	model: 'some-model',
	usage: { prompt_tokens: 2, total_tokens: 2 },
};

export const images = { id: 'image-1', images: ['iVBORw0KGgo='], timing: { total: 5 } };

export const job = {
	...{ queue_id: 'queue-1', model: 'some-model', status: 'QUEUED' },
	download_url: 'https://files.example/video.mp4',
};

export const status = {
	...{ status: 'PROCESSING', average_execution_time: 60_000, execution_duration: 1_000 },
	url: 'https://files.example/video.mp4',
};

export const rpc = [
	{ jsonrpc: '2.0', id: 'two', error: { code: -32602, message: 'Bad params', data: {} } },
	{ jsonrpc: '2.0', id: 1, result: '0x1' },
];

export const analytics = {
	lookback: '7d',
	byDate: [{ date: '2026-03-01', USD: 1, DIEM: 2 }],
	byModel: [{ modelName: 'm', totalUsd: 1 }],
	byModelDaily: [{ date: 1_772_323_200_000, 'some-model': 1 }],
	byKeyDaily: [{ date: 1_772_323_200_000, key: 2 }],
};

export const models = {
	data: [
		{
			id: 'some-model',
			type: 'image',
			model_spec: {
				name: 'Some Model',
				traits: ['default'],
				capabilities: { supportsVision: true },
				constraints: { promptCharacterLimit: 1500, sizes: ['small'], defaultResolution: '1K' },
				deprecation: { date: '2027-01-01', replacementModelId: 'other' },
				pricing: {
					generation: { usd: 0.01, diem: 0.01 },
					resolutions: { '1K': { usd: 0.02 }, '2K': { usd: 0.04 } },
					upscale: { '2x': { usd: 0.02 } },
					durations: { short: { min_seconds: 0, max_seconds: 30, usd: 0.1 } },
				},
			},
		},
		{
			id: 'text',
			type: 'text',
			model_spec: { pricing: { input: { usd: 1 }, output: { usd: 2 } } },
		},
	],
};

export const rateLimits = {
	accessPermitted: true,
	apiTier: { id: 'paid', isCharged: true },
	balances: { USD: 1, DIEM: 2 },
	rateLimits: [{ apiModelId: 'm', rateLimits: [{ type: 'RPM', amount: 20 }] }],
};

export const transcript = {
	text: 'Hello you.',
	duration: 2,
	timestamps: {
		segment: [{ text: ' Hello you.', start: 0, end: 2 }],
		word: [{ word: 'Hello', start: 0, end: 1 }],
		char: [{ char: 'H', start: 0, end: 0.1 }],
	},
};
