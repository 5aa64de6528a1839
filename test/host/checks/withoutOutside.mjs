import assert from 'node:assert/strict';
import { packageName } from '../paths.mjs';
import { itemsOf, putWorkflow, runWorkflow, withCredential, withOutside } from '../workflows.mjs';
import { button } from './play.mjs';

/**
 * Examples that end in Slack or PostgreSQL, where there is neither, as after `npm start`: everything else runs.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow[]} examples
 */
export async function checkWithoutOutside({ rest, credential, slack, check }, examples) {
	for (const example of examples) {
		await check(`without other services, "${example.name}" runs as far as it can`, async () => {
			const name = `${example.name}, alone`;
			const ready = withOutside(withCredential({ ...example, name }, credential), {});
			const before = slack.messages.length;
			const own = ready.nodes.find(({ type }) => type.startsWith(`${packageName}.`));
			assert.ok(own && ready.nodes.some(({ disabled }) => disabled));
			const first = own.type.endsWith('Trigger') ? own.name : button;
			const execution = await runWorkflow(rest, await putWorkflow(rest, ready), first);
			assert.ok(itemsOf(execution, own.name).length > 0);
			assert.equal(slack.messages.length, before);
		});
	}
}
