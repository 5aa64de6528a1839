import { binaryBuffer } from '../../engine/runNode';
import { withService } from '../withService';
import { videoRuns } from './videoRuns';

const world = withService();
const { generate, retrieve, journal, privateVideo } = videoRuns(world);
const id = expect.stringMatching(/^[0-9a-f-]{36}$/);

/** So many megabytes of MP4 with no more in it than a box that is skipped. */
function largeFilm(megabytes: number): Buffer {
	const film = Buffer.alloc(megabytes * 1_000_000);
	film.write('\0\0\0\x10ftypisom\0\0\0\0', 'latin1');
	film.writeUInt32BE(film.length - 16, 16);
	film.write('mdat', 20, 'latin1');
	return film;
}

describe('Inference Video: Generate', () => {
	it('queues once, asks by the estimate of the service, and returns the file', async () => {
		const { item, logs } = await generate({ options: { fileName: 'boat' } });
		expect(item.json).toMatchObject({
			status: 'COMPLETED',
			done: true,
			model: 'video-basic',
			queueId: id,
			fileName: 'boat.mp4',
			mimeType: 'video/mp4',
		});
		expect(item.json).not.toHaveProperty('mediaDeleted');
		expect((await binaryBuffer(item.binary?.data)).toString('latin1', 4, 8)).toBe('ftyp');
		expect(world.service.ledger).toHaveLength(1);
		expect(world.service.requests('/video/queue')).toHaveLength(1);
		const polls = world.service.requests('/video/retrieve');
		// 60 s: at 0, 30, 45, 52.5 s ... and not every few seconds.
		expect(polls.length).toBeLessThanOrEqual(9);
		expect(polls[0]?.body).toEqual({ model: 'video-basic', queue_id: item.json.queueId });
		// What the run itself takes counts too.
		expect(world.waited).toBeGreaterThan(50_000);
		expect(world.waited).toBeLessThan(66_000);
		const lines = logs.filter((line) => line.includes('% of the usual time (60 s)'));
		expect(lines.length).toBe(polls.length - 1);
		expect(lines[1]).toMatch(/^info: "Inference Video": job \S+ of video-basic: PROCESSING, 5\d %/);
	});

	it('fetches a link without the key, and again when the transfer is cut off', async () => {
		world.service.fault({ path: /^\/downloads\//, cut: 'midway', times: 2 });
		world.service.fault({ path: /^\/downloads\//, status: 503 });
		const { item } = await generate(privateVideo);
		expect(item.json).toMatchObject({
			done: true,
			downloadUrl: expect.stringMatching(/\/downloads\//),
		});
		const fetches = world.service.journal.filter(({ method }) => method === 'GET');
		const links = fetches.filter(({ path }) => path.startsWith('/downloads/'));
		expect(links).toHaveLength(4);
		for (const { headers } of links) expect(headers.authorization).toBeUndefined();
		expect((await binaryBuffer(item.binary?.data)).length).toBe(item.json.bytes);
		expect(world.service.ledger).toHaveLength(1);
	});

	it('repeats a transfer that is cut off, and never returns a short file', async () => {
		const whole = (await generate()).outputs[0]?.[0]?.json.bytes;
		world.service.fault({ path: '/video/retrieve', times: 8, status: 200, body: {} });
		world.service.fault({ path: '/video/retrieve', times: 2, cut: 'midway' });
		const { item } = await generate();
		expect(item.json.bytes).toBe(whole);
	});

	it('fetches a film of any size that Max File Size allows', async () => {
		const film = largeFilm(110);
		world.service.fault({ path: '/video/retrieve', body: film, contentType: 'video/mp4' });
		const { item } = await generate({}, { binaryMode: 'filesystem' });
		expect(item.json).toMatchObject({ done: true, bytes: film.length });
	});

	it.each([
		['that its answer announces', {}, 'it has 2 MB'],
		[
			'whose answer announces no size',
			{ headers: { 'transfer-encoding': 'chunked' } },
			'it has more than 1 MB',
		],
	])('leaves a film at the service %s, and says what fetches it', async (_name, how, size) => {
		const fault = { body: largeFilm(2), contentType: 'video/mp4', ...how };
		world.service.fault({ path: '/video/retrieve', ...fault });
		const { error } = await generate({ options: { retriesAndLimits: { maxFileSize: 1 } } });
		expect(error?.message).toContain(`${size}, and Max File Size (MB) is 1`);
		expect(error?.description).toContain('Increase Max File Size (MB) under Options');
		expect(error?.description).not.toContain('go on waiting');
		expect(world.service.requests('/video/retrieve')).toHaveLength(1);
		const [, queueId] = /job (\S+) of/.exec(String(error?.message)) ?? [];
		const { item } = await retrieve('video-basic', queueId, { waitForCompletion: true });
		expect(item.json).toMatchObject({ done: true, mimeType: 'video/mp4' });
		expect(world.service.ledger).toHaveLength(1);
	});

	it.each([
		['mediaDeleted', [], { mediaDeleted: true }],
		['not done at first', [{ success: false }, { success: false }], { mediaDeleted: true }],
	])('deletes the media after the file is stored: %s', async (_name, answers, fields) => {
		for (const body of answers) world.service.fault({ path: '/video/complete', status: 200, body });
		const options = { deleteMediaOnCompletion: true };
		const { item } = await generate({ options }, { binaryMode: 'filesystem' });
		expect(item.json).toMatchObject({ done: true, ...fields });
		expect((await binaryBuffer(item.binary?.data)).length).toBe(item.json.bytes);
		const calls = journal();
		const deletions = calls.filter((call) => call === '/video/complete 200');
		expect(deletions).toHaveLength(answers.length + 1);
		expect(calls.slice(-deletions.length)).toEqual(deletions);
		for (const { body } of world.service.requests('/video/retrieve')) {
			expect(body).not.toHaveProperty('delete_media_on_completion');
		}
		expect((await retrieve('video-basic', item.json.queueId)).error).toMatchObject({
			httpCode: '404',
		});
	});

	it.each([
		[
			{ status: 200, body: { success: false }, times: 9 },
			/^The service has not deleted the media yet \(tried 4 times/,
		],
		[{ status: 400, body: { error: 'No' } }, /No$/],
		// Only the service knows that a job is there no more.
		[{ status: 404, body: '<html><title>Moved</title></html>', contentType: 'text/html' }, /Moved/],
		[{ cut: 'before' as const, times: 30 }, /^The connection to .* failed/],
	])('keeps the file when its media cannot be deleted: %j', async (fault, problem) => {
		world.service.fault({ path: '/video/complete', ...fault });
		const { item } = await generate({ options: { deleteMediaOnCompletion: true } });
		expect(item.json).toMatchObject({ mediaDeleted: false });
		expect(item.json.mediaDeletionProblem).toMatch(problem);
		expect((await binaryBuffer(item.binary?.data)).length).toBe(item.json.bytes);
		expect(world.service.ledger).toHaveLength(1);
	});

	it('deletes nothing when the file could not be stored', async () => {
		world.service.fault({ path: '/video/retrieve', times: 8, status: 200, body: {} });
		world.service.fault({ path: '/video/retrieve', times: 50, cut: 'midway' });
		const { error } = await generate({ options: { deleteMediaOnCompletion: true } });
		expect(error?.message).toMatch(/\(job \S+ of the model video-basic\)$/);
		expect(world.service.requests('/video/complete')).toEqual([]);
		expect(world.service.ledger).toHaveLength(1);
	});

	it.each([
		[
			{ maxWaitForCompletion: 0 },
			/^Max Wait for Completion \(Seconds\) must be a whole number from 1 to 86400/,
		],
		[{ maxWaitForCompletion: 'soon' }, /^Max Wait for Completion .* but "soon" was given/],
		[{ onTimeout: 'wait' }, /^On Timeout must be one of item, error, but "wait" was given/],
		[{ deleteMediaOnCompletion: 'yes' }, /^Delete Media After Download must be true or false/],
	])('refuses %j before it is paid', async (options, sentence) => {
		const { error } = await generate({ options });
		expect(error?.message).toMatch(sentence);
		expect(world.service.journal).toEqual([]);
	});
});
