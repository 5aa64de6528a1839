import { activate, executionsOf, finished } from '../workflows.mjs';
import { until } from '../until.mjs';

/**
 * Publishes a workflow, waits for its first new execution to end, which the poll at publishing starts, and takes it back.
 * @param {import('../rest.mjs').Rest} rest
 * @param {import('../workflows.mjs').Workflow} workflow as it was saved
 */
export async function firstPublishedRun(rest, workflow) {
	const known = (await executionsOf(rest, workflow)).map(({ id }) => id);
	await activate(rest, workflow);
	try {
		const { id } = await until(`an execution of "${workflow.name}"`, async () =>
			(await executionsOf(rest, workflow)).find(({ id }) => !known.includes(id)),
		);
		return await finished(rest, id);
	} finally {
		await rest.post(`/workflows/${workflow.id}/deactivate`, {});
	}
}
