import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceDecisions } from '../../../nodes/InferenceDecisions/InferenceDecisions.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import type { FullRuns } from '../fullRun';
import { files, itemWith, run, typed } from '../given';

const model = typed('embedding-basic');
const network = typed('ethereum-mainnet');
const key = { idempotencyKey: 'payout-42' };

export const embeddings: FullRuns = {
	node: new InferenceEmbeddings(),
	runs: [
		run('create', 'one text with every option', {
			model,
			input: 'text',
			text: 'Hello',
			options: { dimensions: 64, encodingFormat: 'base64', user: 'customer-42' },
		}),
		run('create', 'a list of texts', { model, input: 'list', texts: ['Hello', 'Goodbye'] }),
		{
			...run('create', 'a field of the item', { model, input: 'field', fieldName: 'chunks' }),
			items: [{ json: { chunks: ['Hello', 'Goodbye'] } }],
		},
		run('create', 'a JSON array', { model, input: 'json', textsJson: '["Hello", "Goodbye"]' }),
	],
};

const questions = {
	question: [
		{
			answerName: 'urgent',
			type: 'yesOrNo',
			instructions: 'Urgent?',
			yes: 'It is late',
			no: 'It can wait',
		},
		{
			answerName: 'team',
			type: 'choice',
			instructions: 'Which team?',
			choices: { choice: [{ name: 'billing', description: 'Money' }, { name: 'other' }] },
		},
		{ answerName: 'mood', type: 'score', instructions: 'How angry?', levels: 'Calm\nFurious' },
	],
};

export const decisions: FullRuns = {
	node: new InferenceDecisions(),
	runs: [
		{
			...run('decide', 'about the item', {
				model: typed('decision-basic'),
				questions,
				includeOtherFields: false,
				options: { minConfidence: 0.5, ifUnsure: 'keep' },
			}),
			items: [{ json: { subject: 'It is late' } }],
		},
		run('decide', 'about a text', { about: 'text', text: 'It is late', questions }),
		run('decide', 'about JSON', { about: 'json', stateJson: '{"a": "It is late"}', questions }),
	],
};

export const cryptoRpc: FullRuns = {
	node: new InferenceCryptoRpc(),
	runs: [
		run('rpc/call', 'a call with an ID and a key', {
			network,
			method: 'eth_getBalance',
			params: '["0x0000000000000000000000000000000000000000", "latest"]',
			options: { id: 'a', ...key },
		}),
		run('rpc/callBatch', 'calls one by one', {
			network,
			input: 'calls',
			calls: { call: [{ method: 'eth_blockNumber', params: '[]', id: 'a' }] },
			options: key,
		}),
		run('rpc/callBatch', 'calls as JSON', {
			network,
			input: 'json',
			callsJson: '[{ "method": "eth_blockNumber" }, { "method": "eth_gasPrice" }]',
		}),
		run('network/getAll', 'the list of networks'),
	],
};

export const web: FullRuns = {
	node: new InferenceWeb(),
	runs: [
		run('web/search', 'every option', {
			query: 'opening hours',
			options: { maxResults: 3, searchProvider: 'google' },
		}),
		run('page/scrape', 'a page', { url: 'https://example.com/article' }),
		{
			...run('document/parse', 'a document with every option', {
				inputBinaryField: 'data',
				options: { responseFormat: 'json' },
			}),
			items: itemWith({ data: files.report }),
		},
	],
};
