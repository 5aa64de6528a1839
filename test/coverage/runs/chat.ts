import { ROOTS } from '../../../lib/privacy/enclave/question';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { CHARACTERS } from '../../service/characters/seeded';
import { LOCAL_PROGRAM } from '../../service/enclave/enclave';
import type { FullRuns } from '../fullRun';
import { files, itemWith, link, run, typed } from '../given';

const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };
const ephemeral = { type: 'ephemeral', ttl: '1h' };
const attached = (kind: string, inputBinaryField: string) => ({
	kind,
	fileSource: 'binary',
	inputBinaryField,
});
const linked = (kind: string, name: string) => ({ kind, fileSource: 'url', fileUrl: link(name) });

export const chat: FullRuns = {
	node: new InferenceChat(),
	runs: [
		run('complete', 'a prompt with the options of reasoning and sampling', {
			model: typed('text-reasoning'),
			prompt: 'Think',
			systemPrompt: 'Be brief',
			options: {
				maxCompletionTokens: 900,
				n: 1,
				stop: ['END', 'STOP'],
				temperature: 0,
				verbosity: 'low',
				reasoning: 'low',
				showReasoning: true,
				sampling: {
					frequencyPenalty: 0,
					minP: 0.1,
					presencePenalty: -1,
					repetitionPenalty: 1.1,
					seed: 42,
					topK: 40,
					topP: 0.9,
				},
				advanced: {
					metadata: '{"team":"ops"}',
					promptCacheKey: 'thread-7',
					promptCacheRetention: '24h',
					user: 'ada',
				},
			},
		}),
		run('complete', 'every service parameter', {
			model: typed('text-code'),
			prompt: 'News?',
			options: {
				character: CHARACTERS[0]?.character.slug ?? '',
				includeServiceSystemPrompt: false,
				showReasoning: false,
				advanced: {},
				webSearch: {
					enableWebCitations: true,
					enableWebScraping: true,
					enableWebSearch: 'on',
					enableXSearch: true,
					includeSearchResultsInStream: true,
					returnSearchResultsAsDocuments: true,
				},
			},
		}),
		run('complete', 'a prompt without reasoning', {
			model: typed('text-reasoning'),
			prompt: 'Quick',
			options: { reasoning: 'off' },
		}),
		run('complete', 'a JSON Schema and log probabilities, streamed', {
			model: typed('text-basic'),
			prompt: 'Who?',
			responseFormat: 'json_schema',
			jsonSchema: '{"type":"object","properties":{}}',
			options: {
				checkAnswer: { ifItDoesNotFit: 'askAgain', ifItIsCutOff: 'askAgain', maxPaidTries: 2 },
				stream: true,
				sampling: {
					logprobs: true,
					topLogprobs: 2,
				},
			},
		}),
		run('complete', 'an answer like an example, marked', {
			model: typed('text-basic'),
			prompt: 'Who?',
			responseFormat: 'json_schema',
			jsonSchema: '{"name":"Ada"}',
			options: { checkAnswer: { ifItDoesNotFit: 'mark' } },
		}),
		run('complete', 'tools and the one that must be called', {
			model: typed('text-basic'),
			prompt: 'Weather?',
			options: {
				toolCalling: {
					parallelToolCalls: false,
					toolChoice: 'get_weather',
					tools: JSON.stringify([
						{
							id: 'tool-1',
							type: 'function',
							function: {
								name: 'get_weather',
								description: 'Weather of a place',
								parameters: { type: 'object' },
								strict: true,
							},
						},
					]),
				},
			},
		}),
		run('complete', 'messages one by one', {
			model: typed('text-vision'),
			input: 'messages',
			messages: {
				message: [
					{ role: 'system', content: 'Be brief', cache: true },
					{ role: 'user', content: 'Weather?', name: 'Ada' },
					{ role: 'assistant', content: '', toolCalls: JSON.stringify([call]) },
					{ role: 'tool', content: '21 degrees', toolCallId: 'call_1' },
				],
			},
		}),
		run('complete', 'messages as JSON', {
			model: typed('text-vision'),
			input: 'json',
			messagesJson: JSON.stringify([
				{
					role: 'user',
					name: 'Ada',
					content: [
						{ type: 'text', text: 'Look', cache_control: ephemeral },
						{ type: 'image_url', image_url: { url: link('a.png') } },
						{ type: 'video_url', video_url: { url: link('a.mp4') } },
						{ type: 'input_audio', input_audio: { data: files.voice.data, format: 'wav' } },
						{ type: 'file', file: { file_data: link('a.md'), filename: 'a.md' } },
					],
				},
				{
					role: 'assistant',
					content: null,
					reasoning_content: 'I look it up',
					reasoning_details: [
						{ type: 'text', id: 'r1', index: 0, format: 'plain', text: 'x', data: 'y' },
					],
					thought_signature: 'c2lnbmF0dXJl',
					tool_calls: [call],
				},
				{ role: 'tool', content: '21 degrees', tool_call_id: 'call_1' },
			]),
		}),
		{
			...run('complete', 'an encrypted prompt', {
				model: typed('e2ee-private'),
				prompt: 'A secret',
			}),
			prepare: async ({ service }) => {
				Object.assign(ROOTS, service.enclaveRoots);
				const collateral = JSON.stringify(service.collateral());
				const more = { acceptHardening: true, allowedPrograms: LOCAL_PROGRAM, toolsInside: true };
				const privacy = { encryption: 'required', enclave: { collateral, ...more } };
				return await Promise.resolve({ options: { privacy } });
			},
		},
		{
			...run('complete', 'attachments of every kind', {
				model: typed('text-vision'),
				prompt: 'Look',
				options: {
					attachments: {
						attachment: [
							{ ...attached('image', 'photo'), cache: true },
							attached('audio', 'voice'),
							attached('video', 'clip'),
							attached('file', 'report'),
						],
					},
				},
			}),
			items: itemWith(files),
		},
		run('complete', 'attachments by URL', {
			model: typed('text-vision'),
			prompt: 'Look',
			options: {
				attachments: {
					attachment: [linked('image', 'a.png'), linked('video', 'a.mp4'), linked('file', 'a.md')],
				},
			},
		}),
	],
};
