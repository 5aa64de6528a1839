import { files, itemWith } from '../../coverage/given';
import { withOptions } from '../../engine/withOptions';
import { menuEntries } from '../parameters';
import { withService } from '../withService';
import { PAID_CASES } from './paidCases';

const world = withService();
const titleOf = (node: string, resource: unknown, operation: unknown) =>
	[node, resource, operation].filter((word) => word !== undefined).join(' ');

const byOperation = new Map(
	PAID_CASES.map((one) => {
		const { resource, operation } = one.parameters;
		const { description } = one.node;
		const [only] = menuEntries(description.properties);
		const called = operation ?? only?.option.value;
		return [titleOf(description.name, resource, called), one];
	}),
);

it.each([...byOperation])('%s is not sent under a cap below its price', async (_title, one) => {
	const { node, parameters, file } = one;
	const { error } = await world.run({
		node,
		parameters: withOptions(parameters, { cost: { maxCostPerRun: 1e-9 } }),
		items: file && itemWith({ data: files[file] }),
	});
	expect(error?.message).toMatch(/Max Cost per Run/);
	expect(world.service.ledger).toEqual([]);
});

it.each([...byOperation])(
	'the item of %s has its cost in the second column',
	async (_title, one) => {
		const { node, parameters, file } = one;
		const items = file && itemWith({ data: files[file] });
		const { outputs, error } = await world.run({ node, parameters, items });
		expect(error).toBeUndefined();
		for (const { json } of outputs.flat()) expect(Object.keys(json)[1]).toBe('cost');
	},
);
