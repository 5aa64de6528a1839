import { chargedTokens, tokenFields, usageIn } from '../../../lib/cost/tokens';

const counts = { prompt_tokens: 21, completion_tokens: 6, total_tokens: 27 };
const withCached = { inputTokens: 21, cachedTokens: 9, outputTokens: 6 };
const cached = { cached_tokens: 9, cache_creation_input_tokens: 2 };

it.each<[string, unknown, Record<string, unknown>]>([
	['input and output', counts, { inputTokens: 21, outputTokens: 6 }],
	[
		'parts of them, where there are any',
		{
			...counts,
			prompt_tokens_details: cached,
			completion_tokens_details: { reasoning_tokens: 4 },
		},
		{ inputTokens: 21, cachedTokens: 9, cacheWriteTokens: 2, outputTokens: 6, reasoningTokens: 4 },
	],
	[
		'no part that is zero',
		{ ...counts, prompt_tokens_details: { cached_tokens: 0 } },
		{ inputTokens: 21, outputTokens: 6 },
	],
	[
		'the output that only the sum shows',
		{ prompt_tokens: 21, total_tokens: 27 },
		{ inputTokens: 21, outputTokens: 6 },
	],
	[
		'the sum where it is all there is',
		{ total_tokens: 27 },
		{ inputTokens: null, outputTokens: null, totalTokens: 27 },
	],
	[
		'nothing of what is no count',
		{ prompt_tokens: 'many', completion_tokens: -1 },
		{ inputTokens: null, outputTokens: null },
	],
	[
		'no output from the sum where what is there is no count',
		{ prompt_tokens: 21, completion_tokens: -1, total_tokens: 27 },
		{ inputTokens: 21, outputTokens: null, totalTokens: 27 },
	],
	[
		'counts that are text',
		{ prompt_tokens: '21', completion_tokens: '6', total_tokens: '27' },
		{ inputTokens: 21, outputTokens: 6 },
	],
	['cached tokens at the top', { ...counts, cached_tokens: 9 }, withCached],
	[
		'cached tokens that are called hits',
		{ ...counts, prompt_cache_hit_tokens: 9, prompt_cache_miss_tokens: 12 },
		withCached,
	],
	[
		'written tokens in the details under another name',
		{ ...counts, prompt_tokens_details: { cached_tokens: 9, cache_write_tokens: 2 } },
		{ ...withCached, cacheWriteTokens: 2 },
	],
	[
		'details under the names of another interface, and reasoning',
		{
			...{ input_tokens: 21, output_tokens: 6, input_tokens_details: { cached_tokens: 9 } },
			output_tokens_details: { reasoning_tokens: 4 },
		},
		{ ...withCached, reasoningTokens: 4 },
	],
	[
		'reasoning at the top',
		{ ...counts, reasoning_tokens: 4 },
		{ inputTokens: 21, outputTokens: 6, reasoningTokens: 4 },
	],
	[
		'the names of a decision',
		{ input_tokens: 5, output_tokens: 0 },
		{ inputTokens: 5, outputTokens: 0 },
	],
	['no usage', null, { inputTokens: null, outputTokens: null }],
])('the fields of an item show %s', (_what, usage, fields) => {
	expect(tokenFields(usage)).toEqual(fields);
});

it.each<[string, Record<string, unknown>]>([
	['plain', counts],
	['with cached tokens', { ...counts, prompt_tokens_details: cached }],
	['without a sum', { prompt_tokens: 21, completion_tokens: 6 }],
])('what is charged follows from the fields as from the usage itself: %s', (_what, usage) => {
	const charged = chargedTokens(usage);
	expect(charged).toBeDefined();
	expect(chargedTokens(usageIn(tokenFields(usage)))).toEqual(charged);
	expect(chargedTokens(usageIn({ usage }))).toEqual(charged);
});

it.each<[string, Record<string, unknown>]>([
	['no input', { completion_tokens: 6 }],
	['no output', { prompt_tokens: 21 }],
	['cached tokens that are no count', { ...counts, prompt_tokens_details: { cached_tokens: 'x' } }],
	[
		'tokens written to a cache that are not a count',
		{ ...counts, prompt_tokens_details: { cache_creation_input_tokens: 'x' } },
	],
	[
		'a cache that may stand beside the input or within it',
		{ input_tokens: 21, output_tokens: 6, cache_read_input_tokens: 9 },
	],
	[
		'more cached tokens than there are',
		{ ...counts, prompt_tokens_details: { cached_tokens: 99 } },
	],
])('nothing is priced from fields with %s', (_what, usage) => {
	expect(chargedTokens(usage)).toBeUndefined();
	expect(chargedTokens(usageIn(tokenFields(usage)))).toBeUndefined();
});
