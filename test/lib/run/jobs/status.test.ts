import { Readable } from 'node:stream';

import { badInput, ServiceFailure } from '../../../../lib/core/failure';
import { redactor } from '../../../../lib/core/redact';
import { readAll } from '../../../../lib/core/streams';
import { withJobIds, jobIds, queuedJob } from '../../../../lib/run/jobs/queuedJob';
import { hasMedia } from '../../../../lib/run/jobs/pollJob';
import {
	jobState,
	linksIn,
	progressLine,
	readStatus,
	jobTimesOf,
} from '../../../../lib/run/jobs/status';

const answer = (type: string | undefined, body: unknown) => ({
	body,
	headers: type === undefined ? {} : { 'content-type': type },
	namePrefix: 'service',
});
const arriving = (stream: Readable) => redactor([]).body(stream);
const streamed = (type: string | undefined, ...pieces: string[]) =>
	answer(type, arriving(Readable.from(pieces.map((piece) => Buffer.from(piece, 'latin1')))));

describe('what an answer about a job is', () => {
	it.each([
		['audio/mpeg', 'ID3\x03\0\0\0\0\0\0', true],
		['video/mp4; codecs=x', '{"it": "is no video"}', false],
		['image/svg+xml', '<svg>', true],
		['application/json; charset=utf-8', '{}', false],
		['text/html', '<html>', false],
		['application/octet-stream', '\0\0\0\x18ftypmp42', true],
		['application/octet-stream', ' {"status": "PROCESSING"}', false],
		[undefined, 'RIFF\0\0\0\0WAVE', true],
		[undefined, '<html>', false],
		['application/octet-stream', '', true],
	])('an answer of the type %s with %j is media or a status', async (type, text, media) => {
		expect(await hasMedia(streamed(type, text))).toBe(media);
	});

	it('loses nothing of what it looked at', async () => {
		const seen = streamed('application/octet-stream', '\0one', 'two', 'three');
		await hasMedia(seen);
		const body: unknown = seen.body;
		expect((await readAll(body as Readable)).toString('latin1')).toBe('\0onetwothree');
	});

	it('is a broken connection when not even its beginning arrives', async () => {
		const body = new Readable({ read() {} });
		body.destroy(new Error('aborted'));
		await expect(hasMedia(answer('', arriving(body)))).rejects.toMatchObject({
			facts: { kind: 'unreachable' },
		});
	});
});

describe('the status of a job', () => {
	it.each([
		['COMPLETED', 'done'],
		['succeeded', 'done'],
		['failed', 'failed'],
		['Canceled', 'failed'],
		['PROCESSING', 'running'],
		['dreaming', 'running'],
		[undefined, 'running'],
		[null, 'running'],
		[{}, 'running'],
	])('%j is %s', (word, state) => expect(jobState({ status: word })).toBe(state));

	it('is read from a stream', async () => {
		const facts = await readStatus(streamed('application/json', '{"status":', '"QUEUED"}'));
		expect(facts).toEqual({ status: 'QUEUED' });
	});

	it.each([
		['{"state": "SUCCEEDED"}', 'done'],
		['{"status": null, "state": "failed", "error": "No"}', 'failed'],
		['{"status": "PROCESSING", "state": "done"}', 'running'],
		['{"status": "", "state": "completed"}', 'done'],
	])('is read from %s', async (text, state) => {
		expect(jobState(await readStatus(streamed('application/json', text)))).toBe(state);
	});

	it.each(['', '[1]', '"text"', '{"status', '7', 'null', '{"state": 7}'])(
		'is not %j',
		async (text) => {
			const reading = readStatus(streamed('application/json', text));
			await expect(reading).rejects.toMatchObject({ facts: { kind: 'malformed' } });
		},
	);

	it('takes only times that can be', () => {
		const times = { average_execution_time: 20_000, execution_duration: 0 };
		expect(jobTimesOf(times)).toEqual({ usualMs: 20_000, runningMs: 0 });
		expect(jobTimesOf({ average_execution_time: 0, execution_duration: -1 })).toEqual({});
		expect(jobTimesOf({ average_execution_time: '20000', execution_duration: null })).toEqual({});
	});

	it('reads times in seconds as such', () => {
		const times = { average_execution_time: 145, execution_duration: 30 };
		expect(jobTimesOf(times)).toEqual({ usualMs: 145_000, runningMs: 30_000 });
		expect(progressLine({ status: 'PROCESSING', ...times }, 0)).toBe(
			'PROCESSING, 21 % of the usual time (about 2 minutes)',
		);
	});

	it.each([
		[{ status: 'QUEUED', queue_position: 3 }, 'QUEUED for 9 s, position in the queue 3'],
		[{ status: 'QUEUED', queue_position: 0 }, 'QUEUED for 9 s, position in the queue 0'],
		[{ status: 'running', progress: '45%', eta: 20 }, 'running for 9 s, progress 45%, ETA 20'],
		[{ status: 'PROCESSING', error: 'GPU busy' }, 'PROCESSING for 9 s, "GPU busy"'],
		[{ status: 'PROCESSING', error: {}, eta: null }, 'PROCESSING for 9 s'],
	])('%j reads %s', (facts, line) => expect(progressLine(facts, 9_000)).toBe(line));

	it.each([
		[{ status: 'moderated' }, 'doubtful'],
		[{ status: 'Timed Out' }, 'doubtful'],
		[{ status: 'on_hold', credits_refunded: true }, 'doubtful'],
		[{ error: 'Flagged' }, 'doubtful'],
		[{ success: false }, 'doubtful'],
		[{ status: 'PROCESSING', error: 'GPU busy' }, 'running'],
		[{ status: 'on_hold', error: 'In review' }, 'running'],
		[{ status: 'completed', error: '' }, 'done'],
	])('%j is %s', (facts, state) => expect(jobState(facts)).toBe(state));
});

