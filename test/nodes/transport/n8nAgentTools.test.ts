import { HISTORY_FROM } from '../../coverage/runs/account';
import { FULL_RUNS } from '../../coverage/runs/all';
import { runForN8nAgent } from '../../engine/n8nAgent';
import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import { withService } from '../withService';

const world = withService({ history: { entries: 40, from: HISTORY_FROM, stepMs: 1000 } });

/** Operations that no agent may use. */
const REFUSED =
	/^Inference (?:API Keys > .*(?:create|upsert|update|delete)|(?:Audio|Video) > .*delete\w*)$/;

/** One run of each operation. */
const every = FULL_RUNS.filter(({ node }) => node.poll === undefined).flatMap(({ node, runs }) => {
	const known = new Map(runs.toReversed().map((run) => [`${run.resource}:${run.operation}`, run]));
	return [...known.values()].map((run) => {
		const title = [run.resource, run.operation].filter(Boolean).join(' > ');
		return { title: `${node.description.displayName} > ${title}`, node, run };
	});
});

type Operation = (typeof every)[number];

/** What n8n keeps with an execution of a workflow; n8n Agents have none. */
const OF_WORKFLOWS = 'Inference Billing > runCost > get';

const operations = every.filter(({ title }) => !REFUSED.test(title) && title !== OF_WORKFLOWS);
const refused = every.filter(({ title }) => REFUSED.test(title));

/** Runs an operation as an agent would. */
async function runAsTool(node: Operation['node'], run: Operation['run']) {
	const { resource, operation, items, prepare } = run;
	const made = await prepare?.(world);
	return await runForN8nAgent({
		...world.access,
		node,
		items,
		parameters: { ...run.parameters, ...made, ...(resource && { resource }), operation },
	});
}

describe('every operation as a tool of n8n Agents', () => {
	it.each(operations)('$title passes no file on as a tool of n8n Agents', async ({ node, run }) => {
		const given = await runAsTool(node, run);
		for (const item of given) expect(item).not.toHaveProperty('binary');
		expect(JSON.stringify(given)).not.toMatch(/[A-Za-z0-9+/]{400}/);
	});

	it.each(refused)('refuses $title', async ({ node, run }) => {
		await expect(runAsTool(node, run)).rejects.toThrow(
			/Agents may read API keys|is not for agents/,
		);
	});

	it('says that Run Cost only works in workflow executions', async () => {
		const [one] = every.filter(({ title }) => title === OF_WORKFLOWS);
		await expect(one && runAsTool(one.node, one.run)).rejects.toThrow(
			'Run Cost only works in workflow executions, not in n8n Agents',
		);
	});

	it('Inference X402 > balance > get works as a tool of n8n Agents', async () => {
		const parameters = { resource: 'balance', operation: 'get' };
		const [item] = await runForN8nAgent({
			...world.walletAccess(),
			node: new InferenceX402(),
			parameters,
		});
		expect(item?.json).toHaveProperty('balanceUsd');
	});
});
