import { byId, calls, flow, model, models } from '../flow.mjs';
import { mediaFlows } from './mediaFlows.mjs';

const fewest = { returnAll: false, limit: 3 };
const ownKey = byId('={{ $json.id }}');
const keyLimit = { usdLimit: 5, limitPeriod: 'MONTH' };

/** Workflows that take each node through what the examples do not show of it. */
export const flows = [
	flow('Models: everything', [
		models('all'),
		...calls('inferenceModels', [
			['Get', 'model:get', { model }, 'Models'],
			['Traits', 'trait:getAll', { type: 'image', ...fewest }],
			['Mapping', 'compatibilityMapping:getAll', { type: 'text', ...fewest }],
		]),
	]),
	flow(
		'Characters: everything',
		calls('inferenceCharacters', [
			['Characters', 'character:getAll', { ...fewest, options: { sortBy: 'ratingCount' } }],
			['Get', 'character:get', { character: byId('={{ $json.slug }}') }, 'Characters'],
			[
				'Reviews',
				'review:getAll',
				{ character: byId('={{ $json.slug }}'), ...fewest },
				'Characters',
			],
		]),
	),
	flow(
		'Billing: everything',
		calls('inferenceBilling', [
			['Balance', 'balance:get'],
			['Limits', 'rateLimit:get'],
			['Log', 'rateLimit:getLog'],
			['Analytics', 'usage:getAnalytics', { period: 'days', days: 7, outputAs: 'byModel' }],
			['History', 'usage:getAll', { outputAs: 'items', ...fewest }],
			['CSV File', 'usage:getAll', { outputAs: 'csvFile', outputBinaryField: 'data' }],
			[
				'Report',
				'report:get',
				{ period: 'thisMonth', files: ['html'], options: { monthlyBudget: 1_000 } },
			],
			[
				'Label Budgets',
				'budget:check',
				{
					budget: 1_000,
					options: {
						labelsByRequestId: '[]',
						labelBudgets: { row: [{ costLabel: 'Sales', budget: 5 }] },
					},
				},
			],
		]),
	),
	flow(
		'API Keys: everything',
		calls('inferenceApiKeys', [
			['Create', 'apiKey:create', { description: 'Made by a flow', keyType: 'INFERENCE' }],
			['Update', 'apiKey:update', { keyId: ownKey, updateFields: keyLimit }, 'Create'],
			['Get', 'apiKey:get', { keyId: ownKey }, 'Update'],
			['Keys', 'apiKey:getAll', { returnAll: true }, 'Get'],
			['Delete', 'apiKey:delete', { keyId: byId("={{ $('Get').item.json.id }}") }, 'Get'],
		]),
	),
	flow(
		'Decisions: everything',
		calls('inferenceDecisions', [
			[
				'Decide',
				'decide',
				{
					about: 'text',
					text: 'My payouts have failed for three days',
					questions: {
						question: [
							{
								answerName: 'team',
								type: 'choice',
								instructions: 'Which team?',
								choices: {
									choice: [
										{ name: 'billing', description: 'Payouts, invoices, refunds' },
										{ name: 'other', description: '' },
									],
								},
							},
						],
					},
				},
			],
		]),
	),
	flow('Web: everything', [
		...calls('inferenceWeb', [
			['Search', 'web:search', { query: 'pears and cheese', options: { maxResults: 2 } }],
			['Scrape', 'page:scrape', { url: '={{ $json.url }}' }, 'Search'],
		]),
		{
			name: 'Page as File',
			type: 'n8n-nodes-base.convertToFile',
			after: 'Scrape',
			parameters: {
				operation: 'toText',
				sourceProperty: 'content',
				options: { fileName: 'page.txt' },
			},
		},
		...calls('inferenceWeb', [
			['Parse', 'document:parse', { inputBinaryField: 'data' }, 'Page as File'],
		]),
	]),
	flow(
		'Chat: streamed from the service',
		calls('inferenceChat', [
			[
				'Chat',
				'complete',
				{
					model: byId('default'),
					input: 'prompt',
					prompt: 'Is this streamed?',
					options: { stream: true },
				},
			],
		]),
	),
	flow('Embeddings: one item with all vectors', [
		models('embedding'),
		...calls('inferenceEmbeddings', [
			[
				'Vectors',
				'create',
				{
					model,
					input: 'list',
					texts: ['one', 'two'],
					outputAs: 'single',
					options: { encodingFormat: 'base64' },
				},
				'Models',
			],
		]),
	]),
	flow(
		'Crypto RPC: everything',
		calls('inferenceCryptoRpc', [
			['Networks', 'network:getAll', fewest],
			[
				'Batch',
				'rpc:callBatch',
				{
					network: byId('ethereum-mainnet'),
					input: 'json',
					callsJson: '[{ "method": "eth_blockNumber" }, { "method": "eth_gasPrice" }]',
				},
			],
		]),
	),
	...mediaFlows,
];
