import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../until.mjs';
import { itemsOf, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';

/**
 * The example that looks after queued videos: each file that is ready starts an execution of its own, once.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkVideoJobs({ rest, credential, service, home, check }, example) {
	await check('example video-jobs: each finished file starts an execution of its own', async () => {
		const workflow = await putWorkflow(rest, withCredential(example, credential));
		const queued = await runWorkflow(rest, workflow, 'Once: Queue Videos');
		const jobs = itemsOf(queued, 'Store Job').map(({ json }) => json);
		assert.equal(jobs.length, 2);
		assert.ok(jobs.every(({ prompt, queueId, done }) => prompt && queueId && done === false));

		service.fault({
			path: '/video/retrieve',
			status: 200,
			body: { status: 'PROCESSING' },
			times: 2,
		});
		const early = await runWorkflow(rest, workflow, 'Every Minute');
		assert.deepEqual(itemsOf(early, 'Mark as Done'), [], 'a job that runs is left alone');

		const file = ({ queueId }) => join(home, '.n8n-files', `${queueId}.mp4`);
		await until('both videos', async () => {
			const { data } = await runWorkflow(rest, workflow, 'Every Minute');
			assert.ok(data);
			return jobs.every((job) => existsSync(file(job)));
		});
		const asked = service.requests('/video/retrieve').length;
		await runWorkflow(rest, workflow, 'Every Minute');
		assert.equal(service.requests('/video/retrieve').length, asked, 'each file comes once');
	});
}
