import type { z } from 'zod';

import { requireEncryptable } from '../../../lib/privacy/enclaveChoices';
import { chatSchema } from '../../service/schemas/chat';
import { switchesSchema } from '../../service/schemas/switches';

const MODEL = { model: 'e2ee-private', messages: [{ role: 'user', content: 'Hi' }] };

/** What stands beside encrypted messages for everybody on the way to read: a new field is sorted here by a person. */
const FIELDS = {
	clear: [
		...['model', 'messages', 'stream', 'stream_options', 'n', 'seed', 'verbosity'],
		...['temperature', 'min_temp', 'max_temp', 'top_p', 'min_p', 'top_k', 'stop_token_ids'],
		...['frequency_penalty', 'presence_penalty', 'repetition_penalty'],
		...['max_tokens', 'max_completion_tokens', 'reasoning_effort', 'reasoning'],
		...['prompt_cache_retention', 'store', 'parallel_tool_calls', 'service_parameters'],
	],
	refused: [
		...['stop', 'logprobs', 'top_logprobs', 'response_format', 'tools', 'tool_choice'],
		...['prompt_cache_key', 'fallbacks', 'text', 'include', 'metadata', 'user', 'anon_user_id'],
	],
};
const SWITCHES = {
	clear: [
		...['strip_thinking_response', 'disable_thinking', 'enable_e2ee'],
		'include_service_system_prompt',
	],
	refused: [
		...['character_slug', 'enable_web_search', 'enable_web_scraping', 'enable_web_citations'],
		...['enable_x_search', 'include_search_results_in_stream'],
		'return_search_results_as_documents',
	],
};

const namesOf = (schema: unknown) => Object.keys((schema as z.AnyZodObject).shape).sort();
const isRefused = (body: object) => {
	try {
		requireEncryptable({ ...MODEL, ...body }, { toolsInside: false });
		return false;
	} catch {
		return true;
	}
};

it('each field of a chat is sorted into what may be read beside encrypted messages, and what may not', () => {
	expect([...FIELDS.clear, ...FIELDS.refused].sort()).toEqual(namesOf(chatSchema('service')));
	const others = FIELDS.clear.filter((name) => !Object.hasOwn(MODEL, name));
	const sent = (name: string) => ({ [name]: name === 'service_parameters' ? {} : 1 });
	expect(others.filter((name) => isRefused(sent(name)))).toEqual([]);
	expect(FIELDS.refused.filter((name) => !isRefused({ [name]: 'words' }))).toEqual([]);
});

it('each parameter of the service is sorted in the same way', () => {
	expect([...SWITCHES.clear, ...SWITCHES.refused].sort()).toEqual(
		namesOf(switchesSchema('service')),
	);
	const sent = (name: string, value: unknown) => ({ service_parameters: { [name]: value } });
	expect(SWITCHES.clear.filter((name) => isRefused(sent(name, true)))).toEqual([]);
	expect(SWITCHES.refused.filter((name) => !isRefused(sent(name, true)))).toEqual([]);
	expect(isRefused(sent('a_new_parameter', 'on'))).toBe(true);
});
