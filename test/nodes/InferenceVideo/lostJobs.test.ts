import type { ExecutionError } from 'n8n-workflow';

import { toMp4 } from '../../service/media/mp4';
import { flat } from '../../service/media/raster';
import type { Fault } from '../../service/service';
import { withService } from '../withService';
import { videoRuns } from './videoRuns';

const world = withService();
const { generate, retrieve, privateVideo } = videoRuns(world);

/** What takes the job of an error up again. */
function jobIn(error: ExecutionError | undefined) {
	const [, queueId] = /\(job (\S+) of the model [\w-]+[,)]/.exec(error?.message ?? '') ?? [];
	expect(error).toMatchObject({ context: { queueId, model: expect.any(String) } });
	return queueId;
}

describe('a job that is waited for', () => {
	it.each<[string, Fault[]]>([
		[
			'a refusal that names a day',
			[{ status: 429, contentType: 'text/html', headers: { 'retry-after': '86400' } }],
		],
		['broken connections', [{ cut: 'before', times: 6 }]],
		[
			'malformed answers',
			[
				{ malformed: true, times: 3 },
				{ cut: 'midway', times: 3 },
			],
		],
		['a status in the wrong type', [{ headers: { 'content-type': 'application/octet-stream' } }]],
		['a file in the wrong type', [{ status: 200, body: 'text', contentType: 'text/plain' }]],
		['no file at first', [{ status: 200, body: { status: 'COMPLETED' }, times: 2 }]],
		['a list', [{ status: 200, body: [] }]],
	])('survives %s', async (_name, faults) => {
		for (const fault of faults) world.service.fault({ path: '/video/retrieve', ...fault });
		const { item } = await generate();
		expect(item.json).toMatchObject({ done: true, mimeType: 'video/mp4' });
		expect(item.json.bytes).toBeGreaterThan(500);
		expect(world.service.requests('/video/queue')).toHaveLength(1);
		expect(world.service.ledger).toHaveLength(1);
	});

	it.each([
		['has vanished for minutes', 404, { error: 'Gone', code: 'MEDIA_NOT_FOUND' }, 12],
		['was never known', 400, { error: 'No', code: 'REQUEST_ID_NOT_FOUND' }, 12],
		['is behind a key that was withdrawn', 401, { error: 'No' }, 1],
	])('ends when it %s, and is named', async (_name, status, body, times) => {
		world.service.fault({ path: '/video/retrieve', status, body, times });
		const { error } = await generate(privateVideo);
		expect(error).toMatchObject({ httpCode: String(status) });
		const queueId = jobIn(error);
		expect(error?.message).toMatch(/, download link http\S+\)(; the call may have been charged)?$/);
		expect(error).toMatchObject({ context: { downloadUrl: expect.stringMatching(/^http/) } });
		const polls = world.service.requests('/video/retrieve').length;
		if (times === 1) expect(polls).toBe(1);
		else expect(world.waited).toBeGreaterThan(170_000);
		expect(polls).toBeLessThan(12);
		expect(world.service.ledger).toHaveLength(1);
		for (; times > polls; times--) await retrieve('video-private', queueId);
		world.service.advance(300_000);
		const again = await retrieve('video-private', queueId, {
			options: { downloadUrl: String(error?.context?.downloadUrl) },
		});
		expect(again.outputs[0]?.[0]?.json).toMatchObject({ done: true, mimeType: 'video/mp4' });
		expect(world.service.ledger).toHaveLength(1);
	});

	it('says what was given back when it failed at last', async () => {
		const { error } = await generate({ prompt: 'Boat [moderated]' });
		expect(error).toMatchObject({ httpCode: '422' });
		expect(error?.description).toContain('The charge was refunded.');
		jobIn(error);
	});

	it('is not waited for to the end when the service says again and again that it failed', async () => {
		const { error } = await generate({ prompt: 'Boat [broken]' });
		expect(error).toMatchObject({ httpCode: '500' });
		jobIn(error);
		expect(world.waited).toBeLessThan(5 * 60_000);
	});

	it('ends with an error after the longest wait', async () => {
		const { error } = await generate({
			prompt: 'Boat [status:dreaming]',
			options: { maxWaitForCompletion: 30 },
		});
		expect(error?.message).toMatch(
			/^The job was not done after 30 seconds: dreaming, 5\d % of the usual time \(60 s\) \(job \S+ of the model video-basic\)$/,
		);
		expect(error?.description).toContain('Fetch it with Retrieve');
		const queueId = jobIn(error);
		expect(world.waited).toBeGreaterThan(25_000);
		expect(world.waited).toBeLessThanOrEqual(30_000);
		world.service.advance(60_000);
		const { item } = await retrieve('video-basic', queueId);
		expect(item.json).toMatchObject({ done: true });
		expect(world.service.ledger).toHaveLength(1);
	});

	it('names a number of its status that cannot be read', async () => {
		const body = '{"status":"PROCESSING","execution_duration":1e999}';
		world.service.fault({ path: '/video/retrieve', status: 200, body });
		const { item } = await retrieve('video-basic', 'a-queue-id');
		expect(item.json).toMatchObject({
			executionDuration: null,
			unreadNumbers: ['execution_duration'],
		});
	});

	it('a job that is not done in time is an item for Retrieve when the user wants so', async () => {
		const pending = await generate({
			...privateVideo,
			options: { maxWaitForCompletion: 30, onTimeout: 'item' },
		});
		expect(pending.error).toBeUndefined();
		const { json } = pending.outputs[0]?.[0] ?? {};
		expect(json).toEqual({
			status: 'PROCESSING',
			done: false,
			model: 'video-private',
			queueId: expect.any(String),
			downloadUrl: expect.stringMatching(/^http/),
			averageExecutionTime: 60_000,
			executionDuration: expect.any(Number),
			// The service quotes this model by its aspect ratio, which was left to it.
			cost: null,
			costUnknown: expect.stringContaining('aspect_ratio: Needed for a price'),
		});
		const parameters = {
			waitForCompletion: true,
			options: { downloadUrl: String(json?.downloadUrl), deleteMediaOnCompletion: true },
		};
		const others = { items: [{ json: json ?? {} }] };
		const { item } = await retrieve('video-private', json?.queueId, parameters, others);
		expect(item.json).toMatchObject({ done: true, mediaDeleted: true });
		expect(world.service.ledger).toHaveLength(1);
	});

	it('says so when there was never any news of it', async () => {
		world.service.fault({ path: '/video/retrieve', cut: 'before', times: 1000 });
		const options = { maxWaitForCompletion: 60, onTimeout: 'item' };
		const { item } = await generate({
			options: { ...options, retriesAndLimits: { maxWait: 0 } },
		});
		expect(item.json).toMatchObject({
			status: 'QUEUED',
			done: false,
			problem: expect.stringMatching(/^The connection to \S+ failed/),
		});
		const { error } = await generate({
			options: { maxWaitForCompletion: 60, retriesAndLimits: { maxWait: 0 } },
		});
		expect(error?.message).toMatch(/QUEUED for 60 s, and then no news: The connection/);
		expect(world.service.ledger).toHaveLength(2);
	});

	it('is charged once when the queue call itself breaks, and not queued again', async () => {
		world.service.fault({ path: '/video/queue', cut: 'before', processed: true });
		const { error } = await generate();
		expect(error?.message).toMatch(/failed: connection closed/);
		expect(world.service.requests('/video/queue')).toHaveLength(1);
		expect(world.service.ledger).toHaveLength(1);
	});

	it('is not asked after when the service does not say which it is', async () => {
		world.service.fault({ path: '/video/queue', status: 200, body: { model: 'x' } });
		const { error } = await generate();
		expect(error?.message).toMatch(
			/^The answer of the service is not complete: "queue_id" is missing/,
		);
		expect(world.service.requests('/video/retrieve')).toEqual([]);
	});

	it('is known by its number though another field has bytes that are not valid text', async () => {
		const body = Buffer.from('{"queue_id":"job-7","model":"video-basic","note":"\xff"}', 'latin1');
		world.service.fault({ path: '/video/queue', status: 200, body });
		const { item, error } = await generate({ operation: 'queue' });
		expect(error).toBeUndefined();
		expect(item.json).toMatchObject({ queueId: 'job-7', model: 'video-basic' });
	});

	it.each(['wide', 'mdat', 'ftyp'])(
		'is known by its number though its answer has the letters of a film in place: %s',
		async (letters) => {
			const body = Buffer.from(`{\n "${letters}":"\xff","queue_id":"job-7"}`, 'latin1');
			world.service.fault({ path: '/video/queue', status: 200, body });
			const { item, error } = await generate({ operation: 'queue' });
			expect(error).toBeUndefined();
			expect(item.json).toMatchObject({ queueId: 'job-7' });
		},
	);

	it('is refused in the words of the service where it says so with status 200', async () => {
		const body = { success: false, message: 'Moderated' };
		world.service.fault({ path: '/video/queue', status: 200, body });
		const { error } = await generate();
		expect(error?.message).toMatch(/^The service did not accept the call: Moderated/);
	});

	it.each(['generate', 'queue'])(
		'is taken as the result where %s is answered with the film itself',
		async (operation) => {
			const film = toMp4(flat({ width: 32, height: 18 }, { red: 9, green: 9, blue: 9 }), 1);
			const headers = { 'content-type': 'application/octet-stream' };
			world.service.fault({
				path: '/video/queue',
				status: 200,
				body: film,
				headers,
				processed: true,
			});
			const { item, error } = await generate({ operation });
			expect(error).toBeUndefined();
			expect(item.json).toMatchObject({
				...{ status: 'COMPLETED', done: true, model: 'video-basic' },
				...{ mimeType: 'video/mp4', bytes: film.length },
			});
			expect(Buffer.from(item.binary?.data?.data ?? '', 'base64')).toEqual(film);
			expect(world.service.requests('/video/retrieve')).toEqual([]);
			expect(world.service.ledger).toHaveLength(1);
		},
	);

	it('is not paid for again where the film cannot be read as one', async () => {
		const body = Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 255]);
		world.service.fault({ path: '/video/queue', status: 200, body, processed: true });
		const { error } = await generate();
		expect(error?.message).toMatch(
			/^The service answered with a file of the format application\/gzip where video was expected/,
		);
		expect(world.service.requests('/video/queue')).toHaveLength(1);
	});
});
