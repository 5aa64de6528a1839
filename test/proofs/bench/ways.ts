import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type {
	ICredentialType,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeParameters,
	INodeType,
} from 'n8n-workflow';
import { request } from 'undici';
import { accessTo } from '../../engine/access';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { runNode, type RunNodeOptions, type RunNodeResult } from '../../engine/runNode';
import { inGroups } from '../../engine/withOptions';
import { declarative } from './declarative';

export interface Target {
	url: string;
	key: string;
	model: string;
}

/** Sends one chat completion an item, and gives how many items were answered. */
export type Way = (target: Target, count: number) => Promise<number>;

/** The same as one run of a node, with settings of n8n and a limit of time where the node has one. */
export type NodeWay = (
	target: Target,
	count: number,
	settings: NodeSettings,
) => Promise<RunNodeResult>;

export interface NodeSettings extends Pick<RunNodeOptions, 'continueOnFail' | 'retryOnFail'> {
	timeoutMs?: number;
}

const prompt = '={{ $json.text }}';
const items = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, n) => ({ json: { text: `Item ${n}` } }));

export const answered = ({ outputs }: RunNodeResult) =>
	(outputs[0] ?? []).filter(({ json, error }) => error === undefined && json.error === undefined)
		.length;

/** A failed item does not stop the others. */
const counted =
	(way: NodeWay): Way =>
	async (target, count) =>
		answered(await way(target, count, { continueOnFail: 'continueRegularOutput' }));

/** A node of the n8n that the end-to-end run installs, in the given or its newest version. */
function nodeOfN8n(file: string, className: string, version?: number): INodeType {
	const path = resolve('test/host/node_modules', file);
	const module = createRequire(path)(path) as Record<string, new () => Versioned>;
	const Node = module[className];
	if (Node === undefined) throw new Error(`${file} has no ${className}`);
	const node = new Node();
	const found = node.nodeVersions[version ?? node.currentVersion];
	if (found === undefined) throw new Error(`${className} has no version ${version}`);
	return found;
}

interface Versioned {
	nodeVersions: Record<string, INodeType>;
	currentVersion: number;
}

const inference = ({ url, key }: Target) => ({
	...accessTo({ url, keys: { user: key } }),
});

const chatRun =
	(more: INodeParameters): NodeWay =>
	async (target, count, { timeoutMs, ...settings }) =>
		await runNode({
			node: new InferenceChat(),
			parameters: {
				...{ model: { mode: 'id', value: target.model }, prompt, ...more },
				...(timeoutMs && { options: inGroups({ timeout: timeoutMs / 1000 }) }),
			},
			items: items(count),
			...inference(target),
			...settings,
		});

/** This package's Chat node, with further parameters. */
export const chat = (more: INodeParameters): Way => counted(chatRun(more));

/** This package's Chat node as it comes. */
export const ours = chat({});

/** A declarative node with nothing of this package in it. */
export const bareDeclarative: Way = counted(
	async (target, count, settings) =>
		await runNode({
			node: declarative,
			parameters: { model: target.model, prompt },
			items: items(count),
			...inference(target),
			...settings,
		}),
);

const httpRequestRun =
	(options: INodeParameters): NodeWay =>
	async ({ url, key, model }, count, { timeoutMs, ...settings }) => {
		const parameters: INodeParameters = {
			method: 'POST',
			url: `${url}/chat/completions`,
			sendHeaders: true,
			specifyHeaders: 'json',
			jsonHeaders: JSON.stringify({ Authorization: `Bearer ${key}` }),
			sendBody: true,
			contentType: 'json',
			specifyBody: 'json',
			jsonBody: `={{ JSON.stringify({ model: '${model}', messages: [{ role: 'user', content: $json.text }] }) }}`,
			options: { ...options, ...(timeoutMs && { timeout: timeoutMs }) },
		};
		return await runNode({
			node: nodeOfN8n('n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js', 'HttpRequest'),
			parameters,
			items: items(count),
			...settings,
		});
	};

/** n8n's HTTP Request node, as it comes or in batches. */
export const httpRequest = (batching?: { batchSize: number; batchInterval: number }): Way =>
	counted(httpRequestRun(batching === undefined ? {} : { batching: { batch: { ...batching } } }));

/** n8n's OpenAI node in the form that speaks chat completions; it has no limit of time to set. */
const openAiRun: NodeWay = async ({ url, key, model }, count, { continueOnFail, retryOnFail }) => {
	const file = '@n8n/n8n-nodes-langchain/dist/nodes/vendors/OpenAi/OpenAi.node.js';
	return await runNode({
		node: nodeOfN8n(file, 'OpenAi', 1.8),
		parameters: {
			resource: 'text',
			operation: 'message',
			modelId: { __rl: true, mode: 'id', value: model },
			messages: { values: [{ content: prompt, role: 'user' }] },
			simplify: true,
			options: {},
		},
		items: items(count),
		credentialTypes: [openAiCredential],
		credentials: { openAiApi: { apiKey: key, url, header: false } },
		continueOnFail,
		retryOnFail,
	});
};

/** n8n's OpenAI node with another base URL. */
export const openAi: Way = counted(openAiRun);

/** The ways that n8n can run again. */
export const NODE_WAYS: Record<string, NodeWay> = {
	ours: chatRun({}),
	httpRequest: httpRequestRun({}),
	openAi: openAiRun,
};

const openAiCredential: ICredentialType = {
	name: 'openAiApi',
	displayName: 'OpenAI',
	properties: [],
	// The node writes its address as `uri`, which an empty `url` would win over.
	authenticate: async ({ apiKey }, { url, headers, ...request }) =>
		({
			...request,
			...(url && { url }),
			headers: { ...headers, Authorization: `Bearer ${String(apiKey)}` },
		}) as IHttpRequestOptions,
};

/** undici without n8n, five calls at a time as this package does. */
export const undici: Way = async ({ url, key, model }, count) => {
	let next = 0;
	let done = 0;
	const worker = async () => {
		while (next < count) {
			const content = `Item ${next++}`;
			const { statusCode, body } = await request(`${url}/chat/completions`, {
				method: 'POST',
				headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
				body: JSON.stringify({ model, messages: [{ role: 'user', content }] }),
			});
			await body.json();
			if (statusCode === 200) done++;
		}
	};
	await Promise.all(Array.from({ length: 5 }, worker));
	return done;
};
