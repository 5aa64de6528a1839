import { createParser } from 'eventsource-parser';

import { stalledAnswerFailure } from '../core/bounds';
import { failureOf, type ServiceFailure } from '../core/failure';
import { cancelBody } from '../core/streams';
import { WaitTimer } from '../core/waitTimer';

/** An event of a stream, or all of an answer that is no stream, and whether bytes so far were no UTF-8; or why there is no more, which comes last. */
export type ChatEvent =
	| { name: string; data: string; isDamaged: boolean }
	| { whole: string; isDamaged: boolean; failure?: ServiceFailure }
	| { failure: ServiceFailure };

/** How long a reader waits for something to be added to an answer; what it does meanwhile does not count. */
export class SilenceTimer {
	private waitedMs = 0;

	private readonly timeout = new WaitTimer();

	constructor(private limitMs: number) {}

	get remainingMs(): number {
		return this.limitMs - this.waitedMs;
	}

	/** Something was added. */
	restartWait(): void {
		this.waitedMs = 0;
	}

	/** There is hardly anything to wait for. */
	limitTo(limitMs: number): void {
		this.limitMs = Math.min(this.limitMs, limitMs);
	}

	/** Nothing more is waited for. */
	stopWaiting(): void {
		this.timeout.clearTimer();
	}

	/** What `next` brings; throws a ServiceFailure once the patience is at its end. */
	async wait<T>(next: Promise<T>): Promise<T> {
		const since = performance.now();
		const stalledFailure = () => stalledAnswerFailure(this.limitMs, 'content');
		return await this.timeout.within(next, this.remainingMs, stalledFailure).finally(() => {
			this.waitedMs += performance.now() - since;
		});
	}
}

/** Byte order mark, blank lines and comments, which may come before either form of an answer. */
const LEADING_NOISE = /^\uFEFF?(?:\s|:[^\r\n]*[\r\n])*/;

/** Reads the bytes of an answer by what they are: server-sent events, or anything else as a whole. */
export async function* readChatEvents(
	body: AsyncIterable<Uint8Array>,
	patience: SilenceTimer,
): AsyncGenerator<ChatEvent> {
	const texts = new DecodedTexts(body, patience);
	try {
		let head = '';
		for (let text = await texts.next(); text !== undefined; text = await texts.next()) {
			head = (head + text).replace(LEADING_NOISE, '');
			if (head === '' || head.startsWith(':')) continue;
			yield* /^[{[<]/.test(head)
				? wholeAnswerEvent(head, texts, patience)
				: serverSentEvents(head, texts);
			return;
		}
		if (texts.failure !== undefined) yield { failure: texts.failure };
	} finally {
		// Whoever stops reading also ends the request.
		texts.close();
	}
}

async function* wholeAnswerEvent(
	head: string,
	texts: DecodedTexts,
	patience: SilenceTimer,
): AsyncGenerator<ChatEvent> {
	const all = [head];
	for (let text = await texts.next(); text !== undefined; text = await texts.next()) {
		all.push(text);
		if (text.trim() !== '') patience.restartWait();
	}
	yield { whole: all.join(''), isDamaged: texts.isDamaged, failure: texts.failure };
}

async function* serverSentEvents(head: string, texts: DecodedTexts): AsyncGenerator<ChatEvent> {
	const arrivedEvents: Array<{ name: string; data: string; isDamaged: boolean }> = [];
	const onEvent = ({ event: name = '', data }: { event?: string; data: string }) => {
		arrivedEvents.push({ name, data, isDamaged: texts.isDamaged });
	};
	const parser = createParser({
		onEvent,
		// A gateway writes its own words between the events without the name of a field.
		onError: ({ line = '' }) => onEvent({ data: line }),
	});
	// Whole lines only: the parser reads an unfinished one again with every piece.
	let line: string[] = [];
	for (let text: string | undefined = head; text !== undefined; text = await texts.next()) {
		line.push(text);
		if (!/[\r\n]/.test(text)) continue;
		parser.feed(line.join(''));
		line = [];
		yield* arrivedEvents.splice(0);
	}
	if (texts.failure !== undefined) return yield { failure: texts.failure };
	// The last event counts without the empty line that ends it; what was cut in the middle does not.
	parser.feed(`${line.join('')}\n\n`);
	yield* arrivedEvents.filter(({ data }) => !/^\s*[{[]/.test(data) || isCompleteData(data));
}

function isCompleteData(data: string): boolean {
	try {
		JSON.parse(data);
		return true;
	} catch {
		return /^\s*\[done\]/i.test(data) || data.includes('\n');
	}
}

/** The text of a body, piece by piece; why it broke is kept, as what arrived may be whole. */
class DecodedTexts {
	failure?: ServiceFailure;

	/** Whether bytes were no UTF-8. */
	isDamaged = false;

	private readonly decoder = new TextDecoder();

	private readonly strictDecoder = new TextDecoder('utf-8', { fatal: true });

	private readonly pieces: AsyncIterator<Uint8Array>;

	private isOver = false;

	constructor(
		private readonly body: AsyncIterable<Uint8Array>,
		private readonly patience: SilenceTimer,
	) {
		this.pieces = body[Symbol.asyncIterator]();
	}

	async next(): Promise<string | undefined> {
		if (this.isOver) return undefined;
		try {
			const next = await this.patience.wait(this.pieces.next());
			if (next.done !== true) return this.decodeBytes(next.value);
		} catch (error) {
			this.failure = failureOf(error, 'unreachable');
		}
		this.isOver = true;
		return undefined;
	}

	private decodeBytes(bytes: Uint8Array): string {
		try {
			if (!this.isDamaged) this.strictDecoder.decode(bytes, { stream: true });
		} catch {
			this.isDamaged = true;
		}
		return this.decoder.decode(bytes, { stream: true });
	}

	/** Does not wait for a body that hangs. */
	close(): void {
		this.patience.stopWaiting();
		cancelBody(this.body);
		void this.pieces.return?.(undefined).catch(() => undefined);
	}
}
