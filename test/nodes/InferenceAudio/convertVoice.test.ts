import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { files, itemWith, listed, typed } from '../../coverage/given';
import { binaryBuffer, type RunNodeOptions } from '../../engine/runNode';
import { spoken } from '../../service/media/speech';
import { toneFor } from '../../service/media/tone';
import { toWav } from '../../service/media/wav';
import { letJobsGoOn } from '../jobTime';
import { withService } from '../withService';

const world = withService();
const node = new InferenceAudio();
const run = world.runner(node);
const queue = '/audio/voice-changer/queue';
const retrieve = '/audio/voice-changer/retrieve';
const convert = async (
	options: IDataObject = {},
	parameters: INodeParameters = {},
	more: Partial<RunNodeOptions> = {},
) =>
	await run(
		{ resource: 'voice', operation: 'convert', options: options as INodeParameters, ...parameters },
		{ items: itemWith({ data: files.voice }), ...more },
	);
const named = (fileName: string) => itemWith({ data: { ...files.voice, fileName } });

/** As many seconds of one voice, in a format. */
function voiceOf(seconds: number, format: 'wav' | 'flac' = 'wav'): INodeExecutionData[] {
	const words = 'One word follows another in this recording. ';
	const text = words.repeat(Math.ceil(seconds / 1.1));
	const data = spoken(text, format, { speed: 1, sampleRate: 24_000 }).toString('base64');
	return itemWith({ data: { data, mimeType: `audio/${format}`, fileName: `long.${format}` } });
}

beforeEach(() => letJobsGoOn(world));

it('waits for a recording in another voice, and says what it cost', async () => {
	const parameters = { voice: listed('Bert'), model: typed('timbre-basic') };
	const options = { removeBackgroundNoise: true, seed: 7, fileName: 'other' };
	const { item } = await convert(options, parameters);
	const [sent] = world.service.requests(queue);
	expect(sent?.body).toMatchObject({
		...{ model: 'timbre-basic', voice: 'Bert' },
		...{ remove_background_noise: 'true', seed: '7' },
	});
	expect(sent?.files).toMatchObject([{ field: 'file', fileName: 'voice.wav' }]);
	expect(item.json).toMatchObject({
		...{ status: 'COMPLETED', done: true, parts: 1, sourceSeconds: expect.any(Number) },
		cost: { amount: world.spent, currency: 'USD', estimated: true },
	});
	expect(item.binary?.data).toMatchObject({ mimeType: 'audio/mpeg', fileName: 'other.mp3' });
});

it('estimates a recording of whole seconds as it is charged', async () => {
	const data = toWav(toneFor('Hello', 60, 8000)).toString('base64');
	const items = itemWith({ data: { data, mimeType: 'audio/wav', fileName: 'minute.wav' } });
	const parameters = { model: typed('timbre-basic') };
	const dry = await convert({ cost: { dryRun: true } }, parameters, { items });
	const { item } = await convert({}, parameters, { items });
	const { amount } = dry.item.json.estimate as IDataObject;
	expect([amount, (item.json.cost as IDataObject).amount]).toEqual([world.spent, world.spent]);
});

it('takes a recording whose length cannot be read', async () => {
	// An MP3 with a free bit rate.
	const data = Buffer.from('fffb000000000000'.padEnd(400, '0'), 'hex').toString('base64');
	const items = itemWith({ data: { data, mimeType: 'audio/mpeg', fileName: 'a.mp3' } });
	const { item } = await convert({}, {}, { items });
	expect(item.json).toMatchObject({ parts: 1, sourceSeconds: null });
});

it('takes a voice changer where no model is chosen, and never one for songs', async () => {
	const { error } = await convert();
	expect(error).toBeUndefined();
	const [sent] = world.service.requests(queue);
	expect(sent?.body).toMatchObject({ model: expect.stringContaining('timbre') });
	const song = await convert({}, { model: typed('music-basic') });
	expect(song.error?.message).toBe('The model music-basic does not change voices');
	expect(world.service.requests(queue)).toHaveLength(1);
});

it.each([
	[
		{ removeBackgroundNoise: true },
		{ model: typed('timbre-short') },
		'Remove Background Noise is not supported for the model timbre-short',
	],
	[
		{ seed: 3 },
		{ model: typed('timbre-short') },
		'Seed is not supported for the model timbre-short',
	],
	[
		{},
		{ model: typed('timbre-basic'), voice: listed('Zoe') },
		'Voice must be one of Ada, Bert, Cleo, but "Zoe" was given, for the model timbre-basic',
	],
])('refuses %j, %j before anything is sent', async (options, parameters, message) => {
	const { error } = await convert(options, parameters as INodeParameters);
	expect(error?.message).toBe(message);
	expect(world.service.requests(queue)).toEqual([]);
	expect(world.service.ledger).toEqual([]);
});

