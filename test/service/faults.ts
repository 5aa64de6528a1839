import type { Answer, Payload } from './answer';
import { Chaos, type ChaosOptions } from './chaos';
import type { StreamHabit } from './chat/streamHabits';
import type { JournalEntry } from './journal';

/**
 * Trouble to make, queued by a test. Faults are tried in the order they were queued; one that matches
 * is used `times` times (1 when not given), then forgotten. `delayMs`, `slow`, `skewMs`, `headers` and a cut alone
 * leave the real answer in place; `status`, `body`, `contentType` and `malformed` replace it.
 */
export interface Fault {
	/** Its name in the journal. */
	kind?: string;
	method?: string;
	path?: string | RegExp;
	/** Only for requests that name this model in a JSON body. */
	model?: string;
	/** Only for requests that carry this header (small letters). */
	header?: string;
	times?: number;
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
	contentType?: string;
	delayMs?: number;
	/**
	 * `before`: the socket dies without an answer; `headers`: before the first byte of the body; `midway`: after half of the body; `short`: it ends
	 * there in good order; `stall`: it stays open, and nothing more comes; `silent`: the same before the first byte.
	 */
	cut?: 'before' | 'headers' | 'midway' | 'short' | 'stall' | 'silent';
	/** The body comes in so many pieces, with a pause in real time before each. */
	slow?: { pieces: number; everyMs: number };
	/** How long the body of the request is left unread, in real time. */
	unreadMs?: number;
	/** How far the clock behind the headers of the answer is ahead. */
	skewMs?: number;
	/** The request is served and charged all the same, before the socket dies or another answer takes its place. */
	processed?: boolean;
	/** Refuses the cursor of the next request that carries one. */
	refuseCursor?: boolean;
	/** Pages of a list have at most so many entries, whatever the request asks for. */
	largestPage?: number;
	/** Status 200 and JSON that breaks off. */
	malformed?: boolean;
	/** A chat that is served as a stream has this habit of a real service. */
	streamHabit?: StreamHabit;
	/** Makes another answer of the real one, which was served and charged. */
	rewriteAnswer?: (
		answer: Answer & { status: number },
		entry: JournalEntry,
	) => Promise<Answer & { status: number }>;
}

export class Faults {
	private queue: Array<{ fault: Fault; left: number; isMet: boolean }> = [];
	private chaos: Chaos | undefined;

	constructor(private readonly now: () => number) {}

	/** Trouble by chance from now on, beside what is queued. */
	begin(options: ChaosOptions): void {
		this.chaos = new Chaos(options, this.now);
	}

	add(fault: Fault): void {
		this.queue.push({ fault, left: fault.times ?? 1, isMet: false });
	}

	/** The first fault that matches this request, used up by one; then what chance gives. */
	take(entry: JournalEntry): Fault | undefined {
		return this.queued(entry) ?? this.chaos?.draw(entry);
	}

	/** How long the body of a request on its way is to be left unread; the fault stays for the request itself. */
	unreadMs(arriving: Pick<JournalEntry, 'method' | 'path' | 'headers'>): number {
		const found = this.queue.find(({ fault }) => matches(fault, { ...arriving, query: {} }));
		return found?.fault.unreadMs ?? 0;
	}

	private queued(entry: JournalEntry): Fault | undefined {
		const found = this.queue.find(({ fault }) => matches(fault, entry));
		if (!found) return undefined;
		found.left -= 1;
		found.isMet = true;
		if (found.left <= 0) this.queue = this.queue.filter((one) => one !== found);
		return found.fault;
	}

	/** What no request has met, apart from what holds from now on. */
	unmet(): Fault[] {
		const waiting = this.queue.filter(({ isMet, left }) => !isMet && left !== Infinity);
		return waiting.map(({ fault }) => fault);
	}

	clear(): void {
		this.queue = [];
		this.chaos = undefined;
	}
}

/** A query that asks for no larger pages than a fault allows. */
export function paged(query: Record<string, unknown>, { largestPage = Infinity }: Fault) {
	const sizes = ['limit', 'pageSize'].filter((name) => Number(query[name]) > largestPage);
	return { ...query, ...Object.fromEntries(sizes.map((name) => [name, String(largestPage)])) };
}

/** Whether the request is served, and so charged, although its caller meets this fault. */
export function isProcessed(fault: Fault): boolean {
	return fault.processed ?? (cannedAnswer(fault) === undefined && fault.cut !== 'before');
}

/** Headers whose times come from a clock that is `skewMs` ahead. */
export function skewed(headers: Record<string, string>, skewMs = 0): Record<string, string> {
	if (skewMs === 0) return headers;
	const { date } = headers;
	const resets = ['x-ratelimit-reset-requests', 'x-ratelimit-reset'].flatMap((name) =>
		headers[name] === undefined ? [] : [[name, String(Number(headers[name]) + skewMs / 1000)]],
	);
	return {
		...headers,
		...(date !== undefined && { date: new Date(Date.parse(date) + skewMs).toUTCString() }),
		...Object.fromEntries(resets),
	};
}

function matches(
	fault: Fault,
	entry: Pick<JournalEntry, 'method' | 'path' | 'query' | 'headers'> & { body?: unknown },
): boolean {
	const { method, path } = fault;
	if (method !== undefined && method.toUpperCase() !== entry.method) return false;
	if (fault.refuseCursor && entry.query.cursor === undefined) return false;
	if (fault.model !== undefined && modelIn(entry.body) !== fault.model) return false;
	if (fault.header !== undefined && entry.headers[fault.header] === undefined) return false;
	if (path === undefined) return true;
	return typeof path === 'string' ? path === entry.path : path.test(entry.path);
}

function modelIn(body: unknown): unknown {
	return typeof body === 'object' && body !== null && 'model' in body ? body.model : undefined;
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
