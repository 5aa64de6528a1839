import { HumanMessage } from '@langchain/core/messages';
import type { INodeParameters } from 'n8n-workflow';

import { until } from '../../engine/until';
import { byId, chatModel, streamed, tool } from '../LmChatInference/chatModel';
import { withService } from '../withService';
import { fallbackTo, trouble } from './chosen';

const world = withService();
const path = '/chat/completions';
const hello = [new HumanMessage('Hello')];
const models = () => world.service.requests(path).map(({ body }) => Object(body).model as string);
const offline = async (parameters: INodeParameters = {}) =>
	await chatModel(world.access, {
		model: byId('text-offline'),
		options: { fallback: fallbackTo(['text-basic', 'text-reasoning']) },
		...parameters,
	});
const fact = {
	model: 'text-basic',
	notUsed: [{ model: 'text-offline', reason: expect.stringMatching(/offline/) }],
};

it('answers with the next model, and the run says why', async () => {
	const { response, shown, hints } = await offline();
	const answer = await response.invoke(hello);
	expect(answer.content).toBe('You said “Hello”');
	expect(answer.response_metadata).toMatchObject({ model: 'text-basic', fallback: fact });
	expect(models()).toEqual(['text-offline', 'text-basic']);
	expect(JSON.stringify(shown())).toContain('"notUsed"');
	expect(hints()).toEqual([
		expect.stringMatching(
			/^One answer of this node came from a fallback model, last text-basic\. text-offline: The model is offline/,
		),
	]);
});

it('streams from the next model', async () => {
	const { response } = await offline();
	const { chunks, message } = await streamed(response, hello);
	expect(message.content).toBe('You said “Hello”');
	expect(chunks.length).toBeGreaterThan(2);
	expect(message.response_metadata).toMatchObject({ fallback: { model: 'text-basic' } });
	expect(models()).toEqual(['text-offline', 'text-basic']);
});

it('does not go to another model once an answer has begun', async () => {
	world.service.fault({ path, model: 'text-basic', cut: 'midway' });
	const { response } = await offline({
		model: byId('text-basic'),
		options: { fallback: fallbackTo(['text-mini']) },
	});
	await expect(streamed(response, hello)).rejects.toThrow(/charged/);
	expect(models()).toEqual(['text-basic']);
	expect(world.service.ledger).toHaveLength(1);
});

describe('with tools', () => {
	const withdrawn = async (fallback: INodeParameters) => {
		world.service.fault(trouble('text-vision', 410));
		return await offline({ model: byId('text-vision'), options: { fallback } });
	};
	const weather = tool('weather', { city: { type: 'string' } });

	it('hands them to the next model', async () => {
		const { response } = await withdrawn(fallbackTo(['text-basic']));
		const answer = await response.bindTools([weather]).invoke(hello);
		expect(answer.response_metadata).toMatchObject({ fallback: { model: 'text-basic' } });
		const [, second] = world.service.requests(path);
		expect(second?.body).toMatchObject({ tools: [{ function: { name: 'weather' } }] });
	});

	it('leaves out a model that cannot call them', async () => {
		const { response } = await withdrawn(fallbackTo(['text-mini', 'text-basic']));
		await response.bindTools([weather]).invoke(hello);
		expect(models()).toEqual(['text-vision', 'text-basic']);
	});
});

it('counts once among the calls of a run, and holds each model to its price and the cap', async () => {
	const one = await offline({
		options: {
			fallback: fallbackTo(['text-basic', 'text-reasoning']),
			cost: { maxCallsPerRun: 1 },
		},
	});
	await one.response.invoke(hello);
	await expect(one.response.invoke(hello)).rejects.toThrow(/Max Calls per Run/);
	const dear = await offline({
		options: { fallback: fallbackTo(['text-code'], { maxOutputPrice: 5 }) },
	});
	await expect(dear.response.invoke(hello)).rejects.toThrow(
		/No model answered: text-offline: .*; text-code: Not tried: it costs 8, and Max Output Price/,
	);
	const capped = await offline({
		options: { fallback: fallbackTo(['text-code']), cost: { maxCostPerRun: 0.00001 } },
	});
	await expect(capped.response.invoke(hello)).rejects.toThrow(
		/^text-code: Not sent: .* left under Max Cost per Run/,
	);
	expect(world.service.ledger).toHaveLength(1);
});

it('asks no other model once the user has stopped the execution', async () => {
	const stop = new AbortController();
	world.service.fault({ ...trouble('text-offline', 503, 'MODEL_OFFLINE'), delayMs: 200 });
	const { response } = await offline();
	const answer = response.invoke(hello, { signal: stop.signal });
	await until(() => world.service.journal.length > 0);
	stop.abort();
	await expect(answer).rejects.toThrow();
	expect(models()).toEqual(['text-offline']);
	expect(world.service.ledger).toEqual([]);
});

it('refuses a row without a model before anything is sent', async () => {
	await expect(offline({ options: { fallback: fallbackTo(['']) } })).rejects.toThrow(
		/^Model 1 of Fallback Models must not be empty/,
	);
	expect(world.service.journal).toEqual([]);
});