it('refuses a format that the model does not take', async () => {
	const items = voiceOf(4, 'flac');
	const { error } = await convert({}, { model: typed('timbre-short') }, { items });
	expect(error?.message).toBe(
		'The recording must be one of wav for the model timbre-short, but it is "flac"',
	);
	expect(world.service.requests(queue)).toEqual([]);
});

it('names the job, and what became of the money, when the recording is refused at the end', async () => {
	const { error } = await convert({}, {}, { items: named('[moderated].wav') });
	expect(error?.message).toContain('The recording is against the content policy');
	expect(error?.message).toMatch(/job [0-9a-f-]{36} of the model timbre-basic/);
	expect(error?.description).toMatch(/The charge was refunded/);
	expect(world.spent).toBe(0);
});

it('queues a job once, however often the node runs again while it waits', async () => {
	const first = await convert({ maxWaitForCompletion: 1, onTimeout: 'item' });
	const [item] = first.outputs[0] ?? [];
	expect(item?.json).toMatchObject({ done: false, queueId: expect.any(String) });
	const { outputs, error } = await run({
		resource: 'job',
		operation: 'retrieveConversion',
		waitForCompletion: true,
		model: typed(String(item?.json.model)),
		queueId: String(item?.json.queueId),
	});
	expect(error).toBeUndefined();
	expect(outputs[0]?.[0]?.binary?.data).toMatchObject({ mimeType: 'audio/mpeg' });
	expect(world.service.requests(queue)).toHaveLength(1);
});

it('splits what is longer than the model takes, and joins it again', async () => {
	const items = voiceOf(70);
	const model = typed('timbre-short');
	const { outputs, error } = await convert({}, { model }, { items });
	expect(error).toBeUndefined();
	const sent = world.service.requests(queue);
	expect(sent.length).toBeGreaterThanOrEqual(3);
	const [item, ...others] = outputs[0] ?? [];
	expect(others).toEqual([]);
	expect(item?.json).toMatchObject({
		...{ parts: sent.length, joined: true, queueIds: expect.any(Array) },
		cost: { amount: expect.closeTo(world.spent, 6), currency: 'USD' },
	});
	const { data } = item?.binary ?? {};
	const bytes = await binaryBuffer(data);
	// 32 kbit/s, so that the size tells the length.
	expect(Math.abs(bytes.length / 4000 - Number(item?.json.sourceSeconds))).toBeLessThan(1);
});

it('refuses a long recording where the user wants that', async () => {
	const model = typed('timbre-short');
	const { error } = await convert({ longRecording: 'refuse' }, { model }, { items: voiceOf(70) });
	expect(error?.message).toMatch(
		/^The recording lasts \d+ seconds, but the model timbre-short takes 20 at most$/,
	);
	expect(world.service.ledger).toEqual([]);
});

it('keeps the parts that were made when a later one fails', async () => {
	const model = typed('timbre-short');
	world.service.fault({ path: queue, delayMs: 1 });
	world.service.fault({ path: queue, status: 400, body: { error: 'No' } });
	const { item } = await convert(
		{},
		{ model },
		{ items: voiceOf(70), continueOnFail: 'continueRegularOutput' },
	);
	expect(item.json.error).toMatch(/^The part from 00:00:\d\d to 00:00:\d\d was not converted: /);
	expect(Object.keys(item.binary ?? {})).toEqual(['data_1']);
});

it('pays only for the parts that are missing when it is tried again', async () => {
	const model = typed('timbre-short');
	const items = voiceOf(70);
	world.service.fault({ path: queue, delayMs: 1, times: 2 });
	world.service.fault({ path: queue, status: 400, body: { error: 'Not now' } });
	const first = await convert({}, { model }, { items });
	expect(first.error?.message).toContain(
		'was not converted: The service does not accept these values: Not now',
	);
	expect(world.service.ledger).toHaveLength(2);
	const { item } = await convert({}, { model }, { items, keptData: first.keptData });
	expect(world.service.ledger).toHaveLength(Number(item.json.parts));
});

it('quotes a price and deletes media', async () => {
	const quoted = await run({ resource: 'voice', operation: 'quote', recordingSeconds: 120 });
	expect(quoted.error).toBeUndefined();
	expect(quoted.outputs[0]?.[0]?.json).toMatchObject({ amount: 0.25, currency: 'USD' });
	const made = await convert({ deleteMediaOnCompletion: true });
	expect(made.outputs[0]?.[0]?.json).toMatchObject({ mediaDeleted: true });
	expect(world.service.requests(retrieve).length).toBeGreaterThan(0);
});
