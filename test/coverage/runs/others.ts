import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceDecisions } from '../../../nodes/InferenceDecisions/InferenceDecisions.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import type { FullRuns } from '../fullRun';
import { files, itemWith, typed } from '../given';

const model = typed('embedding-basic');
const network = typed('ethereum-mainnet');
const key = { idempotencyKey: 'payout-42' };

export const embeddings: FullRuns = {
	node: new InferenceEmbeddings(),
	runs: [
		{
			operation: 'create',
			name: 'one text with every option',
			parameters: {
				model,
				input: 'text',
				text: 'Hello',
				options: { dimensions: 64, encodingFormat: 'base64', user: 'customer-42' },
			},
		},
		{
			operation: 'create',
			name: 'a list of texts',
			parameters: { model, input: 'list', texts: ['Hello', 'Goodbye'] },
		},
		{
			operation: 'create',
			name: 'a field of the item',
			items: [{ json: { chunks: ['Hello', 'Goodbye'] } }],
			parameters: { model, input: 'field', fieldName: 'chunks' },
		},
		{
			operation: 'create',
			name: 'a JSON array',
			parameters: { model, input: 'json', textsJson: '["Hello", "Goodbye"]' },
		},
	],
};

const questions = {
	question: [
		{
			id: 'urgent',
			type: 'yesOrNo',
			instructions: 'Urgent?',
			yes: 'It is late',
			no: 'It can wait',
		},
		{
			id: 'team',
			type: 'choice',
			instructions: 'Which team?',
			options: { option: [{ name: 'billing', description: 'Money' }, { name: 'other' }] },
		},
		{ id: 'mood', type: 'score', instructions: 'How angry?', levels: 'Calm\nFurious' },
	],
};

export const decisions: FullRuns = {
	node: new InferenceDecisions(),
	runs: [
		{
			operation: 'decide',
			name: 'about the item',
			items: [{ json: { subject: 'It is late' } }],
			parameters: { model: typed('decision-basic'), questions, options: { minConfidence: 0.5 } },
		},
		{
			operation: 'decide',
			name: 'about a text',
			parameters: { about: 'text', text: 'It is late', questions },
		},
		{
			operation: 'decide',
			name: 'about JSON',
			parameters: { about: 'json', stateJson: '{"a": "It is late"}', questions },
		},
	],
};

export const cryptoRpc: FullRuns = {
	node: new InferenceCryptoRpc(),
	runs: [
		{
			resource: 'rpc',
			operation: 'call',
			name: 'a call with an ID and a key',
			parameters: {
				network,
				method: 'eth_getBalance',
				params: '["0x0000000000000000000000000000000000000000", "latest"]',
				options: { id: 'a', ...key },
			},
		},
		{
			resource: 'rpc',
			operation: 'callBatch',
			name: 'calls one by one',
			parameters: {
				network,
				input: 'calls',
				calls: { call: [{ method: 'eth_blockNumber', params: '[]', id: 'a' }] },
				options: key,
			},
		},
		{
			resource: 'rpc',
			operation: 'callBatch',
			name: 'calls as JSON',
			parameters: {
				network,
				input: 'json',
				callsJson: '[{ "method": "eth_blockNumber" }, { "method": "eth_gasPrice" }]',
			},
		},
		{ resource: 'network', operation: 'getAll', name: 'the list of networks' },
	],
};

export const web: FullRuns = {
	node: new InferenceWeb(),
	runs: [
		{
			resource: 'web',
			operation: 'search',
			name: 'every option',
			parameters: {
				query: 'opening hours',
				options: { maxResults: 3, searchProvider: 'google' },
			},
		},
		{
			resource: 'page',
			operation: 'scrape',
			name: 'a page',
			parameters: { url: 'https://example.com/article' },
		},
		{
			resource: 'document',
			operation: 'parse',
			name: 'a document with every option',
			items: itemWith({ data: files.report }),
			parameters: { inputBinaryField: 'data', options: { responseFormat: 'json' } },
		},
	],
};
