import {
	AIMessage,
	ChatMessage,
	HumanMessage,
	SystemMessage,
	ToolMessage,
} from '@langchain/core/messages';

import { asAgentMessages } from '../../../../lib/chat/agents/sdkResult';
import { wireMessages } from '../../../../lib/chat/agents/wireMessages';

const user = (content: unknown) => wireMessages([{ type: 'human', content }])[0]?.content;

describe('messages of an agent on the wire', () => {
	test('keep their roles and texts', () => {
		const messages = [
			new SystemMessage('Be kind'),
			new HumanMessage('Hello'),
			new AIMessage('Hi'),
			new HumanMessage({
				content: [
					{ type: 'text', text: 'One ' },
					{ type: 'text', text: 'two' },
				],
			}),
		];
		expect(wireMessages(messages)).toEqual([
			{ role: 'system', content: 'Be kind' },
			{ role: 'user', content: 'Hello' },
			{ role: 'assistant', content: 'Hi' },
			{ role: 'user', content: 'One two' },
		]);
	});

	test('keep calls, their results, and what a model wants back', () => {
		const kept = {
			reasoning_content: 'So',
			reasoning_details: [{ type: 'reasoning.text', text: 'So' }],
			thought_signature: 'abc=',
		};
		const messages = [
			new AIMessage({
				content: '',
				tool_calls: [
					{ id: 'a', name: 'one', args: { x: [1], id: 'mine' } },
					{ id: 'b', name: 'two', args: { id: 'b' } },
				],
				additional_kwargs: { ...kept, other: 'dropped' },
			}),
			new ToolMessage({ tool_call_id: 'a', content: 'yes', name: 'one' }),
			new ToolMessage({ tool_call_id: 'b', content: [{ type: 'text', text: 'no' }] }),
			{ type: 'tool', tool_call_id: 'c', content: { a: 1 } },
			{ type: 'tool', tool_call_id: 'd', content: '' },
		];
		const call = (id: string, name: string, args: string) => {
			return { id, type: 'function', function: { name, arguments: args } };
		};
		expect(wireMessages(messages)).toEqual([
			{
				role: 'assistant',
				content: null,
				...kept,
				tool_calls: [call('a', 'one', '{"x":[1],"id":"mine"}'), call('b', 'two', '{}')],
			},
			{ role: 'tool', tool_call_id: 'a', content: 'yes' },
			{ role: 'tool', tool_call_id: 'b', content: 'no' },
			{ role: 'tool', tool_call_id: 'c', content: '{"a":1}' },
			{ role: 'tool', tool_call_id: 'd', content: '' },
		]);
	});

	test('keep a role that the service knows, and are otherwise those of a user of that name', () => {
		const messages = [
			new ChatMessage('Be kind', 'developer'),
			new ChatMessage('Well said', 'critic'),
			{ type: 'function', name: 'one', content: 'Done' },
			{ content: 'Hello' },
		];
		expect(wireMessages(messages)).toEqual([
			{ role: 'developer', content: 'Be kind' },
			{ role: 'user', name: 'critic', content: 'Well said' },
			{ role: 'user', name: 'function', content: 'Done' },
			{ role: 'user', content: 'Hello' },
		]);
	});

	test('come from n8n’s SDK too', () => {
		const handed = asAgentMessages([
			{ role: 'system', content: [{ type: 'text', text: 'Be kind' }] },
			{ role: 'user', content: [{ type: 'file', mediaType: 'image/png', data: 'AAAA' }] },
			{
				role: 'assistant',
				content: [
					{ type: 'reasoning', text: '' },
					{ type: 'tool-call', toolCallId: 'a', toolName: 'one', input: '' },
				],
			},
			{ role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', result: { b: 2 } }] },
		]);
		expect(wireMessages(handed)).toEqual([
			{ role: 'system', content: 'Be kind' },
			{
				role: 'user',
				content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
			},
			{
				role: 'assistant',
				content: null,
				tool_calls: [{ id: 'a', type: 'function', function: { name: 'one', arguments: '{}' } }],
			},
			{ role: 'tool', tool_call_id: 'a', content: '{"b":2}' },
		]);
	});
});

describe('files of a user', () => {
	const png = 'data:image/png;base64,AAAA';
	test.each([
		[
			'a picture as the agent passes it',
			{ type: 'image_url', image_url: { url: png } },
			{ type: 'image_url', image_url: { url: png } },
		],
		[
			'a picture by its bare address',
			{ type: 'image_url', image_url: png },
			{ type: 'image_url', image_url: { url: png } },
		],
		[
			'a picture as a standard block',
			{ type: 'image', mimeType: 'image/png', data: new Uint8Array([0, 0, 0]) },
			{ type: 'image_url', image_url: { url: png } },
		],
		[
			'a document as the agent passes it',
			{
				type: 'file',
				source_type: 'base64',
				mime_type: 'application/pdf',
				data: 'AAAA',
				metadata: { filename: 'a.pdf' },
			},
			{ type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' } },
		],
		[
			'sound',
			{ type: 'audio', source_type: 'base64', mime_type: 'audio/mpeg', data: 'AAAA' },
			{ type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
		],
		[
			'a video by its address',
			{ type: 'video', source_type: 'url', mime_type: 'video/mp4', url: 'https://example.com/a' },
			{ type: 'video_url', video_url: { url: 'https://example.com/a' } },
		],
		[
			'a part in the form of the wire',
			{ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
			{ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
		],
	])('a file of a user is sent as the service takes it: %s', (_what, block, part) => {
		expect(user([{ type: 'text', text: 'See' }, { type: 'text', text: '' }, block])).toEqual([
			{ type: 'text', text: 'See' },
			part,
		]);
	});

	const cache = { type: 'ephemeral', ttl: '1h' };
	const link = 'https://example.com/a.png';

	test.each([
		[
			'in the chat convention',
			{ type: 'image_url', image_url: { url: link, detail: 'low' }, cache_control: cache },
		],
		[
			'in the block of an agent',
			{
				type: 'image',
				source_type: 'url',
				url: link,
				metadata: { detail: 'low', cache_control: cache },
			},
		],
	])('keep what a picture says of detail and caching %s', (_where, block) => {
		expect(user([block])).toEqual([
			{ type: 'image_url', image_url: { url: link, detail: 'low' }, cache_control: cache },
		]);
	});

	test.each(['human', 'system', 'ai'])(
		'keep the mark for caching on a text of the role %s',
		(type) => {
			const content = [
				{ type: 'text', text: 'Long', cache_control: cache },
				{ type: 'text', text: '', cache_control: cache },
				{ type: 'text', text: 'Short', index: 1 },
			];
			expect(wireMessages([{ type, content }])[0]?.content).toEqual([
				{ type: 'text', text: 'Long', cache_control: cache },
				{ type: 'text', text: 'Short' },
			]);
			expect(wireMessages([{ type, content: content.slice(1, 2) }])[0]?.content).toBe('');
		},
	);

	test('an address that is none is refused in a sentence', () => {
		expect(() => user([{ type: 'image_url', image_url: { url: 'C:/a.png' } }])).toThrow(
			'The URL of an attachment must start with https://',
		);
	});
});
