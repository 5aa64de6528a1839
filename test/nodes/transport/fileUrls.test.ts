import { createServer, type RequestListener } from 'node:http';
import type { INodeParameters, INodeType } from 'n8n-workflow';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { typed } from '../../coverage/given';
import { listening } from '../../engine/listening';
import { picture as drawn } from '../../service/media/picture';
import { toneFor } from '../../service/media/tone';
import { toWav } from '../../service/media/wav';
import { withService } from '../withService';

const world = withService();
const recording = toWav(toneFor('Hello', 6, 8000));
const picture = drawn('png', { width: 512, height: 512 }, 'a pear');

/** An answer of these bytes, with the name that its headers give the file. */
const file =
	(type: string, body: Buffer | string, disposition?: string): RequestListener =>
	(_request, response) => {
		const named = disposition && { 'content-disposition': `attachment; ${disposition}` };
		response.writeHead(200, { 'content-type': type, ...named }).end(body);
	};
const talk = (disposition?: string) => file('audio/wav', recording, disposition);

/** Addresses that a user may give, and what is behind them. */
const answers: Record<string, RequestListener> = {
	'/talk.wav': talk(),
	'/signed': talk('filename="my%20talk.wav"'),
	'/named': talk('filename="talk.wav"; filename*=UTF-8\'\'Gr%C3%BC%C3%9Fe%20%E6%97%A5.wav'),
	'/named-in-latin': talk('filename*=iso-8859-1\'de\'Gr%FC%DFe.wav; filename="talk.wav"'),
	'/named-wrong': talk('filename*=UTF-8\'\'Gr%FC%DFe.wav; filename="talk.wav"'),
	'/pear': file('image/png', picture),
	'/notes.md': file('text/markdown; charset=utf-8', '# Notes'),
	'/page': file('text/html', '<!doctype html><p>Log in'),
	'/empty.wav': file('audio/wav', ''),
	'/moved': (_request, response) => void response.writeHead(302, { location: '/talk.wav' }).end(),
	'/announced.wav': (_request, response) => {
		response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': 26_000_000 });
		response.write('RIFF');
	},
	'/endless.wav': (request, response) => {
		response.writeHead(200, { 'content-type': 'audio/wav' });
		const block = Buffer.alloc(1_000_000);
		const pour = () => {
			poured += 1;
			if (!request.destroyed && !response.destroyed) response.write(block, pour);
		};
		pour();
	},
	'/breaks.wav': (_request, response) => {
		response.writeHead(200, { 'content-type': 'audio/wav', 'content-length': 500 });
		response.write('RIFF', () => response.destroy());
	},
};

let poured = 0;
let base: string;
const seen: Array<Record<string, unknown>> = [];

const server = listening(
	createServer((request, response) => {
		seen.push(request.headers);
		const answer = answers[request.url ?? ''];
		if (answer === undefined) response.writeHead(404).end('Nothing here');
		else answer(request, response);
	}),
);
beforeAll(() => void (base = server.url));
beforeEach(() => {
	seen.length = 0;
	poured = 0;
});

const run = (node: INodeType, parameters: INodeParameters) =>
	world.run({
		// The server of this test is on this machine.
		...world.accessWith({ allowPrivateNetworks: true }),
		...{ node, asTool: true, parameters },
	});
const transcribe = (fileUrl: string, options: INodeParameters = {}) =>
	run(new InferenceAudio(), {
		options,
		resource: 'recording',
		operation: 'transcribe',
		fileSource: 'url',
		fileUrl,
	});
const sent = (path: string) => world.service.requests(path).flatMap(({ files }) => files);

