import { FormData, request } from 'undici';
import type { LocalService } from './service';

export interface Reply {
	status: number;
	headers: Record<string, string>;
	bytes: Buffer;
	text: string;
	/** The body as JSON; undefined when it is none. */
	json: unknown;
}

export interface CallOptions {
	method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	query?: Record<string, string>;
	/** Sent as JSON, and makes the method POST; a string is sent as it is. */
	body?: unknown;
	/** Sent as multipart, and makes the method POST; see `part`. */
	form?: Record<string, string | Part | Part[]>;
	/** The default user's key when not given; null sends none. */
	key?: string | null;
	headers?: Record<string, string>;
}

/** One file of a form. */
export interface Part {
	bytes: Buffer;
	name: string;
	type: string;
}

export function part(
	bytes: Buffer | string,
	name = 'file.bin',
	type = 'application/octet-stream',
): Part {
	return { bytes: Buffer.from(bytes), name, type };
}

/** Calls the local service with an HTTP client that is not the one of the nodes. */
export async function call(
	service: LocalService,
	path: string,
	{ body, form, query, key = service.keys.user, headers, ...options }: CallOptions = {},
): Promise<Reply> {
	const search = query ? `?${new URLSearchParams(query)}` : '';
	const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
	const url = path.startsWith('http') ? path : `${service.url}${path}`;
	const answer = await request(`${url}${search}`, {
		method: options.method ?? (body === undefined && !form ? 'GET' : 'POST'),
		body: form ? multipart(form) : sent,
		headers: {
			...(body !== undefined && { 'content-type': 'application/json' }),
			...(key !== null && { authorization: `Bearer ${key}` }),
			...headers,
		},
	});
	const bytes = Buffer.from(await answer.body.arrayBuffer());
	const text = bytes.toString();
	return {
		status: answer.statusCode,
		headers: flat(answer.headers),
		bytes,
		text,
		json: parse(text),
	};
}

function multipart(form: Record<string, string | Part | Part[]>): FormData {
	const data = new FormData();
	for (const [name, value] of Object.entries(form)) {
		if (typeof value === 'string') data.append(name, value);
		else {
			for (const { bytes, name: file, type } of [value].flat()) {
				data.append(name, new Blob([new Uint8Array(bytes)], { type }), file);
			}
		}
	}
	return data;
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, String(value ?? '')]),
	);
}

function parse(text: string): unknown {
	try {
		const value: unknown = JSON.parse(text);
		return value;
	} catch {
		return undefined;
	}
}

/** A chat request with one user message. */
export function chat(content: unknown = 'Hello', more: Record<string, unknown> = {}) {
	return { model: 'text-basic', messages: [{ role: 'user', content }], ...more };
}
