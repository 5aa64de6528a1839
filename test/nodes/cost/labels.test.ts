import type { INodeParameters, INodeType } from 'n8n-workflow';

import { LmChatInference } from '../../../nodes/LmChatInference/LmChatInference.node';
import { typed } from '../../coverage/given';
import { supply } from '../../engine/supply';
import { withOptions } from '../../engine/withOptions';
import { WORKFLOW_NAME } from '../../engine/workflow';
import { withService } from '../withService';
import { audio, chat, speak } from './paidCases';

const world = withService({ limits: { XS: 1000, S: 1000, M: 1000, L: 1000 } });
const ask = { prompt: 'What is new?', model: typed('text-basic') };
const label = (costLabel: string) => ({ options: { cost: { costLabel } } });
const teams = ['Sales', 'Support', 'Sales'].map((team) => ({ json: { team } }));
const ofTeam = label('={{ $json.team }}');

const run = async (parameters: INodeParameters, node: INodeType = chat, items = [{ json: {} }]) => {
	const { outputs, ...rest } = await world.run({ node, parameters, items });
	return { ...rest, items: outputs[0]?.map(({ json }) => json) ?? [] };
};

describe('the cost label of a paid call', () => {
	it('stands in the output only where one is set, and the totals have the name of the workflow', async () => {
		const { items, customData } = await run(ask);
		expect(items[0]).not.toHaveProperty('costLabel');
		expect(customData.inferenceCostLabels).toBe(WORKFLOW_NAME);
	});

	it('is what the user chose, for each item, and stands beside the ID that its charges carry', async () => {
		const { items, customData } = await run({ ...ask, ...ofTeam }, chat, teams);
		expect(items.map(({ costLabel }) => costLabel)).toEqual(['Sales', 'Support', 'Sales']);
		expect(items.map(({ id }) => id).sort()).toEqual(
			world.service.ledger.map(({ requestId }) => requestId).sort(),
		);
		expect(customData.inferenceCostLabels?.split('; ').sort()).toEqual(['Sales', 'Support']);
	});

	it('is never sent', async () => {
		await run({ ...ask, ...label('Secret project') });
		await run({ ...speak, ...label('Secret project') }, audio);
		expect(world.service.journal.length).toBeGreaterThan(1);
		expect(JSON.stringify(world.service.journal)).not.toContain('Secret project');
	});

	it('does not keep items from sharing an answer, and each has its own', async () => {
		const retriesAndLimits = { reuseIdentical: true };
		const { items } = await run(
			withOptions({ ...speak, ...ofTeam }, { retriesAndLimits }),
			audio,
			teams,
		);
		expect(world.service.ledger).toHaveLength(1);
		expect(items.map(({ costLabel }) => costLabel)).toEqual(['Sales', 'Support', 'Sales']);
	});

	it('may change before a retry, which pays for what is missing only', async () => {
		const parameters = { ...ask, options: { retriesAndLimits: { maxConcurrentRequests: 1 } } };
		const common = { node: chat, items: teams.slice(0, 2) };
		world.service.fault({ path: '/chat/completions', delayMs: 0 });
		world.service.fault({ path: '/chat/completions', status: 400, body: { error: 'Not today' } });
		const first = await world.run({
			...common,
			parameters: withOptions(parameters, label('Old').options),
		});
		expect(first.error?.message).toContain('Not today');
		const again = await world.run({
			...{ ...common, keptData: first.keptData },
			parameters: withOptions(parameters, label('New').options),
		});
		expect(again.outputs[0]?.map(({ json }) => json.costLabel)).toEqual(['New', 'New']);
		expect(world.service.ledger).toHaveLength(2);
	});

	it('may be added before a retry, with any other group of Options', async () => {
		const common = { node: chat, items: teams.slice(0, 2) };
		world.service.fault({ path: '/chat/completions', delayMs: 0 });
		world.service.fault({ path: '/chat/completions', status: 400, body: { error: 'Not today' } });
		const first = await world.run({ ...common, parameters: ask });
		expect(first.error?.message).toContain('Not today');
		const added = { ...label('New').options, retriesAndLimits: { maxConcurrentRequests: 1 } };
		const again = await world.run({
			...{ ...common, keptData: first.keptData },
			parameters: withOptions(ask, added),
		});
		expect(again.error).toBeUndefined();
		expect(world.service.ledger).toHaveLength(2);
	});

	it('is not in what an agent reads', async () => {
		const { item } = await world.run({ node: chat, parameters: ask, asTool: true });
		expect(item.json).toMatchObject({ text: expect.any(String) });
		expect(item.json).not.toHaveProperty('costLabel');
	});

	it.each([
		['x'.repeat(101), 'Cost Label may have at most 100 characters, but 101 were given'],
		['={{ ({ team: 1 }) }}', 'Cost Label must be text, but {"team":1} was given'],
	])('is refused before anything is sent: %j', async (costLabel, message) => {
		const { error } = await run({ ...ask, ...label(costLabel) });
		expect(error?.message).toBe(message);
		expect(world.service.journal).toEqual([]);
	});

	it('leaves out of the custom data what no longer fits', async () => {
		const items = Array.from({ length: 9 }, (_, index) => ({
			json: { team: `${index}`.repeat(60) },
		}));
		const { customData } = await run({ ...ask, ...ofTeam }, chat, items);
		expect(customData.inferenceCostLabels?.split('; ')).toHaveLength(4);
	});
});

it('is shown with the answers of a chat model', async () => {
	const { response, customData } = await supply<{ invoke(question: string): Promise<object> }>({
		...world.access,
		...{ node: new LmChatInference(), parameters: label('Reception') },
	});
	expect(JSON.stringify(await response.invoke('Hello'))).toContain('"costLabel":"Reception"');
	expect(customData().inferenceCostLabels).toBe('Reception');
});
