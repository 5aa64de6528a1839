import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { typed } from '../../coverage/given';
import { binaryBuffer, type RunNodeOptions } from '../../engine/runNode';
import { earsFor } from '../../service/hearing/ears';
import { vocabulary, wavLecture } from '../../service/hearing/wavLecture';
import { withService } from '../withService';
import { storedRecording } from './lectureFile';

const path = '/audio/transcriptions';
const world = withService({ ears: async (file) => await earsFor(await vocabulary)(file) });
const node = new InferenceAudio();
let said: Awaited<ReturnType<typeof wavLecture>>;
let items: INodeExecutionData[];

beforeAll(async () => {
	said = await wavLecture({ seed: 7, seconds: 4 * 60 });
	items = await storedRecording(tooLarge(said.wav), 'call.wav', 'audio/wav');
});

/** The same sound in a file that is larger than one request may be. */
function tooLarge(wav: Buffer): Buffer {
	const padding = Buffer.alloc(25_000_008);
	padding.write('JUNK');
	padding.writeUInt32LE(padding.length - 8, 4);
	const file = Buffer.concat([wav.subarray(0, 12), padding, wav.subarray(12)]);
	file.writeUInt32LE(file.length - 8, 4);
	return file;
}

const transcribe = async (
	options: IDataObject = {},
	more: Partial<RunNodeOptions> = {},
	parameters: INodeParameters = {},
) =>
	await world.run({
		node,
		items,
		binaryMode: 'filesystem',
		parameters: {
			...{ resource: 'recording', operation: 'transcribe' },
			model: typed('asr-words'),
			options: { partLength: 1, ...options } as INodeParameters,
			...parameters,
		},
		...more,
	});

it('is transcribed in parts, without losing or doubling a word', async () => {
	const { items } = await transcribe({ timestamps: true });
	const [item, ...others] = items;
	expect(others).toEqual([]);
	const json = item?.json as { text: string; duration: number; timestamps: { word: Word[] } };
	expect(json.text).toBe(said.text);
	expect(json.duration).toBeCloseTo(said.tone.samples.length / said.tone.sampleRate, 2);
	expect(json.timestamps.word.map(({ word }) => word)).toEqual(said.text.split(' '));
	const starts = json.timestamps.word.map(({ start }) => start);
	expect(starts).toEqual([...starts].sort((a, b) => a - b));
	expect(starts.at(-1)).toBeGreaterThan(json.duration - 3);
	const sent = world.service.requests(path);
	expect(sent.length).toBeGreaterThanOrEqual(4);
	expect(item?.json).toMatchObject({
		...{ parts: sent.length, model: 'asr-words', requestIds: expect.any(Array) },
		cost: { amount: expect.closeTo(world.spent, 6), currency: 'USD', estimated: true },
	});
	expect(world.spent).toBeCloseTo(json.duration * 0.0003, 3);
});

type Word = { word: string; start: number; end: number };

it('takes one part at a time when asked to, and as text alone', async () => {
	const { item } = await transcribe({ partsAtOnce: 1 }, {}, { outputAs: 'text' });
	expect(item.json.text).toBe(said.text);
	expect(item.json).not.toHaveProperty('timestamps');
});

it('pays only for what is missing when it is tried again', async () => {
	world.service.fault({ path, delayMs: 1, times: 2 });
	world.service.fault({ path, status: 400, body: { error: 'Not this sound' } });
	const first = await transcribe({ partsAtOnce: 1 });
	expect(first.error?.message).toMatch(
		/^The part from 00:0[12]:\d\d to 00:0[23]:\d\d was not transcribed: .*Not this sound/,
	);
	expect(first.error?.description).toContain('sends only the parts that are missing');
	expect(world.service.ledger).toHaveLength(2);
	const { item } = await transcribe({ partsAtOnce: 1 }, { keptData: first.keptData });
	expect(item.json.text).toBe(said.text);
	expect(world.spent).toBeCloseTo(Number(item.json.duration) * 0.0003, 3);
});

it('returns what was made with the error of a node that continues', async () => {
	world.service.fault({ path, delayMs: 1 });
	world.service.fault({ path, status: 400, body: { error: 'Not this sound' } });
	const { item } = await transcribe(
		{ partsAtOnce: 1 },
		{ continueOnFail: 'continueRegularOutput' },
	);
	expect(item.json.error).toMatch(/What was transcribed is in the file data_made$/);
	const [made] = JSON.parse(String(await binaryBuffer(item.binary?.data_made))) as Word[];
	expect(said.text.startsWith(String((made as unknown as { text: string }).text))).toBe(true);
});

it('names a part in which nothing is said, and goes on', async () => {
	world.service.fault({ path, delayMs: 1 });
	world.service.fault({ path, status: 422, body: { error: 'There is nothing to hear' } });
	const { item } = await transcribe({ partsAtOnce: 1 });
	// It begins in the last pause of the first minute.
	expect(item.json.silentParts).toEqual([{ start: 57.78, end: expect.any(Number) }]);
});

it('stops at what a run may cost', async () => {
	const { error } = await transcribe({
		partsAtOnce: 1,
		cost: { maxCostPerRun: 0.04 },
	});
	expect(error?.message).toMatch(
		/was not transcribed: Not sent: .* is left under Max Cost per Run/,
	);
	expect(world.spent).toBeLessThanOrEqual(0.04);
	expect(world.service.ledger).toHaveLength(2);
});

it('asks for no more than one part of a model that sends no times, if subtitles are wanted', async () => {
	const { error } = await transcribe({}, {}, { model: typed('asr-basic'), outputAs: 'srt' });
	expect(error?.message).toMatch(/The model sent no timestamps/);
	expect(world.service.ledger).toHaveLength(1);
});

it('asks for no more than one part of a model whose times are milliseconds, if subtitles are wanted', async () => {
	const segment = [{ text: 'Good day.', start: 1_000, end: 200_000 }];
	world.service.fault({ path, status: 200, body: { text: 'Good day.', timestamps: { segment } } });
	const { error } = await transcribe({}, {}, { outputAs: 'srt' });
	expect(error?.message).toMatch(/The model sent no timestamps that can be read/);
	expect(world.service.requests(path)).toHaveLength(1);
});

it('is refused before anything is sent, if it cannot be split or must not be', async () => {
	const webm = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(25_000_000)]);
	const film = await storedRecording(webm, 'call.webm', 'audio/webm');
	const { error } = await transcribe({}, { items: film });
	expect(error?.message).toBe(
		'The recording is too large to be sent at once, and it does not say what it holds',
	);
	const refused = await transcribe({ longRecording: 'refuse' });
	expect(refused.error?.message).toMatch(/at most 25 MB are allowed/);
	expect(world.service.journal).toEqual([]);
});

it('names the part whose text has bytes that are not valid UTF-8', async () => {
	const broken = Buffer.from('{"text":"A caf\xE9 at noon"}', 'latin1');
	world.service.fault({ path, delayMs: 1 });
	world.service.fault({ path, status: 200, body: broken, contentType: 'application/json' });
	const { item } = await transcribe({ partsAtOnce: 1 }, {}, { outputAs: 'text' });
	expect(item.json.text).toContain('A caf\uFFFD at noon');
	expect(item.json).toMatchObject({ unreadTexts: ['part 2: text'] });
});
