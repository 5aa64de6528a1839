import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { rowsHere } from '../../engine/rows';
import type { RunNodeOptions } from '../../engine/runNode';
import { files, itemWith, typed } from '../../coverage/given';
import { withService } from '../withService';
import { audio, chat, film, image, network, PAID_CASES, rpc, speak, video } from './paidCases';
import { inGroups, withOptions } from '../../engine/withOptions';

const world = withService();
const round = (amount: number) => Number(amount.toFixed(10));
const charged = () => round(world.spent);
const items = (count: number) => Array.from({ length: count }, (_, at) => ({ json: { at } }));

const dry = async (
	{ node, parameters, file }: Partial<(typeof PAID_CASES)[number]>,
	settings: INodeParameters = {},
	more: Partial<RunNodeOptions> = {},
) => {
	const { outputs, ...result } = await world.run({
		node: node ?? audio,
		parameters: withOptions(parameters, inGroups({ dryRun: true, ...settings })),
		items: file && itemWith({ data: files[file] }),
		...more,
	});
	return { ...result, items: outputs[0]?.map(({ json }) => json) ?? [] };
};

/** What a request does not say beforehand: how long an answer gets, whether the service searches, what a network charges. */
const VAGUE = /chat|decisions|search|page|document|recording/;

describe('a dry run', () => {
	it.each(rowsHere(PAID_CASES, 4))(
		'sends nothing that costs, and estimates the charge: $name',
		async (one) => {
			const { error, items: made, customData } = await dry(one);
			expect(error).toBeUndefined();
			expect(world.service.ledger).toEqual([]);
			expect(customData).toEqual({});
			expect(made).toHaveLength(1);
			const [
				{ estimate, estimateRange, accuracy, basedOn, estimateNote, ...facts } = {} as IDataObject,
			] = made;
			expect(facts).toEqual({
				dryRun: true,
				model: one.node === rpc ? null : facts.model,
			});
			const real = await world.run({
				...one,
				items: one.file && itemWith({ data: files[one.file] }),
			});
			expect(real.error).toBeUndefined();
			expect(charged()).toBeGreaterThan(0);
			if (one.node === rpc) {
				expect([estimate, accuracy, basedOn]).toEqual([null, 'unknown', null]);
				return;
			}
			const { amount } = estimate as { amount: number };
			expect(estimate).toEqual({ amount: expect.any(Number), currency: 'USD' });
			const { least = amount, most } = (estimateRange ?? {}) as { least?: number; most?: number };
			expect(amount).toBeGreaterThanOrEqual(least);
			expect(amount).toBeLessThanOrEqual(most ?? Infinity);
			const isMarked = /^Assumes .+ tokens|seconds of sound/.test(String(estimateNote));
			if (!isMarked) {
				expect(amount).toBeGreaterThanOrEqual(charged() / 2);
				expect(amount).toBeLessThanOrEqual(charged() * 2);
			}
			if (accuracy === 'exact') expect(amount).toBe(charged());
			else expect(amount).toBeGreaterThan(0);
			if (accuracy === 'upperBound') expect(amount).toBeGreaterThanOrEqual(charged());
			if (!VAGUE.test(one.name) && one.name !== 'embeddings') expect(accuracy).not.toBe('estimate');
		},
	);

	it('estimates 30 texts as they are charged', async () => {
		const { node = audio } = PAID_CASES.find(({ name }) => name === 'embeddings') ?? {};
		const texts = items(30);
		const parameters = { model: typed('embedding-basic'), text: '={{ "Text " + $json.at }}' };
		const { items: made } = await dry({ node, parameters }, {}, { items: texts });
		expect(world.service.ledger).toEqual([]);
		const sum = made.reduce(
			(all, { estimate }) => all + (estimate as { amount: number }).amount,
			0,
		);
		await world.run({ node, parameters, items: texts });
		expect(round(sum)).toBe(charged());
		expect(world.service.requests('/embeddings')).toHaveLength(1);
	});

	it('says which items Max Cost per Run would not send, and the run sends the others', async () => {
		const [{ estimate } = {} as IDataObject] = (await dry({ parameters: speak })).items;
		const { amount } = estimate as { amount: number };
		const settings = { maxCostPerRun: round(amount * 2.5), maxConcurrentRequests: 1 };
		const { items: made } = await dry({ parameters: speak }, settings, { items: items(4) });
		expect(made.map(({ withinMaxCost }) => withinMaxCost)).toEqual([true, true, false, false]);
		const real = await world.run({
			...{ node: audio, items: items(4), continueOnFail: 'continueRegularOutput' },
			parameters: withOptions(speak, inGroups(settings)),
		});
		expect(real.outputs[0]?.map(({ json }) => json.error === undefined)).toEqual([
			...[true, true, false, false],
		]);
	});

	it('estimates nothing for items that would share an answer', async () => {
		const { items: made } = await dry(
			{ parameters: speak },
			{ reuseIdentical: true },
			{ items: items(3) },
		);
		const amounts = made.map(({ estimate }) => (estimate as { amount: number }).amount);
		expect(amounts[0]).toBeGreaterThan(0);
		expect(amounts.slice(1)).toEqual([0, 0]);
	});

	it('names the quote of a video and the usual price of a page', async () => {
		const quoted = await dry({ node: video, parameters: { ...film, operation: 'generate' } });
		expect(quoted.items[0]).toMatchObject({ basedOn: 'quote', accuracy: 'exact' });
		const parameters = { resource: 'image', operation: 'removeBackground' };
		const unknown = await dry({ node: image, parameters, file: 'photo' });
		expect(unknown.items[0]).toMatchObject({ estimate: null, accuracy: 'unknown', basedOn: null });
		expect(world.service.ledger).toEqual([]);
	});

	it('estimates a chat with the model that the service recommends', async () => {
		const { items: made } = await dry({ node: chat, parameters: { prompt: 'What is new?' } });
		expect(made[0]).toMatchObject({ accuracy: 'estimate', basedOn: 'modelPrice' });
		expect((made[0]?.estimate as { amount: number }).amount).toBeGreaterThan(0);
	});

	it('refuses bad input as the run would', async () => {
		const { error } = await dry({ parameters: { ...speak, text: '={{ "" }}' } });
		expect(error?.message).toContain('must not be empty');
		expect(world.service.journal).toEqual([]);
	});

	it('counts no calls, and keeps nothing for a retry', async () => {
		const settings = { maxCallsPerRun: 1 };
		const { error, keptData } = await dry({ parameters: speak }, settings, { items: items(3) });
		expect(error).toBeUndefined();
		expect(JSON.stringify(keptData)).not.toContain('paidWork');
	});

	it.each(['={{ "true" }}', '={{ 1 }}', '={{ "yes" }}'])(
		'spends nothing for %s',
		async (dryRun) => {
			await dry({ parameters: speak }, { dryRun });
			expect(world.service.ledger).toEqual([]);
		},
	);

	it('returns the estimate to an agent', async () => {
		const parameters = { resource: 'rpc', operation: 'call', network, method: 'eth_blockNumber' };
		const { error, items: made } = await dry({ node: rpc, parameters }, {}, { asTool: true });
		expect(error).toBeUndefined();
		expect(JSON.stringify(made)).toContain('dryRun');
		expect(world.service.ledger).toEqual([]);
	});
});