describe('files behind an address', () => {
	it.each(['/talk.wav', '/moved'])(
		'downloads a recording from %s, without a credential',
		async (path) => {
			const { error } = await transcribe(`${base}${path}`);
			expect(error).toBeUndefined();
			expect(sent('/audio/transcriptions')).toEqual([
				expect.objectContaining({ field: 'file', mimeType: 'audio/wav', bytes: recording.length }),
			]);
			for (const headers of seen) expect(headers).not.toHaveProperty('authorization');
		},
	);

	it.each([
		['/signed', 'my talk.wav'],
		['/named', 'Grüße 日.wav'],
		['/named-in-latin', 'Grüße.wav'],
		['/named-wrong', 'talk.wav'],
	])('calls it as the answer of %s does', async (path, name) => {
		await transcribe(`${base}${path}`);
		expect(sent('/audio/transcriptions')[0]?.fileName).toBe(name);
	});

	it('clones a voice, reads a document, and enlarges a picture', async () => {
		const cloned = await run(new InferenceAudio(), {
			resource: 'voice',
			operation: 'clone',
			model: typed('tts-cloning'),
			fileSource: 'url',
			fileUrl: `${base}/talk.wav`,
		});
		expect(cloned.error).toBeUndefined();
		const parsed = await run(new InferenceWeb(), {
			resource: 'document',
			operation: 'parse',
			fileSource: 'url',
			fileUrl: `${base}/notes.md`,
		});
		expect(JSON.stringify(parsed.outputs)).toContain('"fileName":"notes.md"');
		expect(sent('/augment/text-parser')[0]).toMatchObject({ fileName: 'notes.md', bytes: 7 });
		const enlarged = await run(new InferenceImage(), {
			resource: 'image',
			operation: 'upscale',
			fileSource: 'url',
			fileUrl: `${base}/pear`,
		});
		expect(enlarged.error).toBeUndefined();
		expect(sent('/image/upscale')[0]).toMatchObject({
			fileName: 'pear.png',
			bytes: picture.length,
		});
	});

	it('hands on an address where the service takes one', async () => {
		const { error } = await run(new InferenceImage(), {
			resource: 'image',
			operation: 'removeBackground',
			fileSource: 'url',
			fileUrl: `${base}/pear`,
		});
		expect(error).toBeUndefined();
		expect(world.service.requests('/image/background-remove')[0]?.body).toEqual({
			image_url: `${base}/pear`,
		});
	});

	it('attaches sound to a chat', async () => {
		const attachment = [{ kind: 'audio', fileSource: 'url', fileUrl: `${base}/talk.wav` }];
		const { error } = await run(new InferenceChat(), {
			operation: 'complete',
			model: typed('text-vision'),
			prompt: 'What is said?',
			options: { attachments: { attachment } },
		});
		expect(error).toBeUndefined();
		const [{ messages }] = world.service.requests('/chat/completions').map(({ body }) => body) as [
			{ messages: unknown },
		];
		expect(JSON.stringify(messages)).toContain(recording.toString('base64'));
	});

	it.each([
		['/page', /^The file behind the URL must be a recording of the type wav, .*, but it is "html"/],
		[
			'/nothing',
			/could not be downloaded from 127\.0\.0\.1:\d+: it answered with status 404\. Check/,
		],
		['/empty.wav', /is empty: 127\.0\.0\.1:\d+ sent no bytes/],
		['/announced.wav', /is larger than the limit of 25 MB/],
		['/endless.wav', /is larger than the limit of 25 MB/],
		['/breaks.wav', /ended early while it was downloaded from 127\.0\.0\.1/],
	])('explains %s, and pays nothing', async (path, sentence) => {
		const { error } = await transcribe(`${base}${path}`, { longRecording: 'refuse' });
		expect(error?.message).toMatch(sentence);
		expect(poured).toBeLessThan(60);
		expect(world.service.journal).toEqual([]);
		expect(world.service.ledger).toEqual([]);
	});

	it.each([
		[
			'file:///etc/passwd',
			'File URL must be a whole address that starts with https:// or http://, but "file:///etc/passwd" was given.',
		],
		[
			'http://',
			'File URL must be a whole address that starts with https:// or http://, but "http://" was given.',
		],
	])('asks for no address but http and https: %j', async (address, sentence) => {
		const { error } = await transcribe(address);
		expect(error?.message).toBe(
			`${sentence} Copy the address from the browser, or check what the expression returns.`,
		);
		expect(seen).toEqual([]);
	});
});
