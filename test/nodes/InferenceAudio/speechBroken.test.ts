import { randomBytes } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { listening } from '../../engine/listening';
import { binaryBuffer } from '../../engine/runNode';
import { spoken } from '../../service/media/speech';
import { withService } from '../withService';

const world = withService();
const node = new InferenceAudio();
const LOW = { speed: 1, sampleRate: 24_000 };
const wav = spoken('Good morning', 'wav', LOW);
const CODINGS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;

let calls = 0;
let asked: string | undefined;
let answer: (response: ServerResponse) => void;

const server = listening(
	createServer((request, response) => {
		if (request.method === 'POST') {
			calls++;
			asked = request.headers['accept-encoding'];
		}
		request.resume().once('end', () => answer(response));
	}),
);
beforeEach(() => (calls = 0));

const speak = async (binaryMode: 'filesystem' | 'memory', outputFormat = 'wav') =>
	await world.run({
		...world.accessWith({ baseUrl: `${server.url}/api/v1` }),
		...{ node, binaryMode },
		parameters: { text: 'Good morning', options: { outputFormat } },
	});

interface Sending {
	coding?: string;
	length?: number;
	die?: boolean;
	type?: string;
}

/** Sends the bytes with or without their number; `announced` more than there are, or a socket that dies, breaks the file off. */
function send(bytes: Buffer, { coding, length, die, type = 'audio/wav' }: Sending): void {
	answer = (response) => {
		response.writeHead(200, {
			'content-type': type,
			...(coding && { 'content-encoding': coding }),
			...(length && { 'content-length': length }),
		});
		if (!die) return void response.end(bytes);
		response.write(bytes, () => setImmediate(() => response.destroy()));
	};
}

const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);

describe.each(['filesystem', 'memory'] as const)('a file that breaks off, to %s', (mode) => {
	const codings = Object.entries(CODINGS).map(([coding, code]) => [coding, code(wav)] as const);

	it.each(codings)('is whole with %s', async (coding, bytes) => {
		send(bytes, { coding, length: bytes.length });
		const { item } = await speak(mode);
		expect((await binaryBuffer(item.binary?.data)).equals(wav)).toBe(true);
		expect(item.json.bytes).toBe(wav.length);
	});

	const broken: Array<[string, () => void]> = [
		['with its size', () => send(half(wav), { length: wav.length, die: true })],
		['without its size', () => send(half(wav), { die: true })],
		...codings.flatMap(([coding, bytes]): Array<[string, () => void]> => [
			[
				`with ${coding} and its size`,
				() => send(half(bytes), { coding, length: bytes.length, die: true }),
			],
			[`with ${coding} and without its size`, () => send(half(bytes), { coding, die: true })],
		]),
	];

	it.each(broken)('is an error, %s, and is not bought again', async (_how, prepare) => {
		prepare();
		const { outputs, error } = await speak(mode);
		expect(outputs.flat()).toEqual([]);
		expect(error?.message).toMatch(/The file could not be stored whole/);
		expect(error?.description).toContain('Usage > Get Many, which is free');
		expect(calls).toBe(1);
	});

	it.each(
		codings.flatMap(([coding, bytes]) =>
			(['with', 'without'] as const).map((how) => [coding, how, half(bytes)] as const),
		),
	)('is kept and marked when its %s ends early, %s its size', async (coding, how, bytes) => {
		send(bytes, { coding, ...(how === 'with' && { length: bytes.length }) });
		const { item } = await speak(mode);
		expect(item.json.damaged).toMatch(/^The WAV file ends \d+ bytes too early$/);
		expect(calls).toBe(1);
	});

	it.each([
		[
			'FLAC',
			'audio/flac',
			'The FLAC file ends too early',
			spoken('Hello', 'flac', LOW).subarray(0, -99),
		],
		['PCM', 'audio/pcm', 'The PCM file ends in the middle of a sample', wav.subarray(44, -1)],
	])('is kept and marked when its gzip ends early: %s', async (_name, type, damaged, bytes) => {
		send(gzipSync(bytes), { coding: 'gzip', type });
		const { item } = await speak(mode, type.slice(6));
		expect(item.json.damaged).toBe(damaged);
	});

	it('is whole although its coding made it longer', async () => {
		const noise = Buffer.concat([wav.subarray(0, 44), randomBytes(wav.length - 44)]);
		const bytes = gzipSync(noise);
		expect(bytes.length).toBeGreaterThan(noise.length);
		send(bytes, { coding: 'gzip', length: bytes.length });
		const { item } = await speak(mode);
		expect((await binaryBuffer(item.binary?.data)).equals(noise)).toBe(true);
	});

	it('is requested uncompressed, because the early end of a compressed one goes unnoticed', async () => {
		send(wav, {});
		await speak(mode);
		expect(asked).toBe('identity');
	});

	it('is an error when it is empty', async () => {
		send(Buffer.alloc(0), {});
		const { error } = await speak(mode);
		expect(error?.message).toMatch(/The file that the service sent is empty/);
	});
});
