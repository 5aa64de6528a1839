import type { Payload } from './answer';
import type { JournalEntry } from './journal';

/**
 * Trouble to make, queued by a test. Faults are tried in the order they were queued; one that matches
 * is used `times` times (1 when not given), then forgotten. `delayMs`, `headers` and a cut alone leave
 * the real answer in place; `status`, `body`, `contentType` and `malformed` replace it.
 */
export interface Fault {
	method?: string;
	path?: string | RegExp;
	/** Only for requests that carry this header (small letters). */
	header?: string;
	times?: number;
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
	contentType?: string;
	delayMs?: number;
	/** `before`: the socket dies without an answer; `midway`: after half of the body. */
	cut?: 'before' | 'midway';
	/** The request is served and charged all the same, before the socket dies or another answer takes its place. */
	processed?: boolean;
	/** Refuses the cursor of the next request that carries one. */
	refuseCursor?: boolean;
	/** Status 200 and JSON that breaks off. */
	malformed?: boolean;
}

export class Faults {
	private queue: Array<{ fault: Fault; left: number }> = [];

	add(fault: Fault): void {
		this.queue.push({ fault, left: fault.times ?? 1 });
	}

	/** The first fault that matches this request, used up by one. */
	take(entry: JournalEntry): Fault | undefined {
		const found = this.queue.find(({ fault }) => matches(fault, entry));
		if (!found) return undefined;
		found.left -= 1;
		if (found.left <= 0) this.queue = this.queue.filter((one) => one !== found);
		return found.fault;
	}

	clear(): void {
		this.queue = [];
	}
}

function matches(fault: Fault, entry: JournalEntry): boolean {
	const { method, path } = fault;
	if (method !== undefined && method.toUpperCase() !== entry.method) return false;
	if (fault.refuseCursor && entry.query.cursor === undefined) return false;
	if (fault.header !== undefined && entry.headers[fault.header] === undefined) return false;
	if (path === undefined) return true;
	return typeof path === 'string' ? path === entry.path : path.test(entry.path);
}

/** The answer that a fault puts in place of the real one, if it does. */
export function cannedAnswer(fault: Fault): { status: number; payload: Payload } | undefined {
	const { status, body, contentType, malformed } = fault;
	if (malformed) return { status: 200, payload: text('{"data": [{"id": "broken', contentType) };
	if (status === undefined && body === undefined && contentType === undefined) return undefined;
	if (Buffer.isBuffer(body)) {
		const type = contentType ?? 'application/octet-stream';
		return { status: status ?? 200, payload: { bytes: body, type } };
	}
	if (typeof body === 'string') return { status: status ?? 200, payload: text(body, contentType) };
	const json = JSON.stringify(body ?? { error: `Queued fault with status ${status ?? 200}` });
	return { status: status ?? 200, payload: text(json, contentType) };
}

function text(body: string, type = 'application/json'): Payload {
	return { bytes: Buffer.from(body), type };
}
