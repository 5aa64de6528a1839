import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { listening } from '../../engine/listening';

/** What a server sends for one request, and how the connection ends. */
export interface Reply {
	status?: number;
	type?: string;
	/** The codings that it says were applied to its bytes. */
	coding?: string;
	pieces: Array<string | Buffer>;
	/** Milliseconds before each piece. */
	gapMs?: number;
	/** `close` in good order; `reset` breaks it; `linger` leaves it open. */
	ending?: 'close' | 'reset' | 'linger';
}

/** A request that was answered. */
export interface Asked {
	path: string;
	body: Record<string, unknown>;
}

/** A server that is not ours: it sends what a test has seen elsewhere to paid requests, and hands all others to the local service. */
export class Player {
	readonly asked: Asked[] = [];

	reply: (asked: Asked) => Reply = () => ({ pieces: ['{}'] });

	private readonly server = listening(
		createServer((request, response) => {
			void this.answer(request, response).catch(() => response.destroy());
		}),
	);

	constructor(private readonly serviceUrl: () => string) {}

	get url(): string {
		return this.server.url;
	}

	private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const path = request.url ?? '';
		if (request.method !== 'POST') return await this.passOn(path, request, response);
		const body = JSON.parse(Buffer.concat(chunks).toString()) as Asked['body'];
		const asked = { path, body };
		this.asked.push(asked);
		await play(this.reply(asked), response);
	}

	private async passOn(path: string, request: IncomingMessage, response: ServerResponse) {
		const headers = { authorization: request.headers.authorization ?? '' };
		const answer = await fetch(new URL(`${this.serviceUrl()}${path}`), { headers });
		response.writeHead(answer.status, { 'content-type': 'application/json' });
		response.end(await answer.text());
	}
}

async function play(reply: Reply, response: ServerResponse): Promise<void> {
	const { status = 200, type = 'application/json', coding, pieces } = reply;
	const { gapMs = 0, ending = 'close' } = reply;
	response.writeHead(status, {
		'content-type': type,
		...(coding !== undefined && { 'content-encoding': coding }),
	});
	for (const piece of pieces) {
		if (gapMs > 0) await pause(gapMs);
		if (response.destroyed) return;
		response.write(piece);
	}
	if (ending === 'close') response.end();
	if (ending !== 'reset') return;
	await pause(20);
	response.destroy();
}
