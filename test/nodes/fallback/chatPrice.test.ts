import type { INodeParameters } from 'n8n-workflow';
import { chatWorld } from './chatWorld';
import { fallbackTo } from './chosen';

const { world, ask, models } = chatWorld();

describe('the price of a fallback', () => {
	it.each<[string, INodeParameters, string[]]>([
		['the output price', { maxOutputPrice: 1 }, ['text-offline', 'text-mini']],
		['the input price', { maxInputPrice: 0.2 }, ['text-offline', 'text-mini']],
		['both', { maxInputPrice: 9, maxOutputPrice: 9 }, ['text-offline', 'text-code']],
	])('is held to %s', async (_what, limits, asked) => {
		const { error } = await ask({
			options: { fallback: fallbackTo(['text-code', 'text-mini'], limits) },
		});
		expect(error).toBeUndefined();
		expect(models()).toEqual(asked);
	});

	it('must be known', async () => {
		const fallback = fallbackTo(['elsewhere-small', 'text-mini'], { maxOutputPrice: 1 });
		const { item } = await ask({ options: { fallback } });
		expect(models()).toEqual(['text-offline', 'text-mini']);
		expect(item.json).toMatchObject({
			fallback: {
				notUsed: [
					{},
					{
						model: 'elsewhere-small',
						reason:
							'Not tried: Max Output Price (USD per 1M Tokens) is set, and the model list has no price of it',
					},
				],
			},
		});
	});

	it('is not known without the model list', async () => {
		world.service.fault({ path: '/models', status: 500, times: 9, body: { error: 'No' } });
		const { error } = await ask({
			options: { fallback: fallbackTo(['text-mini'], { maxInputPrice: 5 }) },
		});
		expect(error?.message).toMatch(
			/text-mini: Not tried: .*the list of models could not be loaded/,
		);
		expect(models()).toEqual(['text-offline']);
	});

	it.each([
		['', 'Max Input Price (USD per 1M Tokens) must not be empty'],
		[-1, /^Max Input Price \(USD per 1M Tokens\) must be .*at least 0, but -1 was given/],
	])('is checked before anything is sent: %j', async (maxInputPrice, message) => {
		const { error } = await ask({
			options: { fallback: fallbackTo(['text-mini'], { maxInputPrice }) },
		});
		expect(error?.message).toMatch(message);
		expect(world.service.journal).toEqual([]);
	});

	it('counts toward the cap of the run, for the model that is asked', async () => {
		const { error } = await ask({
			options: { fallback: fallbackTo(['text-code']), cost: { maxCostPerRun: 0.00001 } },
		});
		expect(error?.message).toMatch(
			/^text-code: Not sent: .* left under Max Cost per Run.*Tried before: text-offline/,
		);
		expect(models()).toEqual(['text-offline']);
	});

	it('is one call of those that a run may make', async () => {
		const { items } = await ask({
			options: { fallback: fallbackTo(['text-mini']), cost: { maxCallsPerRun: 1 } },
		});
		expect(items).toHaveLength(1);
	});
});
