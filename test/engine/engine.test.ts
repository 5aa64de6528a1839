import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type {
	ICredentialType,
	ILoadOptionsFunctions,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { NodeApiError, NodeConnectionTypes, sleep } from 'n8n-workflow';
import { listening } from './listening';
import { binaryBuffer, engineVersion, runNode } from './runNode';
import { until } from './until';
import { runListSearch } from './runListSearch';
import { runPoll } from './runPoll';

class EchoApi implements ICredentialType {
	name = 'echoApi';
	displayName = 'Echo API';
	properties: ICredentialType['properties'] = [
		{ displayName: 'Base URL', name: 'baseUrl', type: 'string', default: '' },
		{ displayName: 'Key', name: 'key', type: 'string', default: 'default-key' },
	];
	authenticate: ICredentialType['authenticate'] = {
		type: 'generic',
		properties: { headers: { authorization: '=Bearer {{$credentials.key}}' } },
	};
	test: ICredentialType['test'] = {
		request: { baseURL: '={{$credentials.baseUrl}}', url: '/private' },
		rules: [{ type: 'responseCode', properties: { value: 401, message: 'Wrong key' } }],
	};
}

class Echo implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Echo',
		name: 'echo',
		group: ['transform'],
		version: 1,
		description: 'Sends a word',
		defaults: { name: 'Echo' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'echoApi', required: true }],
		requestDefaults: { baseURL: '={{$credentials.baseUrl}}' },
		properties: [
			{
				displayName: 'Word',
				name: 'word',
				type: 'string',
				default: '',
				routing: {
					request: { method: 'POST', url: '/echo' },
					send: { type: 'body', property: 'word' },
					output: {
						postReceive: [
							async function (items) {
								this.logger.warn('read an answer');
								const file = await this.helpers.prepareBinaryData(Buffer.from('bytes'), 'a.txt');
								return items.map((item) => ({ ...item, binary: { data: file } }));
							},
						],
					},
				},
			},
		],
	};

	methods = {
		listSearch: {
			async searchWords(this: ILoadOptionsFunctions, filter?: string) {
				const { baseUrl } = await this.getCredentials('echoApi');
				return { results: [{ name: `${filter}`, value: `${baseUrl}` }] };
			},
		},
	};
}

class Ticker implements INodeType {
	description: INodeTypeDescription = {
		...new Echo().description,
		name: 'ticker',
		displayName: 'Ticker',
		group: ['trigger'],
		polling: true,
		properties: [],
	};

	async poll(this: IPollFunctions) {
		const state = this.getWorkflowStaticData('node');
		const seen = Number(state.seen ?? 0);
		if (this.getMode() !== 'manual') state.seen = seen + 1;
		await sleep(1);
		return seen > 1 ? null : [[{ json: { seen, now: new Date().toISOString() } }]];
	}
}

let baseUrl: string;
let unanswered = 0;

async function answer(request: IncomingMessage, response: ServerResponse) {
	let body = '';
	for await (const chunk of request) body += chunk;
	const { authorization } = request.headers;
	const { word = '' } = JSON.parse(body || '{}');
	if (word === 'silence') {
		unanswered += 1;
		return;
	}
	const refused = word === 'bad' || authorization !== 'Bearer good';
	response.writeHead(refused ? 401 : 200, { 'content-type': 'application/json' });
	response.end(JSON.stringify({ word, authorization }));
}

const server = listening(createServer((request, response) => void answer(request, response)));
beforeAll(() => void (baseUrl = server.url));

const echo = (options: Partial<Parameters<typeof runNode>[0]> = {}) =>
	runNode({
		node: new Echo(),
		parameters: { word: '={{ $json.word }}' },
		credentials: { echoApi: { baseUrl, key: 'good' } },
		credentialTypes: [new EchoApi()],
		items: [{ json: { word: 'one' } }, { json: { word: 'two' } }],
		...options,
	});

test('runs a declarative node item by item, with its credential, log and file', async () => {
	const { items, logs, status } = await echo();
	expect(status).toBe('success');
	expect(items.map(({ json }) => json)).toEqual([
		{ word: 'one', authorization: 'Bearer good' },
		{ word: 'two', authorization: 'Bearer good' },
	]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
	expect(logs).toContain('warn: read an answer');
});

test.each(['memory', 'filesystem'] as const)('keeps files in %s', async (binaryMode) => {
	const { item } = await echo({ binaryMode });
	const file = item.binary?.data;
	expect(file?.id === undefined).toBe(binaryMode === 'memory');
	expect((await binaryBuffer(file)).toString()).toBe('bytes');
});

test('stops with the error that the user sees', async () => {
	const { error, outputs } = await echo({ items: [{ json: { word: 'bad' } }] });
	expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '401' });
	expect(outputs).toEqual([]);
});

test('fills in the default of a credential field', async () => {
	const { error } = await echo({ credentials: { echoApi: { baseUrl } } });
	expect(error).toMatchObject({ httpCode: '401' });
});

test('hands failed items on when the user chose to continue', async () => {
	const items = [{ json: { word: 'one' } }, { json: { word: 'bad' } }];
	const regular = await echo({ items, continueOnFail: 'continueRegularOutput' });
	expect(regular.error).toBeUndefined();
	expect(regular.outputs[0]?.map(({ json }) => Object.keys(json)[0])).toEqual(['word', 'error']);

	const split = await echo({ items, continueOnFail: 'continueErrorOutput' });
	expect(split.outputs.map((output) => output.length)).toEqual([1, 1]);
});

test('runs a node as a tool of an agent', async () => {
	const { item } = await echo({
		asTool: true,
		parameters: { word: "={{ $fromAI('word', 'The word', 'string') }}" },
		items: [{ json: { word: 'asked' } }],
	});
	expect(item.json).toMatchObject({ word: 'asked' });
});

test('cancels a running node', async () => {
	// The server never answers this one.
	const { status } = await echo({
		items: [{ json: { word: 'silence' } }],
		abortOn: until(() => unanswered > 0),
	});
	expect(status).toBe('canceled');
});

test('shares the error classes of n8n-workflow with the engine', async () => {
	const node = new Echo();
	const failing: INodeType = {
		description: node.description,
		async execute() {
			throw new NodeApiError(this.getNode(), {}, { message: 'Said by the node', httpCode: '418' });
		},
	};
	const { error } = await echo({ node: failing });
	expect(error).toMatchObject({ message: 'Said by the node', httpCode: '418' });
});

test('polls with state, mode and clock', async () => {
	const options = { node: new Ticker(), now: '2026-01-02T03:04:05.000Z' };
	const first = await runPoll(options);
	expect(first.items?.[0]?.json).toEqual({ seen: 0, now: options.now });
	expect(first.staticData).toEqual({ seen: 1 });
	const manual = await runPoll({ ...options, staticData: first.staticData, mode: 'manual' });
	expect(manual.staticData).toEqual({ seen: 1 });
	const idle = await runPoll({ node: new Ticker(), staticData: { seen: 2 } });
	expect(idle.items).toBeNull();
});

test('searches a list', async () => {
	const found = await runListSearch({
		node: new Echo(),
		method: 'searchWords',
		filter: 'wo',
		credentials: { echoApi: { baseUrl } },
		credentialTypes: [new EchoApi()],
	});
	expect(found.results).toEqual([{ name: 'wo', value: baseUrl }]);
});

test('knows which n8n-core it runs', () => {
	expect(engineVersion).toMatch(/^(2\.41|1\.122)\./);
});
