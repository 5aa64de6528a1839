import { byId } from '../flow.mjs';
import { fromAI } from '../agentFlow.mjs';

const image = byId('image-basic');

/**
 * One tool of each action node; `args` is what the model fills in.
 * @type {(import('../agentFlow.mjs').Tool & { args?: Record<string, string> })[]}
 */
export const everyTool = [
	{
		name: 'Ask a Model',
		type: 'inferenceChatTool',
		parameters: { model: byId('default'), input: 'prompt', prompt: fromAI('Prompt') },
		args: { Prompt: 'Is tea spelled t-e-a?' },
	},
	{
		name: 'Speak',
		type: 'inferenceAudioTool',
		parameters: {
			resource: 'speech',
			operation: 'generate',
			text: fromAI('Text'),
			options: { outputFormat: 'wav' },
		},
		args: { Text: 'Good morning, here is the news of the day.' },
	},
	{
		name: 'Draw',
		type: 'inferenceImageTool',
		parameters: {
			resource: 'image',
			operation: 'generate',
			model: image,
			prompt: fromAI('Prompt'),
			options: { outputFormat: 'png' },
		},
		args: { Prompt: 'A pear' },
	},
	{
		name: 'Draw Two',
		type: 'inferenceImageTool',
		parameters: {
			resource: 'image',
			operation: 'generate',
			model: image,
			prompt: fromAI('Prompt'),
			options: { outputFormat: 'png', variants: 2 },
		},
		args: { Prompt: 'Two pears' },
	},
	{
		name: 'Film',
		type: 'inferenceVideoTool',
		parameters: {
			resource: 'video',
			operation: 'generate',
			model: byId('video-basic'),
			prompt: fromAI('Prompt'),
			duration: byId('5s'),
		},
		args: { Prompt: 'A boat' },
	},
	{
		name: 'Model Facts',
		type: 'inferenceModelsTool',
		parameters: { resource: 'model', operation: 'get', model: byId(fromAI('Model')) },
		args: { Model: 'text-basic' },
	},
	{
		name: 'Characters',
		type: 'inferenceCharactersTool',
		parameters: { resource: 'character', operation: 'getAll', returnAll: false, limit: 2 },
	},
	{
		name: 'Account',
		type: 'inferenceBillingTool',
		parameters: { resource: 'balance', operation: 'get' },
	},
	{
		name: 'Blockchain',
		type: 'inferenceCryptoRpcTool',
		parameters: { network: byId('base-mainnet'), method: fromAI('Method') },
		args: { Method: 'eth_chainId' },
	},
	{
		name: 'Vector',
		type: 'inferenceEmbeddingsTool',
		parameters: { model: byId('embedding-basic'), text: fromAI('Text') },
		args: { Text: 'Hello' },
	},
	{
		name: 'Search',
		type: 'inferenceWebTool',
		parameters: { resource: 'web', operation: 'search', query: fromAI('Query') },
		args: { Query: 'pears' },
	},
	{
		name: 'Wallet',
		type: 'inferenceX402Tool',
		parameters: { resource: 'balance', operation: 'get' },
	},
	{
		name: 'Top Up',
		type: 'inferenceX402Tool',
		parameters: { resource: 'balance', operation: 'topUp', maxAmount: 5 },
	},
	{
		name: 'Broken Link',
		type: 'inferenceAudioTool',
		parameters: {
			resource: 'recording',
			operation: 'transcribe',
			fileSource: 'url',
			fileUrl: fromAI('File_URL'),
		},
		args: { File_URL: 'http://127.0.0.1:9/talk.wav' },
	},
];

/** Tools that take a file, by the link that another tool gave. @type {import('../agentFlow.mjs').Tool[]} */
export const fileTools = [
	{
		name: 'Edit',
		type: 'inferenceImageTool',
		parameters: {
			resource: 'image',
			operation: 'edit',
			fileSource: 'url',
			fileUrl: fromAI('Image'),
			prompt: fromAI('Prompt'),
		},
	},
	{
		name: 'Enlarge',
		type: 'inferenceImageTool',
		parameters: {
			resource: 'image',
			operation: 'upscale',
			fileSource: 'url',
			fileUrl: fromAI('Image'),
		},
	},
	{
		name: 'Cut Out',
		type: 'inferenceImageTool',
		parameters: {
			resource: 'image',
			operation: 'removeBackground',
			fileSource: 'url',
			fileUrl: fromAI('Image'),
		},
	},
	{
		name: 'Combine',
		type: 'inferenceImageTool',
		parameters: {
			resource: 'image',
			operation: 'editMultiple',
			model: byId('edit-basic'),
			images: { image: [{ fileSource: 'url', fileUrl: fromAI('Image') }] },
			prompt: fromAI('Prompt'),
		},
	},
	{
		name: 'Transcribe',
		type: 'inferenceAudioTool',
		parameters: {
			resource: 'recording',
			operation: 'transcribe',
			fileSource: 'url',
			fileUrl: fromAI('File_URL'),
		},
	},
	{
		name: 'Read',
		type: 'inferenceWebTool',
		parameters: {
			resource: 'document',
			operation: 'parse',
			fileSource: 'url',
			fileUrl: fromAI('File_URL'),
		},
	},
	{
		name: 'Look',
		type: 'inferenceChatTool',
		parameters: {
			model: byId('text-vision'),
			input: 'prompt',
			prompt: 'What is this?',
			options: {
				attachments: {
					attachment: [{ kind: 'image', fileSource: 'url', fileUrl: fromAI('Image') }],
				},
			},
		},
	},
];
