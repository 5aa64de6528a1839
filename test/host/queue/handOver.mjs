import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { byId, flow, start } from '../flow.mjs';
import { itemsOf, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';

const limitMs = 600_000;

/** An execution that waits for so long leaves its worker; any worker takes it up again. */
const waitSeconds = 66;

/** Which worker takes up an execution is chance. */
const mostRounds = 6;

const workflow = flow('Queue: a file for another worker', [
	{
		name: 'Speech',
		type: 'inferenceAudio',
		parameters: {
			...{ resource: 'speech', operation: 'generate', model: byId('tts-basic') },
			text: 'From one worker to another.',
		},
	},
	{
		name: 'Wait',
		type: 'n8n-nodes-base.wait',
		after: 'Speech',
		parameters: { resume: 'timeInterval', amount: waitSeconds, unit: 'seconds' },
	},
	{
		name: 'Hash',
		type: 'n8n-nodes-base.crypto',
		after: 'Wait',
		parameters: {
			...{ action: 'hash', type: 'SHA256', binaryData: true },
			...{ outputBinaryField: 'data', dataPropertyName: 'sha256' },
		},
	},
]);

/**
 * Speech that one worker makes and another one reads after a wait, out of n8n's database.
 * @param {import('../checks/checklist.mjs').Scene & { cluster: import('./cluster.mjs').Cluster }} scene
 * @returns {Promise<{ files: number, readByAnotherWorker: number } | undefined>}
 */
export async function checkHandOver({ rest, credential, check, cluster }) {
	/** @type {{ files: number, readByAnotherWorker: number } | undefined} */
	let figures;
	await check('queue mode: a file of one worker arrives whole on another one', async () => {
		const saved = await putWorkflow(rest, withCredential(workflow, credential));
		/** @type {Awaited<ReturnType<typeof runWorkflow>>[]} */
		const executions = [];
		let readByAnotherWorker = 0;
		for (let round = 0; readByAnotherWorker === 0 && round < mostRounds; round++) {
			// Workers take turns, so an even number could come back to those who made the files.
			const some = Array.from({ length: 2 * cluster.workers + 1 }, () =>
				runWorkflow(rest, saved, start, limitMs),
			);
			executions.push(...(await Promise.all(some)));
			const ran = cluster.executionsByWorker();
			const isOnTwo = ({ id }) => ran.filter((ids) => ids.includes(id)).length > 1;
			readByAnotherWorker = executions.filter(isOnTwo).length;
		}
		figures = { files: executions.length, readByAnotherWorker };
		console.log(`  ${JSON.stringify(figures)}`);
		for (const execution of executions) await checkFile(rest, execution);
		assert.ok(readByAnotherWorker > 0, 'none of them was taken up by another worker');
	});
	return figures;
}

/**
 * The hash that the second worker made is that of the file that the editor downloads.
 * @param {import('../rest.mjs').Rest} rest
 * @param {Awaited<ReturnType<typeof runWorkflow>>} execution
 */
async function checkFile(rest, execution) {
	const [speech] = itemsOf(execution, 'Speech');
	const [hashed] = itemsOf(execution, 'Hash');
	const { id } = speech.binary?.data ?? {};
	assert.match(id, /^database:/);
	const sha256 = createHash('sha256')
		.update(await rest.binary(id))
		.digest('hex');
	assert.equal(hashed.json.sha256, sha256);
}
