import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { toWav } from '../../service/media/wav';

const CHUNK = Buffer.alloc(65_536, 7);
/** Of 16-bit mono samples, whose size is not told; a character sounds for about 70 milliseconds at 24 kHz. */
const WAV_HEAD = toWav({ samples: new Int16Array(0), sampleRate: 24_000 });

/** The start of an MP4 file without tracks; its last box lasts to the end of the file (ISO/IEC 14496-12, 4.2). */
const MP4_HEAD = Buffer.concat([
	Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1'),
	Buffer.from('\0\0\0\x08moov\0\0\0\0mdat', 'latin1'),
]);

/** A service with nothing in memory: takes forms and forgets them, gives a video of as many bytes as the job is called, and speech. */
export async function startMemoryServer(): Promise<{
	url: string;
	received: () => number;
	close: () => void;
}> {
	let bytes = 0;
	const server = createServer((request, response) => {
		void answer(request, response).then((size) => (bytes += size));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const received = () => bytes;
	return { url: `http://127.0.0.1:${port}/api/v1`, received, close: () => server.close() };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<number> {
	const isForm = request.headers['content-type']?.startsWith('multipart/') === true;
	let body = '';
	let size = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		size += chunk.length;
		if (!isForm) body += chunk.toString();
	}
	const video = /"queue_id":"(\d+)"/.exec(body)?.[1];
	if (request.url?.endsWith('/video/retrieve') && video !== undefined) {
		const type = { 'content-type': 'video/mp4', 'content-length': video };
		response.writeHead(200, type);
		Readable.from([MP4_HEAD, ...pieces(Number(video) - MP4_HEAD.length)]).pipe(response);
	} else if (request.url?.endsWith('/audio/speech')) {
		const sound = 3_400 * (/"input":"(.*?)"/.exec(body)?.[1]?.length ?? 0);
		const file = { 'content-type': 'audio/wav', 'content-length': WAV_HEAD.length + sound };
		response.writeHead(200, file);
		Readable.from([WAV_HEAD, ...pieces(sound)]).pipe(response);
	} else {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify(request.method === 'GET' ? { data: [] } : { text: 'Heard' }));
	}
	return size;
}

function* pieces(bytes: number) {
	for (let left = bytes; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, left);
}
