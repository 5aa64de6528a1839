import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { decodeAudio } from '../audio.mjs';
import { calls, flow, model, models, start } from '../flow.mjs';
import { itemsOf, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';

const hashStep = {
	name: 'Hash',
	type: 'n8n-nodes-base.crypto',
	after: 'Speech',
	parameters: {
		action: 'hash',
		type: 'SHA256',
		binaryData: true,
		outputBinaryField: 'data',
		dataPropertyName: 'sha256',
	},
};

/**
 * Speech that a worker makes, read by the node after it and through the main process.
 * @param {import('../checks/checklist.mjs').Scene & { cluster: import('./cluster.mjs').Cluster }} scene
 */
export async function checkSpeechOnWorker({ rest, credential, check, cluster }) {
	await check(
		'queue mode: speech made on a worker arrives whole in the next node and in the editor',
		async () => {
			const workflow = flow('Queue: speech', [
				models('tts'),
				...calls('inferenceAudio', [
					[
						'Speech',
						'speech:generate',
						{ model, text: 'From a worker to the next node.' },
						'Models',
					],
				]),
				hashStep,
			]);
			const saved = await putWorkflow(rest, withCredential(workflow, credential));
			const execution = await runWorkflow(rest, saved, start);
			const [speech] = itemsOf(execution, 'Speech');
			const [hashed] = itemsOf(execution, 'Hash');
			const { id, mimeType } = speech.binary?.data ?? {};
			assert.match(id, /^database:/, 'it is kept in the database');
			const bytes = await rest.binary(id);
			assert.equal(bytes.length, speech.json.bytes);
			assert.equal(createHash('sha256').update(bytes).digest('hex'), hashed.json.sha256);
			assert.equal((await decodeAudio(bytes)).format, mimeType === 'audio/mpeg' ? 'mp3' : 'wav');
			assert.ok(
				cluster.executionsByWorker().flat().includes(execution.id),
				'a worker ran it, not the main process',
			);
		},
	);
}
