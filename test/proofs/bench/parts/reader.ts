import { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';
import { Stream } from 'openai/streaming';
import { request } from 'undici';
import { readWholeCompletion } from '../../../../lib/chat/completion';
import { redactor } from '../../../../lib/core/redact';
import { serviceFromRunner } from '../serviceFromRunner';
import { measured, type Measured, rotated, type Times } from '../statistics';

const ROUNDS = 21;
const EVENTS = 5_000;
const READ_BYTES = 16_384;

type Body = AsyncIterable<Uint8Array>;
/** Reads the events, and gives the text of the answer. */
type Way = (body: Body) => Promise<string | null | undefined>;

export interface ReaderFigures {
	events: number;
	/** By what comes in one read: processor time of one answer. */
	reads: Record<string, Measured>;
}

/** What it costs to read a streamed answer, beside the official client of the protocol and a bare parser: each gets the same bytes from memory and joins the text. */
async function main(): Promise<void> {
	const { url, key } = serviceFromRunner();
	const prompt = 'word'.repeat(EVENTS);
	const bytes = await streamedAnswer(url, key, prompt);
	const pieces: Record<string, Uint8Array[]> = {
		'16 kB': blocksOf(bytes),
		'1 event': eventsOf(bytes),
	};
	const redact = redactor([key]);
	const ours = async (body: unknown) => {
		const answer = {
			body,
			headers: {},
			namePrefix: 'service',
			charge: 'possible',
			redact,
		} as const;
		const completion: unknown = await readWholeCompletion(answer);
		return (completion as ChatCompletion).choices[0]?.message.content;
	};
	const ways: Record<string, Way> = {
		ours,
		masked: async (body) => await ours(redact.body(Readable.from(body))),
		bareParser,
		openAiClient,
	};
	const reads: ReaderFigures['reads'] = {};
	for (const [name, list] of Object.entries(pieces))
		reads[name] = await compared(ways, list, prompt);
	process.stdout.write(`${JSON.stringify({ events: EVENTS, reads } satisfies ReaderFigures)}\n`);
	process.exit();
}

async function compared(
	ways: Record<string, Way>,
	pieces: Uint8Array[],
	prompt: string,
): Promise<Measured> {
	const processor: Times = {};
	for (let round = -1; round < ROUNDS; round++) {
		for (const [name, way] of rotated(Object.entries(ways), round)) {
			globalThis.gc?.();
			const used = process.cpuUsage();
			const text = await way(bodyOf(pieces));
			const { user, system } = process.cpuUsage(used);
			if (text?.includes(prompt) !== true) throw new Error(`${name} did not read the whole answer`);
			if (round >= 0) (processor[name] ??= []).push((user + system) / 1000);
		}
	}
	return measured(processor);
}

/** The service sends the prompt back, one word in each event. */
async function streamedAnswer(url: string, key: string, prompt: string): Promise<Buffer> {
	const { body } = await request(`${url}/chat/completions`, {
		method: 'POST',
		headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
		body: JSON.stringify({
			...{ model: 'text-mini', messages: [{ role: 'user', content: prompt }] },
			...{ stream: true, stream_options: { include_usage: true } },
		}),
	});
	return Buffer.from(await body.arrayBuffer());
}

function blocksOf(bytes: Buffer): Uint8Array[] {
	return Array.from({ length: Math.ceil(bytes.length / READ_BYTES) }, (_, n) =>
		bytes.subarray(n * READ_BYTES, (n + 1) * READ_BYTES),
	);
}

function eventsOf(bytes: Buffer): Uint8Array[] {
	const events = bytes.toString().split(/(?<=\n\n)/);
	return events.map((event) => Buffer.from(event));
}

async function* bodyOf(pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
	yield* pieces;
}

const textOf = ({ choices }: ChatCompletionChunk) => choices[0]?.delta.content ?? '';

async function bareParser(body: Body): Promise<string> {
	let text = '';
	const onEvent = ({ data }: { data: string }) => {
		if (data !== '[DONE]') text += textOf(JSON.parse(data) as ChatCompletionChunk);
	};
	const parser = createParser({ onEvent });
	const decoder = new TextDecoder();
	for await (const piece of body) parser.feed(decoder.decode(piece, { stream: true }));
	return text;
}

/** The client gets the bytes as the others do: the web stream of a Response would cost it more. */
async function openAiClient(body: Body): Promise<string> {
	const response = { body, headers: new Headers() } as unknown as Response;
	const chunks = Stream.fromSSEResponse<ChatCompletionChunk>(response, new AbortController());
	let text = '';
	for await (const chunk of chunks) text += textOf(chunk);
	return text;
}

void main();
