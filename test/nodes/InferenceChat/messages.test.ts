import type { INodeExecutionData } from 'n8n-workflow';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { typed } from '../../coverage/given';
import { withService } from '../withService';

const world = withService();
const run = world.runner(new InferenceChat());
const vision = typed('text-vision');
const base64 = (text: string) => Buffer.from(text).toString('base64');
/** Bytes that say nothing of what they are. */
const unknownBytes = '\x00\x01\x02\x03';
const file = (mimeType: string, fileName: string, text = unknownBytes) => ({
	data: base64(text),
	mimeType,
	fileName,
});
const sent = () => (world.service.journal[0]?.body as { messages: unknown[] }).messages;

describe('Inference Chat: messages', () => {
	it('sends a list of messages of every role', async () => {
		const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };
		const { error } = await run({
			model: vision,
			input: 'messages',
			messages: {
				message: [
					{ role: 'system', content: 'Be brief', cache: true },
					{ role: 'developer', content: 'Use metric units' },
					{ role: 'user', content: 'Weather?', name: 'Ada' },
					{ role: 'assistant', content: '', toolCalls: JSON.stringify([call]) },
					{ role: 'tool', content: '21 degrees', toolCallId: 'call_1' },
				],
			},
		});
		expect(error).toBeUndefined();
		expect(sent()).toEqual([
			{
				role: 'system',
				content: [{ type: 'text', text: 'Be brief', cache_control: { type: 'ephemeral' } }],
			},
			{ role: 'developer', content: 'Use metric units' },
			{ role: 'user', content: 'Weather?', name: 'Ada' },
			{ role: 'assistant', content: null, tool_calls: [call] },
			{ role: 'tool', content: '21 degrees', tool_call_id: 'call_1' },
		]);
	});

	it('attaches the only file of the item, whatever its field is called', async () => {
		const { error } = await run(
			{
				model: vision,
				prompt: 'What is this?',
				options: {
					attachments: {
						attachment: [{ kind: 'image', fileSource: 'binary', inputBinaryField: '' }],
					},
				},
			},
			{ items: [{ json: {}, binary: { Recording: file('image/png', 'photo.png') } }] },
		);
		expect(error).toBeUndefined();
		expect(JSON.stringify(sent())).toContain(base64(unknownBytes));
	});

	it.each([
		['={{ $json.chatInput }}', '{{ $json.chatInput }}'],
		['={{ $json.question }}', '{{ $json.question }}'],
	])('says which expression gave nothing: %s', async (prompt, shown) => {
		const { error } = await run({ model: vision, prompt });
		expect(error?.message).toBe('Prompt must not be empty');
		expect(error?.description).toContain(`Its expression ${shown} returns nothing for this item`);
		expect(world.service.journal).toEqual([]);
	});

	it('attaches images, audio, video and documents from binary fields and by URL', async () => {
		const items: INodeExecutionData[] = [
			{
				json: {},
				binary: {
					photo: file('image/png', 'photo.png'),
					voice: file('audio/mpeg', 'voice.mp3'),
					clip: file('video/mp4', 'clip.mp4'),
					report: file('application/pdf', 'report.pdf'),
				},
			},
		];
		const binary = (kind: string, inputBinaryField: string) => ({
			kind,
			fileSource: 'binary',
			inputBinaryField,
		});
		const url = 'https://files.example.com/a.png';
		const { error } = await run(
			{
				model: vision,
				prompt: 'Look',
				options: {
					attachments: {
						attachment: [
							{ ...binary('image', 'photo'), cache: true },
							binary('audio', 'voice'),
							binary('video', 'clip'),
							binary('file', 'report'),
							{ kind: 'image', fileSource: 'url', fileUrl: url },
						],
					},
				},
			},
			{ items },
		);
		expect(error).toBeUndefined();
		const bytes = base64(unknownBytes);
		expect(sent()).toEqual([
			{
				role: 'user',
				content: [
					{ type: 'text', text: 'Look' },
					{
						type: 'image_url',
						image_url: { url: `data:image/png;base64,${bytes}` },
						cache_control: { type: 'ephemeral' },
					},
					{ type: 'input_audio', input_audio: { data: bytes, format: 'mp3' } },
					{ type: 'video_url', video_url: { url: `data:video/mp4;base64,${bytes}` } },
					{
						type: 'file',
						file: { file_data: `data:application/pdf;base64,${bytes}`, filename: 'report.pdf' },
					},
					{ type: 'image_url', image_url: { url } },
				],
			},
		]);
	});

	it.each([
		['a whole', false],
		['a streamed', true],
	])(
		'hands %s answer with tool calls and encrypted reasoning back unchanged',
		async (_how, stream) => {
			const prompt = 'Weather? [call get_weather {}]';
			const tools = [
				{ type: 'function', function: { name: 'get_weather', parameters: { type: 'object' } } },
			];
			const model = typed('text-reasoning');
			const first = await run({
				model,
				prompt,
				options: {
					stream,
					toolCalling: { tools: JSON.stringify(tools), toolChoice: 'get_weather' },
				},
			});
			expect(world.service.journal[0]?.body).toMatchObject({
				tools,
				tool_choice: { type: 'function', function: { name: 'get_weather' } },
			});
			const answer = first.outputs[0]?.[0]?.json;
			const [call] = answer?.toolCalls as Array<{ id: string; name: string; arguments: object }>;
			expect(call).toMatchObject({ name: 'get_weather', arguments: expect.any(Object) });
			expect(answer?.reasoning).toBe('The caller has marked which tools to call.');
			const history = [
				{ role: 'user', content: prompt },
				answer?.message,
				{ role: 'tool', tool_call_id: call?.id, content: '21 degrees' },
			];
			const second = await run(
				{ model, input: 'json', messagesJson: '={{ $json.history }}' },
				{ items: [{ json: { history: JSON.parse(JSON.stringify(history)) } }] },
			);
			expect(second.error).toBeUndefined();
			expect(world.service.journal[1]?.body).toMatchObject({ messages: history });
		},
	);

	it('wraps a schema and returns the parsed answer too', async () => {
		const schema = {
			type: 'object',
			properties: { name: { type: 'string' } },
			required: ['name'],
			additionalProperties: false,
		};
		const { item } = await run({
			model: typed('text-basic'),
			prompt: 'Who?',
			responseFormat: 'json_schema',
			jsonSchema: JSON.stringify(schema),
		});
		expect(world.service.journal[0]?.body).toMatchObject({
			response_format: {
				type: 'json_schema',
				json_schema: { name: 'answer', strict: true, schema },
			},
		});
		const { data, text } = item.json ?? {};
		expect(data).toEqual(JSON.parse(String(text)));
	});
});
