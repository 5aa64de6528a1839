import { setTimeout as wait } from 'node:timers/promises';
import { activate, executionsOf, finished } from '../workflows.mjs';

const limitMs = 90_000;

/**
 * Publishes a workflow, waits for its first new execution to end, which the poll at publishing starts, and takes it back.
 * @param {import('../rest.mjs').Rest} rest
 * @param {import('../workflows.mjs').Workflow} workflow as it was saved
 */
export async function firstPublishedRun(rest, workflow) {
	const known = (await executionsOf(rest, workflow)).map(({ id }) => id);
	await activate(rest, workflow);
	try {
		for (const limit = Date.now() + limitMs; Date.now() < limit; await wait(500)) {
			const all = await executionsOf(rest, workflow);
			const first = all.find(({ id }) => !known.includes(id));
			if (first) return await finished(rest, first.id);
		}
		throw new Error(`"${workflow.name}" was not started within ${limitMs / 1000} s`);
	} finally {
		await rest.post(`/workflows/${workflow.id}/deactivate`, {});
	}
}
