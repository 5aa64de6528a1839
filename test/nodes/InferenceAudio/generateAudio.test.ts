import type { INodeParameters } from 'n8n-workflow';

import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { typed } from '../../coverage/given';
import { binaryBuffer } from '../../engine/runNode';
import { letJobsGoOn } from '../jobTime';
import { WALLETS, withService } from '../withService';

const world = withService();
const node = new InferenceAudio();
const queue = world.runner(node, { resource: 'music', operation: 'queue' });
const run = world.runner(node);
const job = { model: typed('music-basic'), prompt: 'Calm piano over distant rain' };
const generate = world.runner(node, { resource: 'music', operation: 'generate', ...job });
const retrieve = async (queueId: unknown, parameters: INodeParameters = {}) =>
	await run({
		resource: 'job',
		operation: 'retrieve',
		model: job.model,
		queueId: String(queueId),
		waitForCompletion: true,
		...parameters,
	});

beforeEach(() => letJobsGoOn(world));

describe('Inference Audio: Generate Audio', () => {
	it('makes a song out of every option, and has it deleted once it is stored', async () => {
		const { item } = await generate({
			options: {
				durationSeconds: 30,
				forceInstrumental: false,
				lyrics: 'La la',
				fileName: 'rain',
				deleteMediaOnCompletion: true,
			},
		});
		expect(world.service.requests('/audio/queue').map(({ body }) => body)).toEqual([
			{
				model: 'music-basic',
				prompt: job.prompt,
				duration_seconds: 30,
				force_instrumental: false,
				lyrics_prompt: 'La la',
			},
		]);
		expect(item.json).toMatchObject({
			done: true,
			fileName: 'rain.mp3',
			mimeType: 'audio/mpeg',
			mediaDeleted: true,
			queueId: expect.any(String),
		});
		expect((await binaryBuffer(item.binary?.data)).length).toBe(item.json.bytes);
		expect(world.waited).toBeLessThan(25_000);
		expect(world.service.ledger).toHaveLength(1);
	});

	it('works with a wallet', async () => {
		world.service.credit(WALLETS.evm.address, 5);
		const { item } = await generate({ authentication: 'wallet' }, world.walletAccess());
		expect(item.json).toMatchObject({ done: true, mimeType: 'audio/mpeg' });
		expect(world.service.ledger).toHaveLength(1);
	});

	it('waits ten minutes when nothing else is said', async () => {
		const { error } = await generate({ prompt: 'Piano [busy]' });
		expect(error?.message).toMatch(/^The job was not done after 600 seconds: .* no news: /);
		// Less what the last poll took: it is not counted as a wait.
		expect(world.waited).toBeGreaterThan(500_000);
		expect(world.service.ledger).toHaveLength(1);
	});
});

describe('Inference Audio: Retrieve and wait', () => {
	it('returns the file as soon as it is ready', async () => {
		const queued = await queue({ ...job });
		const queueId = queued.outputs[0]?.[0]?.json.queueId;
		world.service.fault({ path: '/audio/retrieve', cut: 'before', times: 7 });
		const { item } = await retrieve(queueId);
		expect(item.json).toMatchObject({ done: true, queueId });
		expect(world.service.ledger).toHaveLength(1);
	});

	it('returns the status if it is not ready in time', async () => {
		const queued = await queue({ ...job });
		const queueId = queued.outputs[0]?.[0]?.json.queueId;
		const options = { maxWaitForCompletion: 6, onTimeout: 'item' };
		const { item } = await retrieve(queueId, { options });
		expect(item.json).toMatchObject({
			status: 'PROCESSING',
			done: false,
			model: 'music-basic',
			queueId,
		});
		const { error } = await retrieve(queueId, { options: { maxWaitForCompletion: 6 } });
		expect(error?.message).toMatch(/^The job was not done after 6 seconds: PROCESSING, \d+ %/);
		expect(error).toMatchObject({ context: { queueId } });
	});

	it('refuses a download link that is none before anything is sent', async () => {
		const { error } = await retrieve('some-job', { options: { downloadUrl: 'ftp://x' } });
		expect(error?.message).toMatch(/^Download URL must be a whole address that starts with https:/);
		expect(world.service.journal).toEqual([]);
	});
});
