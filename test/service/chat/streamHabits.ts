import { setTimeout as pause } from 'node:timers/promises';

type Json = Record<string, unknown>;

/** What real services do to their streams, each of which a client must read right, or refuse. */
export const STREAM_HABITS = [
	/** The ID of a call comes after its arguments. */
	'lateIds',
	/** The stream ends with [DONE], and no choice says why it ended. */
	'noFinish',
	/** Comments and events without an answer come between the chunks. */
	'pings',
	/** Each chunk has the message so far in place of what is new. */
	'growingMessage',
	/** The connection stays open after [DONE]. */
	'lingers',
] as const;

export type StreamHabit = (typeof STREAM_HABITS)[number];

const LINGER_MS = 60_000;

/** The same events with a habit. */
export async function* withHabit(
	stream: AsyncIterable<Buffer>,
	habit: StreamHabit,
): AsyncGenerator<Buffer> {
	const bytes: Buffer[] = [];
	for await (const piece of stream) bytes.push(piece);
	const events = Buffer.concat(bytes).toString().split('\n\n').filter(Boolean);
	const change = CHANGES[habit]();
	for (const event of events) {
		if (habit === 'pings')
			yield Buffer.from(': keep-alive\n\nevent: ping\ndata: {"type":"ping"}\n\n');
		const data = event.slice('data: '.length);
		const changed = data === '[DONE]' ? data : JSON.stringify(change(JSON.parse(data) as Json));
		yield Buffer.from(`data: ${changed}\n\n`);
	}
	if (habit === 'lingers') await pause(LINGER_MS, undefined, { ref: false });
}

type Change = (chunk: Json) => Json;

const CHANGES: Record<StreamHabit, () => Change> = {
	lateIds,
	noFinish: () => perChoice((choice) => ({ ...choice, finish_reason: null })),
	pings: () => (chunk) => chunk,
	growingMessage,
	lingers: () => (chunk) => chunk,
};

const perChoice =
	(change: (choice: Json) => Json): Change =>
	({ choices, ...chunk }) => ({ ...chunk, choices: (choices as Json[]).map(change) });

function lateIds(): Change {
	let late: unknown;
	return perChoice(({ delta, ...choice }) => {
		const { tool_calls: [call] = [] } = delta as { tool_calls?: Json[] };
		if (call === undefined) return { delta, ...choice };
		const { id, ...rest } = call;
		const { arguments: args } = call.function as { arguments: string };
		const isLast = args.endsWith('}');
		late = id ?? late;
		return { ...choice, delta: { tool_calls: [isLast ? { ...rest, id: late } : rest] } };
	});
}

function growingMessage(): Change {
	let content = '';
	return perChoice(({ delta, ...choice }) => {
		const { content: piece = '', ...rest } = delta as { content?: string };
		content += piece;
		return { ...choice, message: { ...rest, content } };
	});
}
