import { chat } from './client';
import { localService } from './underTest';

const local = localService({ ownInstructionTokens: 0 });

const rules = 'A reader may borrow ten books at a time. '.repeat(150);
const ask = async (question: string, more: Record<string, unknown> = {}) => {
	const messages = [
		{ role: 'system', content: rules },
		{ role: 'user', content: question },
	];
	const { json } = await local.call('/chat/completions', {
		body: chat(question, { messages, ...more }),
	});
	return json as {
		usage: { prompt_tokens: number; prompt_tokens_details: { cached_tokens: number } | null };
		cost: { usd: number };
	};
};

test('a beginning that was there before comes from the cache, at its price', async () => {
	const first = await ask('One?');
	const second = await ask('Two?');
	expect(first.usage.prompt_tokens_details).toBeNull();
	const { prompt_tokens: prompt, prompt_tokens_details: details } = second.usage;
	const cached = details?.cached_tokens ?? 0;
	expect(cached).toBeGreaterThan(prompt * 0.98);
	expect(cached).toBeLessThan(prompt);
	expect(second.cost.usd).toBeLessThan(first.cost.usd / 5);
	const { json } = await local.call('/billing/usage-history');
	const { data } = json as { data: Array<{ sku: string }> };
	expect(data.filter(({ sku }) => sku === 'text-basic-cache-read-mtoken')).toEqual([
		expect.objectContaining({ units: cached / 1e6, pricePerUnitUsd: 0.05 }),
	]);
});

test.each([
	[
		'a prompt that differs from its first character on',
		{ messages: [{ role: 'user', content: rules }] },
	],
	['other tools', { tools: [{ type: 'function', function: { name: 'clock' } }] }],
	['another model', { model: 'text-reasoning' }],
])('nothing comes from the cache for %s', async (_what, more) => {
	await ask('One?');
	expect((await ask('Two?', more)).usage.prompt_tokens_details).toBeNull();
});

test('a model with a price for writing says how much was written', async () => {
	const model = 'text-code';
	const first = await ask('One?', { model });
	const second = await ask('Two?', { model });
	const { prompt_tokens: prompt } = first.usage;
	expect(first.usage.prompt_tokens_details).toEqual({
		cached_tokens: 0,
		cache_creation_input_tokens: prompt,
	});
	expect(first.cost.usd).toBeGreaterThan((prompt / 1e6) * 2);
	expect(second.cost.usd).toBeLessThan(first.cost.usd / 5);
});
