import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { parsedJson } from './shape';

/** A request that went through, and what came back, without any value of either. */
export interface Exchange {
	method: string;
	/** Without the query, whose values are left out. */
	path: string;
	status: number;
	/** The names of the service's own headers. */
	headers: string[];
	/** The JSON of the answer, of each event of a stream, or nothing where it is a file. */
	bodies: unknown[];
}

export interface Recorder {
	readonly url: string;
	readonly exchanges: Exchange[];
	close(): Promise<void>;
}

/** More of an answer is passed on and not looked at. */
const LOOKED_AT = 1_000_000;
const OF_THE_WAY = [
	'connection',
	'content-encoding',
	'content-length',
	'host',
	'transfer-encoding',
];

/** Passes requests on to an address, and notes what went and came. */
export async function startRecorder(target: string): Promise<Recorder> {
	const exchanges: Exchange[] = [];
	const server = createServer((request, response) => {
		void (async () => {
			const chunks: Buffer[] = [];
			for await (const chunk of request) chunks.push(chunk as Buffer);
			const headers = Object.entries(request.headers).filter(
				([name]) => !OF_THE_WAY.includes(name),
			);
			const answer = await fetch(`${target}${request.url}`, {
				method: request.method ?? 'GET',
				headers: headers.map(([name, value]): [string, string] => [name, String(value)]),
				...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
				redirect: 'manual',
			});
			const kept = [...answer.headers].filter(([name]) => !OF_THE_WAY.includes(name));
			response.writeHead(answer.status, Object.fromEntries(kept));
			const seen: Buffer[] = [];
			let size = 0;
			for await (const chunk of answer.body ?? []) {
				response.write(chunk);
				size += chunk.length;
				if (size <= LOOKED_AT) seen.push(Buffer.from(chunk));
			}
			response.end();
			exchanges.push({
				method: request.method ?? 'GET',
				path: new URL(request.url ?? '', target).pathname,
				status: answer.status,
				headers: [...answer.headers.keys()].filter((name) => name.startsWith('x-')),
				bodies: parsedJson(Buffer.concat(seen).toString('utf8')),
			});
		})().catch(() => response.destroy());
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		exchanges,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