describe('a job and its errors', () => {
	const job = { model: 'm', queueId: 'q', downloadUrl: 'https://x.example/1' };
	const ids = { model: 'm', queueId: 'q', downloadUrl: 'https://x.example/1' };

	const queued = (body: unknown) => queuedJob({ body, headers: {}, namePrefix: 'service' }, 'm');

	it('is made out of the answer of the queue', () => {
		expect(queued({ queue_id: 'q', download_url: 'https://x.example/1' })).toEqual(job);
		expect(queued({ queue_id: 'q', model: 'n', download_url: '' })).toEqual({
			model: 'n',
			queueId: 'q',
		});
		expect(jobIds(job)).toEqual(ids);
	});

	it('is named by the digits of a number', () => {
		expect(queued({ queue_id: 12345 })).toEqual({ model: 'm', queueId: '12345' });
	});

	// 2^53 + 2 may have been written with another last digit.
	it.each([undefined, null, {}, { queue_id: '' }, { queue_id: 2 ** 53 + 2 }, [], 'text'])(
		'is not made out of %j',
		(body) =>
			expect(() => queued(body)).toThrow(
				/^The (answer of the )?service (is not complete|answered with)/,
			),
	);

	it.each([
		[
			new ServiceFailure('No', { kind: 'timeout', status: 504, details: { a: 1 } }),
			'timeout',
			'No',
		],
		[new ServiceFailure('No', { kind: 'cancelled' }), 'cancelled', 'No'],
		[badInput('No', 'Correct it.'), 'refused', 'No'],
		[new TypeError('No'), 'malformed', 'No'],
		['No', 'malformed', 'No'],
	])('is in the message and the details of %s', (error, kind, text) => {
		const named = withJobIds(error, job);
		expect(named).toBeInstanceOf(ServiceFailure);
		expect(named).toMatchObject({
			message: `${text} (job q of the model m, download link https://x.example/1)`,
			facts: { kind, details: ids },
		});
	});
});

describe('the words and links of other servers', () => {
	it.each([
		['TASK_STATUS_SUCCESS', 'done'],
		['job_completed', 'done'],
		['task_processing', 'running'],
		['generation_failed', 'doubtful'],
		['TASK_STATUS_FAILED', 'failed'],
	])('%j is %s', (status, state) => expect(jobState({ status })).toBe(state));

	it.each<[string, object]>([
		['within a video', { video: { url: 'https://files.example/a' } }],
		['in a list of videos', { videos: [{ url: 'https://files.example/a' }, { url: 'b' }] }],
		['within a result', { result: { video: { url: 'https://files.example/a' } } }],
		['as the output', { output: 'https://files.example/a' }],
		['as a list of outputs', { output: ['https://files.example/a', 'https://files.example/b'] }],
		['under another spelling', { downloadUrl: 'https://files.example/a' }],
	])('a link is found %s', (_where, facts) => {
		expect(linksIn({ status: 'COMPLETED', ...facts })).toEqual(['https://files.example/a']);
	});

	it('a link to what came in, or a text, is none', () => {
		const facts = { input: { image_url: 'https://files.example/a' }, output: 'A lake', data: null };
		expect(linksIn(facts)).toEqual([]);
	});
});
