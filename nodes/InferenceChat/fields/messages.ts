import type { INodeProperties } from 'n8n-workflow';

/** What the model is asked: one prompt, a list of messages, or messages as JSON. */
export function messageFields(): INodeProperties[] {
	return [
		{
			displayName: 'Input',
			name: 'input',
			type: 'options',
			default: 'prompt',
			description: 'How to give what the model is to answer',
			options: [
				{ name: 'Prompt', value: 'prompt', description: 'One question or instruction' },
				{ name: 'Messages', value: 'messages', description: 'A conversation, message by message' },
				{
					name: 'Messages as JSON',
					value: 'json',
					description: 'A conversation from an expression, sent unchanged',
				},
			],
		},
		{
			displayName: 'Prompt',
			name: 'prompt',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '={{ $json.chatInput }}',
			placeholder: 'e.g. Summarize this ticket in one sentence',
			description:
				'Message to send to the model. The default is the message that a Chat Trigger receives; replace it with your own text or expression.',
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
				'How the model is to behave. The service puts its own system prompt before it, unless you switch that off under Service Parameters.',
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
			options: [{ displayName: 'Message', name: 'message', values: messageValues() }],
		},
		{
			displayName: 'Messages (JSON)',
			name: 'messagesJson',
			type: 'json',
			typeOptions: { rows: 6 },
			default: '[]',
			placeholder: 'e.g. [{ "role": "user", "content": "Hello" }]',
			description:
				'Array of messages in the form of the chat convention. Put the field "message" of an earlier answer back in unchanged to go on after a tool call.',
			displayOptions: { show: { input: ['json'] } },
		},
	];
}

function messageValues(): INodeProperties[] {
	return [
		{
			displayName: 'Role',
			name: 'role',
			type: 'options',
			default: 'user',
			options: [
				{ name: 'Assistant', value: 'assistant', description: 'An earlier answer of the model' },
				{ name: 'Developer', value: 'developer', description: 'Instructions for reasoning models' },
				{ name: 'System', value: 'system', description: 'Instructions how to behave' },
				{ name: 'Tool', value: 'tool', description: 'The result of a tool call' },
				{ name: 'User', value: 'user', description: 'What is asked' },
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
			description: 'Name of who speaks, for conversations of several people',
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
			description: 'Whether the service is asked to cache the conversation up to here',
			displayOptions: { hide: { role: ['tool'] } },
		},
	];
}
