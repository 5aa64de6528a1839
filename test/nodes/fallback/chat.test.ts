import type { INodeParameters } from 'n8n-workflow';
import { chatWorld } from './chatWorld';
import { typed } from '../../coverage/given';
import { withOptions } from '../../engine/withOptions';
import { fallbackTo, trouble } from './chosen';

const { world, ask, models, path } = chatWorld();

describe('a chat whose model does not answer', () => {
	it('goes to the next model, and the output says why', async () => {
		const { item } = await ask({
			options: { fallback: fallbackTo(['text-mini', 'text-basic']) },
		});
		expect(models()).toEqual(['text-offline', 'text-mini']);
		expect(item.json).toMatchObject({
			model: 'text-mini',
			cost: { currency: 'USD' },
			fallback: {
				model: 'text-mini',
				changes: [],
				notUsed: [
					{
						model: 'text-offline',
						reason: expect.stringMatching(/^The model is offline/),
						status: 503,
						code: 'MODEL_OFFLINE',
					},
				],
			},
		});
		expect(world.service.ledger).toHaveLength(1);
	});

	it('says nothing of a fallback that was not needed', async () => {
		const model = typed('text-basic');
		const { item } = await ask({ model, options: { fallback: fallbackTo(['text-mini']) } });
		expect(models()).toEqual(['text-basic']);
		expect(item.json).not.toHaveProperty('fallback');
		expect(world.service.requests('/models')).toHaveLength(0);
	});

	it.each<[string, number, string | undefined, number]>([
		['offline', 503, 'MODEL_OFFLINE', 1],
		['withdrawn', 410, undefined, 1],
		['unknown', 404, 'MODEL_NOT_FOUND', 1],
		['not for this operation', 400, 'INVALID_MODEL', 1],
		['over capacity', 503, 'MODEL_AT_CAPACITY', 2],
		['busy', 429, 'MODEL_OVERLOADED', 2],
		['at its rate limit', 429, 'RATE_LIMIT_EXCEEDED', 5],
	])('asks the next one when the model is %s', async (_what, status, code, tries) => {
		world.service.fault(trouble('text-basic', status, code));
		const { item } = await ask({
			model: typed('text-basic'),
			options: { fallback: fallbackTo(['text-mini']) },
		});
		expect(item.json.model).toBe('text-mini');
		expect(models()).toEqual([...Array<string>(tries).fill('text-basic'), 'text-mini']);
	});

	it.each<[string, object, RegExp]>([
		[
			'a wrong value',
			{ status: 400, body: { error: 'No', details: { top_p: { _errors: ['No'] } } } },
			/does not accept/,
		],
		['a refused key', { status: 401, body: { error: 'No' } }, /API key/],
		['an empty account', { status: 402, body: { error: 'No' } }, /credit/],
		['refused content', { status: 422, body: { error: 'No' } }, /content/],
		['a failure at work', { status: 500, body: { error: 'No' } }, /failed/],
		[
			'an answer that may have been paid for (502)',
			{ status: 502, body: 'No' },
			/may have been charged/,
		],
		[
			'an answer that may have been paid for (504)',
			{ status: 504, body: 'No' },
			/may have been charged/,
		],
		['a connection that broke', { cut: 'before', processed: true }, /may have been charged/],
	])('asks no other model after %s', async (_what, fault, sentence) => {
		world.service.fault({ path, times: 9, ...fault });
		const { error } = await ask({
			model: typed('text-basic'),
			options: { fallback: fallbackTo(['text-mini']) },
		});
		expect(error?.message).toMatch(sentence);
		expect(new Set(models())).toEqual(new Set(['text-basic']));
	});

	it('asks no other model when an earlier try may have been paid for', async () => {
		world.service.fault({ path, status: 503, body: { error: 'Full' } });
		world.service.fault({ path, cut: 'before', processed: true });
		world.service.fault(trouble('text-basic', 503, 'MODEL_OFFLINE'));
		const model = typed('text-basic');
		const { error } = await ask({ model, options: { fallback: fallbackTo(['text-mini']) } });
		expect(error?.message).toMatch(/may have been charged/);
		expect(models()).toEqual(['text-basic', 'text-basic']);
		expect(world.service.unmetFaults).toHaveLength(1);
		world.service.clearFaults();
		expect(world.service.ledger.length).toBeGreaterThan(0);
	});

	it('names every model that was tried', async () => {
		world.service.fault(trouble('text-mini', 410));
		const { error } = await ask({ options: { fallback: fallbackTo(['text-mini', 'none-such']) } });
		expect(error?.message).toMatch(
			/^No model answered: text-offline: The model is offline.*; text-mini: This model.*withdrawn.*; none-such: There is no model/,
		);
		expect(error?.message).not.toMatch(/charged/);
		expect(world.service.ledger).toEqual([]);
	});

	it('names the models before one that may have been charged', async () => {
		world.service.fault({ path, model: 'text-mini', cut: 'before', processed: true });
		const { error } = await ask({ options: { fallback: fallbackTo(['text-mini', 'text-basic']) } });
		expect(error?.message).toMatch(
			/^text-mini: The connection .*Tried before: text-offline: The model is offline.*may have been charged/,
		);
		expect(models()).toEqual(['text-offline', 'text-mini']);
	});

	it('asks a model that is offline by the model list not at all', async () => {
		world.service.fault(trouble('text-basic', 410));
		const { item } = await ask({
			model: typed('text-basic'),
			options: { fallback: fallbackTo(['text-offline', 'text-mini']) },
		});
		expect(models()).toEqual(['text-basic', 'text-mini']);
		expect(item.json).toMatchObject({
			fallback: { notUsed: [{}, { reason: 'Not tried: the model list says that it is offline' }] },
		});
	});
});

describe('a request that another model cannot take as it is', () => {
	it.each<[string, INodeParameters, RegExp]>([
		[
			'tools',
			{ options: { toolCalling: { tools: '[{"type":"function","function":{"name":"a"}}]' } } },
			/lab\/text-thinker: Not tried: the model lab\/text-thinker does not support function calling/,
		],
		[
			'a JSON Schema',
			{ responseFormat: 'json_schema', jsonSchema: '{"type":"object"}' },
			/does not support a JSON Schema/,
		],
		[
			'images',
			{
				options: {
					attachments: {
						attachment: [
							{ kind: 'image', fileSource: 'url', fileUrl: 'https://files.example.com/a.png' },
						],
					},
				},
			},
			/does not support images/,
		],
	])('is not sent: %s', async (_what, parameters, sentence) => {
		world.service.fault(trouble('text-vision', 410));
		const { error } = await ask({
			...withOptions(parameters, { fallback: fallbackTo(['lab/text-thinker']) }),
			model: typed('text-vision'),
		});
		expect(error?.message).toMatch(sentence);
		expect(models()).toEqual(['text-vision']);
	});

	it('is adapted, and the output says how', async () => {
		world.service.fault(trouble('text-reasoning', 410));
		const { item } = await ask({
			model: typed('text-reasoning'),
			options: {
				maxCompletionTokens: 100_000,
				reasoning: 'high',
				fallback: fallbackTo(['text-mini']),
			},
		});
		expect(item.json).toMatchObject({
			fallback: {
				changes: [
					'Reasoning was left out: text-mini does not take this value',
					'Max Answer Length (Tokens) was lowered to 8192, the most that text-mini allows',
				],
			},
		});
		expect(world.service.requests(path)[1]?.body).toMatchObject({ max_completion_tokens: 8192 });
		expect(world.service.requests(path)[1]?.body).not.toHaveProperty('reasoning_effort');
	});
});
