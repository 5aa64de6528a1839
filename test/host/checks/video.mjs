import assert from 'node:assert/strict';
import { itemsOf } from '../workflows.mjs';
import { changed, play, savedFile } from './play.mjs';

/** The names of the boxes of an MP4 file, which have to fill it exactly. @param {Buffer} file */
function boxes(file) {
	const names = [];
	for (let at = 0; at < file.length;) {
		const size = file.readUInt32BE(at);
		assert.ok(size >= 8 && at + size <= file.length, 'a box ends within the file');
		names.push(file.toString('latin1', at + 4, at + 8));
		at += size;
	}
	return names;
}

/**
 * The video example: once round its loop at least, a file on disk, and nothing left at the service.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkVideo(scene, example) {
	const { check, service } = scene;

	await check('example video-wait-loop: waits, saves a video and deletes it', async () => {
		const before = service.requests('/video/retrieve').length;
		// However slow this machine is: the first time that somebody asks, the video is not ready.
		service.fault({ path: '/video/retrieve', status: 200, body: { status: 'PROCESSING' } });
		const quick = changed(example, 'Video that is waited for', 'Wait', (parameters) => {
			// n8n keeps a shorter wait in memory; here nothing restarts it.
			assert.ok(parameters.amount >= 65);
			parameters.amount = 5;
		});
		const execution = await play(scene, quick);
		const { runData } = execution.data.resultData;
		const asked = service.requests('/video/retrieve').length - before;
		assert.ok(asked >= 2, 'it went round the loop');
		assert.equal(runData.Retrieve.length, asked);
		assert.equal(runData.Wait.length, asked);
		assert.equal(runData.Quote.length, 1);
		assert.equal(runData.Queue.length, 1, 'one video was queued and paid');

		const file = savedFile(scene, execution);
		assert.match(file.name, /paper-boat\.mp4$/);
		assert.equal(file.content.toString('latin1', 4, 8), 'ftyp');
		const names = boxes(file.content);
		assert.ok(names.includes('moov') && names.includes('mdat'), names.join(' '));

		const [deleted] = itemsOf(execution, 'Delete Media');
		assert.equal(deleted.json.deleted, true);
		const [{ json: queued }] = itemsOf(execution, 'Queue');
		assert.equal(deleted.json.queueId, queued.queueId);
	});

	await check('example video-wait-loop: ends before it pays too much', async () => {
		const before = service.requests('/video/queue').length;
		const careful = changed(example, 'Video that is too dear', 'What to Film', (parameters) => {
			const [, price] = parameters.assignments.assignments;
			assert.equal(price.name, 'highestPrice');
			price.value = 0.0001;
		});
		await play(scene, careful);
		assert.equal(service.requests('/video/queue').length, before);
	});
}

/**
 * The video example with one node: it queues, waits, stores and deletes, in that order and once.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkGeneratedVideo(scene, example) {
	const { check, service } = scene;

	await check(
		'example video-generate: waits in one node, and deletes once it has the file',
		async () => {
			const before = service.journal.length;
			// However slow this machine is: the first polls say nothing, or do not arrive.
			service.fault({ path: '/video/retrieve', status: 200, body: { status: 'PROCESSING' } });
			service.fault({ path: '/video/retrieve', cut: 'before' });
			const execution = await play(scene, example);
			const [{ json, binary }] = itemsOf(execution, 'Generate');
			assert.equal(json.done, true);
			assert.equal(json.mediaDeleted, true);
			assert.equal(binary?.data.fileName, 'paper-boat.mp4');
			assert.equal(binary?.data.mimeType, 'video/mp4');
			assert.ok(json.bytes > 1000);

			/** @type {{ path: string }[]} */
			const calls = service.journal.slice(before);
			const paths = calls.map(({ path }) => path).filter((path) => path.startsWith('/video/'));
			assert.equal(paths.filter((path) => path === '/video/queue').length, 1);
			assert.equal(paths[0], '/video/queue');
			assert.ok(paths.filter((path) => path === '/video/retrieve').length >= 3);
			assert.equal(paths.at(-1), '/video/complete');
		},
	);
}
