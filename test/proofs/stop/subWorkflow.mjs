import { setTimeout as wait } from 'node:timers/promises';
import { subWorkflows } from '../../host/subWorkflows.mjs';
import { activate, executionsOf, putWorkflow, withCredential } from '../../host/workflows.mjs';
import { cases } from './cases.mjs';
import { begin, hook, namesIn, retried, until } from './measure.mjs';

const [chat] = cases;

/**
 * A chat in a sub-workflow whose caller is stopped while it is in flight: n8n goes on with the sub-workflow, whose execution has the answer.
 * @param {import('./measure.mjs').Scene} scene
 */
export async function stopSubWorkflow(scene) {
	const { service } = scene;
	service.reset();
	service.fault({ path: chat.path, delayMs: 3_000 });
	const parent = await saveBoth(scene, 'Parent', []);
	return await stopped(scene, parent, 1, `${chat.name} in a sub-workflow`);
}

/** A chat after a sub-workflow that has answered, stopped while it is in flight. @param {import('./measure.mjs').Scene} scene */
export async function stopAfterSubWorkflow(scene) {
	const { service } = scene;
	service.reset();
	service.fault({ path: chat.path, delayMs: 0 });
	service.fault({ path: chat.path, cut: 'stall' });
	const parent = await saveBoth(scene, 'Parent with a chat', [chat]);
	return await stopped(scene, parent, 2, `${chat.name} after a sub-workflow`);
}

/**
 * @param {import('./measure.mjs').Scene} scene
 * @param {{ parent: any, child: any }} both
 * @param {number} charged once so many calls are charged, it is stopped
 * @param {string} name
 * @returns {Promise<import('./measure.mjs').Stopped>}
 */
async function stopped(scene, { parent, child }, charged, name) {
	const { rest, service, logs } = scene;
	const id = await begin(scene, parent, 'webhook');
	// What is asked for; a delayed answer is charged once it is sent.
	await until(`${name} is asked for`, () => service.requests(chat.path).length === charged);
	await wait(500);
	await rest.post(`/executions/${id}/stop`, {});
	await wait(2_000);
	await until(`the sub-workflow of ${name} has ended`, async () => {
		const [last] = (await executionsOf(rest, child)).slice(-1);
		return last.stoppedAt !== null;
	});
	const { status, customData = {} } = await rest.execution(id);
	const held = [id, ...(await executionsOf(rest, child)).slice(-1).map((one) => one.id)];
	const all = await Promise.all(held.map((one) => rest.execution(one)));
	const said = all.flatMap((one) => Object.values(one.customData ?? {})).join();
	const { runData = {} } = all.at(-1)?.data.resultData ?? {};
	const isInSubWorkflow = runData[chat.name] !== undefined;
	const logged = held.some((one) => logs.some((log) => namesIn(log, chat, one)));
	const again = await retried(scene, parent, id, parent.nodes.at(-1).name);
	return {
		...{ name, by: 'webhook', status, customData, logged, ...again, hasRunData: false },
		named: said.includes(`${chat.name}: 1`),
		...(isInSubWorkflow && { inSubWorkflow: true }),
		...{ charged, charges: service.ledger.length },
	};
}

/**
 * A workflow that has one chat and is called by another, which goes on with `after`.
 * @param {import('./measure.mjs').Scene} scene @param {string} name @param {import('../../host/flow.mjs').Step[]} after
 */
async function saveBoth({ rest, credential }, name, after) {
	const [caller, called] = subWorkflows(`Stop ${name} (webhook)`, [chat], after);
	const child = await putWorkflow(rest, withCredential(called, credential));
	await activate(rest, child);
	const calling = caller(child);
	Object.assign(calling.nodes[0], hook(calling.name));
	const parent = await putWorkflow(rest, withCredential(calling, credential));
	await activate(rest, parent);
	return { parent, child };
}
