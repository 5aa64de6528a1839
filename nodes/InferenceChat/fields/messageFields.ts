import type { INodeProperties } from 'n8n-workflow';

import { inputFileFields } from '../../common/fields/inputFileFields';

export function messageFields(): INodeProperties[] {
	return [
		{
			displayName: 'Input Type',
			name: 'input',
			type: 'options',
			default: 'prompt',
			description: 'How to provide the conversation',
			options: [
				{
					name: 'Messages',
					value: 'messages',
					description: 'A conversation, one message at a time',
				},
				{
					name: 'Messages as JSON',
					value: 'json',
					description: 'A conversation as JSON, sent unchanged',
				},
				{ name: 'Single Prompt', value: 'prompt', description: 'One question or instruction' },
			],
		},
		{
			displayName: 'Prompt',
			name: 'prompt',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			placeholder: 'e.g. Summarize this ticket in one sentence',
			description: 'Message to send to the model',
			hint: 'Leave empty to answer the message from the Chat Trigger',
			displayOptions: { show: { input: ['prompt'] } },
		},
		{
			displayName: 'System Prompt',
			name: 'systemPrompt',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			placeholder: 'e.g. You are a friendly support agent',
			description:
				"Instructions for the model. The service adds its own system prompt before yours, about 1,100 to 1,750 tokens that are charged, unless you turn off Options > Add the Service's Own Instructions.",
			displayOptions: { show: { input: ['prompt'] } },
		},
		{
			displayName: 'Messages',
			name: 'messages',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			default: { message: [{ role: 'user', content: '' }] },
			placeholder: 'Add Message',
			displayOptions: { show: { input: ['messages'] } },
			options: [{ displayName: 'Message', name: 'message', values: messageRowFields() }],
		},
		{
			displayName: 'Messages (JSON)',
			name: 'messagesJson',
			type: 'json',
			typeOptions: { rows: 6 },
			default: '[]',
			placeholder: 'e.g. [{ "role": "user", "content": "Hello" }]',
			description:
				'Array of messages in the OpenAI chat format. To continue after a tool call, include the field "message" of the earlier answer unchanged.',
			displayOptions: { show: { input: ['json'] } },
		},
	];
}

function messageRowFields(): INodeProperties[] {
	return [
		{
			displayName: 'Role',
			name: 'role',
			type: 'options',
			default: 'user',
			options: [
				{ name: 'Assistant', value: 'assistant', description: 'Earlier answer of the model' },
				{ name: 'Developer', value: 'developer', description: 'Instructions for reasoning models' },
				{ name: 'System', value: 'system', description: 'Instructions for the model' },
				{ name: 'Tool', value: 'tool', description: 'Result of a tool call' },
				{ name: 'User', value: 'user', description: 'Question or instruction' },
			],
		},
		{
			displayName: 'Content',
			name: 'content',
			type: 'string',
			typeOptions: { rows: 2 },
			default: '',
			description: 'Text of the message',
		},
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			description: 'Name of the speaker, for conversations with several people',
		},
		{
			displayName: 'Tool Call ID',
			name: 'toolCallId',
			type: 'string',
			default: '',
			description: 'ID of the tool call that this message answers',
			displayOptions: { show: { role: ['tool'] } },
		},
		{
			displayName: 'Tool Calls',
			name: 'toolCalls',
			type: 'json',
			default: '',
			description: 'JSON array of the tool calls that the model made in this answer',
			displayOptions: { show: { role: ['assistant'] } },
		},
		{
			displayName: 'Mark for Caching',
			name: 'cache',
			type: 'boolean',
			default: false,
			description: 'Whether to ask the service to cache the conversation up to this message',
			displayOptions: { hide: { role: ['tool'] } },
		},
	];
}

export function attachmentsField(): INodeProperties {
	return {
		displayName: 'Attachments',
		name: 'attachments',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Attachment',
		description:
			'Files for the model to look at or listen to, added to the last user message. The model must support them.',
		options: [
			{
				displayName: 'Attachment',
				name: 'attachment',
				values: attachmentRowFields(),
			},
		],
	};
}

function attachmentRowFields(): INodeProperties[] {
	return [
		{
			displayName: 'Kind',
			name: 'kind',
			type: 'options',
			default: 'image',
			options: [
				{
					name: 'Audio',
					value: 'audio',
					description: 'Speech or sound',
				},
				{ name: 'File', value: 'file', description: 'A document whose text is read' },
				{ name: 'Image', value: 'image' },
				{ name: 'Video', value: 'video' },
			],
		},
		...inputFileFields({
			what: 'file',
			placeholder: 'e.g. https://example.com/picture.png',
			urlDescription:
				'URL reachable without a login, or a data URL. The link that another tool returned for its file also works.',
		}),
		{
			displayName: 'Mark for Caching',
			name: 'cache',
			type: 'boolean',
			default: false,
			description: 'Whether to ask the service to cache the conversation up to this file',
		},
	];
}
