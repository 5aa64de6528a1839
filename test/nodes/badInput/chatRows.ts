import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeProperties,
} from 'n8n-workflow';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { withFiles, type Row } from './row';

const node = new InferenceChat();
const model = { mode: 'id', value: 'text-mini' };

const chat = (
	what: string,
	change: IDataObject,
	message: Row['message'],
	items?: INodeExecutionData[],
): Row => ({
	what,
	node,
	parameters: { model, prompt: 'Hi', ...change } as INodeParameters,
	message,
	...(items && { items }),
});
const settings = (node.description.properties.find(({ name }) => name === 'options')?.options ??
	[]) as INodeProperties[];
const groupOf = (option: string) =>
	settings.find(
		({ type, options = [] }) =>
			type === 'collection' && options.some(({ name }) => name === option),
	)?.name;
const option = (name: string, value: unknown, message: Row['message']) => {
	const group = groupOf(name);
	const set = { [name]: value } as IDataObject;
	const options = group === undefined ? set : { [group]: set };
	return chat(`${name} ${JSON.stringify(value)}`, { options }, message);
};
const list = (what: string, rows: IDataObject[], message: Row['message']) =>
	chat(what, { input: 'messages', messages: { message: rows } }, message);
const json = (what: string, messagesJson: unknown, message: Row['message']) =>
	chat(what, { input: 'json', messagesJson } as IDataObject, message);
const attachment = (
	what: string,
	row: IDataObject,
	message: Row['message'],
	items?: INodeExecutionData[],
) => chat(what, { options: { attachments: { attachment: [row] } } }, message, items);

const formats = 'wav, mp3, aiff, aac, ogg, flac, m4a, pcm16, pcm24';

/** Bad chat requests that are found before anything is sent. */
export const chatRows: Row[] = [
	chat('an empty prompt', { prompt: "={{ '' }}" }, 'Prompt must not be empty'),
	chat('no model', { model: { mode: 'id', value: "={{ '' }}" } }, 'Model must not be empty'),
	option(
		'reasoning',
		'very huge',
		'Reasoning must be one of auto, off, minimal, low, medium, high, xhigh, max, but "very huge" was given',
	),
	chat(
		'an unknown response format',
		{ responseFormat: 'xml' },
		'Response Format must be one of json_object, json_schema, text, but "xml" was given',
	),
	chat(
		'JSON Schema without a schema',
		{ responseFormat: 'json_schema' },
		'Response Format is JSON Schema, so JSON Schema must not be empty',
	),
	chat(
		'a schema that is not valid JSON',
		{ responseFormat: 'json_schema', jsonSchema: '{"type":' },
		/^JSON Schema must be a JSON object, but it is not valid JSON: .+/,
	),
	chat(
		'a schema that is a list',
		{ responseFormat: 'json_schema', jsonSchema: '[]' },
		/^JSON Schema must be a JSON object, but .+ was given$/,
	),
	chat(
		'a web search that is neither on nor off',
		{ options: { webSearch: { enableWebSearch: 'yes' } } },
		'Web Search must be one of auto, off, on, but "yes" was given',
	),
	list('no message', [], 'Add at least one message'),
	list('an empty message', [{ role: 'user', content: '' }], 'Message 1 must not be empty'),
	list(
		'an unknown role',
		[{ role: 'robot', content: 'Hi' }],
		'Role of Message 1 must be one of assistant, developer, system, tool, user, but "robot" was given',
	),
	list(
		'a caching mark that is neither on nor off',
		[{ role: 'user', content: 'Hi', cache: '={{ "perhaps" }}' }],
		'Mark for Caching of Message 1 must be true or false, but "perhaps" was given',
	),
	list(
		'a tool message without its call',
		[
			{ role: 'user', content: 'Hi' },
			{ role: 'tool', content: '42' },
		],
		'Message 2 has the role tool and needs the Tool Call ID (tool_call_id) that it answers',
	),
	json(
		'a tool result without its call',
		'[{"role":"tool","content":"42"}]',
		'Message 1 of Messages (JSON) has the role tool and needs the Tool Call ID (tool_call_id) that it answers',
	),
	list(
		'tool calls that are not valid JSON',
		[{ role: 'assistant', content: '', toolCalls: '[{' }],
		/^Tool Calls of Message 1 must be a JSON array, but it is not valid JSON: .+/,
	),
	json(
		'messages that are not valid JSON',
		'[{"role":',
		/^Messages \(JSON\) must be a JSON array, but it is not valid JSON: .+/,
	),
	attachment(
		'a binary field that is not there',
		{ inputBinaryField: 'picture' },
		'The item has no file in the binary field "picture"; it has "photo", "voice"',
		[withFiles({ photo: 'image/png', voice: 'audio/wav' })],
	),
	attachment(
		'a binary field of an item without binary data',
		{ inputBinaryField: 'picture' },
		'The item has no file in the binary field "picture": it has no binary data at all',
	),
	attachment(
		'an item without binary data',
		{},
		'The item has no file: it has no binary data at all',
	),
	attachment('two files and no field', {}, /^The item has 2 files/, [
		withFiles({ photo: 'image/png', voice: 'audio/wav' }),
	]),
	attachment(
		'sound as an image',
		{ kind: 'image' },
		'The attachment must be an image, but the file is of the type "audio/wav"',
		[withFiles({ data: 'audio/wav' })],
	),
	attachment(
		'a document as sound',
		{ kind: 'audio' },
		`An audio attachment must be one of ${formats}, but the file is of the type "application/pdf"`,
		[withFiles({ data: 'application/pdf' })],
	),
	attachment(
		'sound by a URL that cannot be downloaded',
		{ kind: 'audio', fileSource: 'url', fileUrl: 'ftp://example.com/a.mp3' },
		'The URL of an audio attachment must be a whole address that starts with https:// or http://, but "ftp://example.com/a.mp3" was given',
	),
	attachment(
		'a URL without scheme',
		{ fileSource: 'url', fileUrl: 'example.com/a.png' },
		'The URL of an attachment must start with https://, http:// or data:, but "example.com/a.png" was given',
	),
	chat(
		'an attachment without a message of the user',
		{
			input: 'messages',
			messages: { message: [{ role: 'system', content: 'Hi' }] },
			options: {
				attachments: { attachment: [{ fileSource: 'url', fileUrl: 'https://example.com/a.png' }] },
			},
		},
		'Attachments need a message with the role user',
	),
];
