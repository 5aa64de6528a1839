import assert from 'node:assert/strict';
import { putTag } from '../demo.mjs';
import { flow } from '../flow.mjs';
import {
	activate,
	itemsOf,
	putCredential,
	putWorkflow,
	runWorkflow,
	withCredential,
	withOutside,
} from '../workflows.mjs';
import { charge } from './charge.mjs';
import { button, changed } from './play.mjs';
import { n8nCredential } from './rotation.mjs';

/** A workflow that waits for a webhook. @param {string} name @param {string} answer */
function hooked(name, answer) {
	const made = flow(name, [{ name: answer, type: 'n8n-nodes-base.noOp' }]);
	Object.assign(made.nodes[0], {
		...{ type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: name },
		parameters: { path: name.toLowerCase().replaceAll(' ', '-') },
	});
	return made;
}

/**
 * Workflows that n8n's own API unpublishes once the budget is used up, and publishes again.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkPauseBudget({ rest, service, credential, slack, check }, example) {
	const slackApi = await putCredential(rest, slack.credential);
	const scopes = ['workflow:list', 'workflow:activate', 'workflow:deactivate'];
	const n8nApi = await n8nCredential(rest, scopes);
	charge(service, 0.01);

	/** Runs the example with a budget; what it then says in Slack. @param {number} budget */
	const run = async (budget) => {
		const own = changed(example, 'Pause over budget, set up', 'Check Budget', (parameters) => {
			parameters.budget = budget;
		});
		const ready = withOutside(withCredential(own, credential), { slackApi, n8nApi });
		const before = slack.messages.length;
		const execution = await runWorkflow(rest, await putWorkflow(rest, ready), button);
		const said = slack.messages.slice(before).map(({ text }) => String(text));
		return { said, paused: itemsOf(execution, 'Get Paused').length };
	};
	const tagged = {
		...hooked('Pays for calls', 'Published'),
		tags: [await putTag(rest, 'inference-budget')],
	};
	const paying = await putWorkflow(rest, tagged);
	await activate(rest, paying);
	// A draft that is not published yet.
	await putWorkflow(rest, { ...hooked('Pays for calls', 'Draft'), tags: tagged.tags });
	const free = await putWorkflow(rest, hooked('Pays for nothing', 'Published'));
	await activate(rest, free);
	const published = async () => {
		const both = await Promise.all([paying, free].map(({ id }) => rest.get(`/workflows/${id}`)));
		return both.map(({ activeVersionId }) => activeVersionId);
	};
	const [version, other] = await published();
	assert.ok(version && other);

	await check('example pause-over-budget: unpublishes what is tagged, and says so', async () => {
		const { said } = await run(0.001);
		assert.deepEqual(said, ['*Paused, as the budget is used up:* Pays for calls']);
		assert.deepEqual(await published(), [null, other]);
		assert.deepEqual((await run(0.001)).said, []);
	});

	await check('example pause-over-budget: changes nothing while the spend is unknown', async () => {
		// The period, and the days of the forecast.
		for (let walk = 0; walk < 2; walk++)
			service.fault({ path: '/billing/usage-history', status: 200, body: {} });
		const { said } = await run(1_000_000);
		service.clearFaults();
		assert.equal(said.length, 1);
		assert.match(said[0], /^\*Nothing was paused or resumed, as the spend is unknown:\* \S/);
		assert.deepEqual(await published(), [null, other]);
	});

	await check('example pause-over-budget: publishes the same version again, once', async () => {
		const { said } = await run(1_000_000);
		assert.deepEqual(said, ['*Resumed, as there is budget left:* Pays for calls']);
		assert.deepEqual(await published(), [version, other]);
		assert.deepEqual(await run(1_000_000), { said: [], paused: 0 });
	});
}
