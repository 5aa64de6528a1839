import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { packageName } from '../paths.mjs';
import {
	activate,
	executionsOf,
	finished,
	itemsOf,
	putWorkflow,
	runWorkflow,
	withCredential,
} from '../workflows.mjs';
import { usageHistory } from './usageHistory.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */

const triggerName = 'Inference Usage Trigger';
const minute = 60_000;
const roomOfPoll = 60;

/** @param {string} name @param {object} parameters */
const triggerWorkflow = (name, parameters) => ({
	name,
	nodes: [
		{
			id: 'trigger',
			name: triggerName,
			type: `${packageName}.inferenceUsageTrigger`,
			typeVersion: 1,
			position: [0, 0],
			parameters: { pollTimes: { item: [{ mode: 'everyMinute' }] }, ...parameters },
		},
		{
			id: 'end',
			name: 'End',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [220, 0],
			parameters: {},
		},
	],
	connections: { [triggerName]: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
});

/** Charges of one moment, so that a page ends between entries of the same time. @param {any} service @param {string} name @param {number} count @param {string} [sku] */
function recordCharges(service, name, count, sku = 'recorded') {
	const timestamp = new Date().toISOString();
	for (let i = 1; i <= count; i++) {
		service.record({
			timestamp,
			sku,
			amount: -0.01,
			currency: 'USD',
			units: 1,
			pricePerUnitUsd: 0.01,
			notes: 'API Inference',
			inferenceDetails: {
				requestId: `${name}-${i}`,
				inferenceExecutionTime: 1,
				promptTokens: null,
				completionTokens: null,
			},
		});
	}
}

/** @param {import('./usageHistory.mjs').Entry} entry */
const nameOf = ({ inferenceDetails, sku }) => `${inferenceDetails?.requestId} ${sku}`;

/** A manual test of the trigger. @param {Scene} scene */
export async function checkTriggerTest({ rest, credential, check }) {
	await check('usage trigger: a manual test shows the newest entries', async () => {
		const workflow = await putWorkflow(
			rest,
			withCredential(triggerWorkflow('Usage trigger, tested', {}), credential),
		);
		const items = itemsOf(await runWorkflow(rest, workflow, triggerName), triggerName);
		assert.ok(items.length > 0);
		assert.ok(items.every(({ json }) => json.amount < 0 && json.timestamp));
		const { staticData } = await rest.get(`/workflows/${workflow.id}`);
		assert.ok(!JSON.stringify(staticData ?? null).includes('since'), 'a test keeps no state');
	});
}

/**
 * Publishes the trigger with room for fewer entries per poll than there are, so that it takes several polls,
 * and compares what came with what the service lists. Everything else that is charged meanwhile counts too.
 * @param {Scene} scene
 * @param {() => Promise<unknown>} runOthers the checks that run meanwhile; once they are done, nothing is charged any more
 */
export async function checkTriggerPolls({ rest, service, credential, check }, runOthers) {
	const from = new Date().toISOString();
	const parameters = { pastCharges: 'none', options: { settleDelay: 1, maxEntries: roomOfPoll } };
	const workflow = await putWorkflow(
		rest,
		withCredential(triggerWorkflow('Usage trigger, published', parameters), credential),
	);
	await activate(rest, workflow);
	// The first poll sets where it starts from.
	await wait(2_000);
	const others = runOthers();

	/** @param {number} count @param {string} what */
	const executions = async (count, what) => {
		for (const limit = Date.now() + 2.2 * minute; Date.now() < limit; await wait(500)) {
			const found = await executionsOf(rest, workflow);
			if (found.length >= count) return found;
		}
		throw new Error(`The trigger did not ${what} within two minutes`);
	};

	/** The names of the entries, poll by poll. */
	const emitted = async () => {
		/** @type {string[][]} */
		const polls = [];
		for (const { id } of await executionsOf(rest, workflow)) {
			const execution = await finished(rest, id).catch((error) => {
				// The failures that other checks provoke with the same key hold a poll back; the next one goes on.
				if (!/Not sent: too many calls have failed/.test(String(error))) throw error;
			});
			if (execution === undefined) continue;
			const items = itemsOf(execution, triggerName);
			polls.push(items.map(({ json }) => nameOf(/** @type {any} */ (json))));
		}
		return polls;
	};

	const polled = check(
		'usage trigger: published, it emits every entry exactly once over several polls',
		async () => {
			recordCharges(service, 'first', roomOfPoll + 3);
			await executions(1, 'emit the first entries');
			recordCharges(service, 'second', 3);
			await executions(2, 'emit the entries recorded between two polls');
			await others;
			const expected = (await usageHistory(service, { startTimestamp: from })).map(nameOf);
			// How many polls are needed depends on what the others have charged; each of them brings something.
			const patience = () => Date.now() + 2.2 * minute;
			let polls = await emitted();
			for (let limit = patience(); Date.now() < limit;) {
				if (polls.flat().length >= expected.length) break;
				await wait(1_000);
				const before = polls.length;
				polls = await emitted();
				if (polls.length > before) limit = patience();
			}
			// One poll more: nothing may come twice.
			await wait(minute + 5_000);
			polls = await emitted();
			assert.ok(expected.length >= roomOfPoll + 6);
			assert.deepEqual(polls.flat(), expected);
			assert.ok(
				polls.every((poll) => poll.length > 0 && poll.length <= roomOfPoll),
				'no poll emits more than it has room for',
			);
		},
	);
	await Promise.all([polled, others]);
}

/**
 * Publishes a trigger whose first execution the time limit of its workflow ends: n8n reports that to the trigger as no other host does.
 * @param {Scene} scene
 */
export async function checkTriggerTimeLimit({ rest, service, credential, check }) {
	const sku = 'time-limited';
	const options = { settleDelay: 1, product: sku, replayUnfinished: true };
	const workflow = triggerWorkflow('Usage trigger, time limit', { pastCharges: 'none', options });
	const slowOnce = {
		...{ id: 'slow', name: 'Slow Once', type: 'n8n-nodes-base.wait', typeVersion: 1.1 },
		...{ position: [220, 0], webhookId: 'time-limit' },
		parameters: { resume: 'timeInterval', amount: '={{ $json.replayed ? 0 : 60 }}' },
	};
	workflow.nodes.splice(1, 0, {
		...slowOnce,
		parameters: { ...slowOnce.parameters, unit: 'seconds' },
	});
	const to = (/** @type {string} */ node) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	workflow.connections = { [triggerName]: to(slowOnce.name), [slowOnce.name]: to('End') };
	const limited = { ...workflow, settings: { ...workflow.settings, executionTimeout: 10 } };
	await check('usage trigger: what a time limit stopped is emitted again, once', async () => {
		const saved = await putWorkflow(rest, withCredential(limited, credential));
		await activate(rest, saved);
		await wait(2_000);
		recordCharges(service, 'limited', 2, sku);
		/** What was started; a poll that n8n lists as failed, because other checks use up the failures of the key, was not. */
		const started = async () =>
			(await executionsOf(rest, saved)).filter(({ startedAt }) => startedAt);
		for (const limit = Date.now() + 6 * minute; Date.now() < limit; await wait(1_000)) {
			if ((await started()).filter(({ stoppedAt }) => stoppedAt).length > 1) break;
		}
		// One poll more: nothing may come a third time.
		await wait(minute + 5_000);
		const ended = await started();
		assert.deepEqual(
			ended.map(({ status }) => status),
			['canceled', 'success'],
		);
		const items = itemsOf(await rest.execution(ended[1].id), triggerName);
		assert.deepEqual(
			items.map(({ json }) => [nameOf(/** @type {any} */ (json)), json.replayed]),
			[1, 2].map((at) => [`limited-${at} ${sku}`, true]),
		);
	});
}
