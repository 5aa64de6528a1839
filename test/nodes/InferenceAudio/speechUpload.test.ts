import { Readable } from 'node:stream';
import type { INodeParameters } from 'n8n-workflow';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';

import { StoredFile } from '../../../lib/files/storedFile';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { useBinaryMode } from '../../engine/binaryStore';
import { spoken } from '../../service/media/speech';
import { withService } from '../withService';

const world = withService();
const node = new InferenceAudio();
const wav = spoken('A recording that is long enough', 'wav', { speed: 1, sampleRate: 24_000 });
const path = '/audio/transcriptions';
const stored = async (bytes: Buffer) => {
	await useBinaryMode('filesystem');
	const file = { data: '', mimeType: 'audio/wav', fileName: 'Ümlaut 1.wav' };
	const location = { type: 'execution', workflowId: 'w', executionId: 'e' } as const;
	const data = await Container.get(BinaryDataService).store(location, Readable.from([bytes]), file);
	return [{ json: {}, binary: { data } }];
};
const transcribe = async (bytes: Buffer, options: INodeParameters = {}) =>
	await world.run({
		node,
		binaryMode: 'filesystem',
		items: await stored(bytes),
		parameters: { resource: 'recording', operation: 'transcribe', options },
	});

describe('a file that n8n keeps on disk', () => {
	it('is sent whole, with its name and its size', async () => {
		const { error } = await transcribe(wav);
		expect(error).toBeUndefined();
		const [request] = world.service.requests(path);
		expect(request?.files).toEqual([
			expect.objectContaining({
				field: 'file',
				fileName: 'Ümlaut 1.wav',
				mimeType: 'audio/wav',
				bytes: wav.length,
			}),
		]);
		expect(Number(request?.headers['content-length'])).toBeGreaterThan(wav.length);
		expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
	});

	it('is read and sent again when the service was busy', async () => {
		world.service.fault({ path, status: 503, times: 2 });
		const { error } = await transcribe(wav);
		expect(error).toBeUndefined();
		const sent = world.service.requests(path);
		expect(sent.map(({ files }) => files[0]?.bytes)).toEqual(Array(3).fill(wav.length));
		expect(new Set(sent.map(({ files }) => JSON.stringify(files))).size).toBe(1);
	});

	it.each([
		['too large', Buffer.alloc(25_000_001), /has 25 MB, but at most 25 MB are allowed/],
		['empty', Buffer.alloc(0), /is empty/],
	])('is refused when it is %s', async (_what, bytes, sentence) => {
		const { error } = await transcribe(bytes, { longRecording: 'refuse' });
		expect(error?.message).toMatch(sentence);
		expect(world.service.journal).toEqual([]);
	});
});

describe('StoredFile', () => {
	const open = jest.fn(async () => Readable.from([Buffer.from('one '), Buffer.from('two')]));
	const file = new StoredFile(open, 7, 'a.txt', 'text/plain');

	it('is a File of its size whose bytes can be read more than once, in every way', async () => {
		expect(file).toBeInstanceOf(File);
		expect([file.size, file.name, file.type]).toEqual([7, 'a.txt', 'text/plain']);
		expect(await file.text()).toBe('one two');
		expect(Buffer.from(await file.arrayBuffer()).toString()).toBe('one two');
		const form = new FormData();
		form.append('file', file);
		const body = await new Response(form).text();
		expect(body).toContain('filename="a.txt"');
		expect(body).toContain('one two');
		expect(open).toHaveBeenCalledTimes(3);
	});

	it('closes what it reads when the rest is not needed', async () => {
		const source = Readable.from([Buffer.from('one '), Buffer.from('two')]);
		const reader = new StoredFile(async () => source, 7, 'a', '').stream().getReader();
		await reader.read();
		await reader.cancel();
		expect(source.destroyed).toBe(true);
	});
});
