import { byId, flow } from './flow.mjs';

const entry = 'When Executed by Another Workflow';
const calling = 'Sub-Workflow';

/**
 * A workflow made of steps that is called by another one, and what makes the caller once the first is saved.
 * @param {string} name
 * @param {import('./flow.mjs').Step[]} steps
 * @param {import('./flow.mjs').Step[]} [after] steps of the caller; the first follows the call
 * @returns {[caller: (called: { id: string }) => import('./workflows.mjs').Workflow, called: import('./workflows.mjs').Workflow]}
 */
export function subWorkflows(name, steps, after = []) {
	const called = flow(`${name}: called`, steps);
	const [trigger] = called.nodes;
	called.connections = Object.fromEntries(
		Object.entries(called.connections).map(([from, to]) => [
			from === trigger.name ? entry : from,
			to,
		]),
	);
	Object.assign(trigger, { name: entry, type: 'n8n-nodes-base.executeWorkflowTrigger' });
	Object.assign(trigger, { typeVersion: 1.1, parameters: { inputSource: 'passthrough' } });
	const caller = (/** @type {{ id: string }} */ { id }) => {
		const options = { waitForSubWorkflow: true };
		const parameters = { workflowId: byId(id), mode: 'once', options };
		const made = flow(name, [
			{ name: calling, type: 'n8n-nodes-base.executeWorkflow', parameters },
			...after.map((step) => ({ after: calling, ...step })),
		]);
		Object.assign(made.nodes[1], { typeVersion: 1.4 });
		return made;
	};
	return [caller, called];
}
