import { request } from 'undici';
import { chat } from './client';
import { localService } from './underTest';

interface Delta {
	content?: string;
	reasoning_content?: string;
	tool_calls?: Array<{ index: number; id?: string; function: { arguments: string } }>;
}

interface Chunk {
	id: string;
	choices: Array<{ index: number; delta: Delta; finish_reason: string | null }>;
	usage?: unknown;
	cost?: unknown;
	service_parameters?: { web_search_citations?: unknown[] };
}

const local = localService();

async function stream(more: Record<string, unknown>, content = 'Hello') {
	const { statusCode, headers, body } = await request(`${local.service.url}/chat/completions`, {
		method: 'POST',
		headers: {
			authorization: `Bearer ${local.service.keys.user}`,
			'content-type': 'application/json',
			'accept-encoding': 'gzip',
		},
		body: JSON.stringify(chat(content, { stream: true, ...more })),
	});
	expect(statusCode).toBe(200);
	expect(headers['content-type']).toMatch(/^text\/event-stream/);
	expect(headers['content-encoding']).toBeUndefined();
	const pieces: Buffer[] = [];
	for await (const piece of body) pieces.push(Buffer.from(piece));
	const events = Buffer.concat(pieces).toString().split('\n\n');
	expect(events.splice(-2)).toEqual(['data: [DONE]', '']);
	const chunks = events.map((event) => JSON.parse(event.replace(/^data: /, '')) as Chunk);
	const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
	return { chunks, deltas, pieces };
}

describe('a streamed chat answer', () => {
	it('says the text in several deltas and ends with a reason and the cost', async () => {
		const { chunks, deltas } = await stream({});
		expect(deltas.filter((delta) => delta.content).length).toBeGreaterThan(1);
		expect(deltas.map((delta) => delta.content ?? '').join('')).toBe('You said “Hello”');
		expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
		expect(chunks.at(-1)).toMatchObject({
			choices: [{ finish_reason: 'stop' }],
			cost: { diem: 0 },
		});
		expect(chunks.some((chunk) => 'usage' in chunk)).toBe(false);
		expect(local.service.ledger).toHaveLength(1);
	});

	it('returns usage and cost in a last chunk without choices when asked', async () => {
		const { chunks } = await stream({ stream_options: { include_usage: true } });
		const usage = { completion_tokens: 4 };
		expect(chunks.at(-1)).toMatchObject({ choices: [], usage, cost: { diem: 0 } });
		expect(chunks.filter((chunk) => 'cost' in chunk)).toHaveLength(1);
	});

	it('thinks first', async () => {
		const { deltas } = await stream({ model: 'text-reasoning' });
		const kinds = deltas.flatMap((delta) =>
			delta.reasoning_content ? ['thought'] : delta.content ? ['text'] : [],
		);
		expect(kinds.lastIndexOf('thought')).toBeGreaterThan(0);
		expect(kinds.indexOf('text')).toBe(kinds.lastIndexOf('thought') + 1);
	});

	it('puts citations ahead of everything', async () => {
		const { chunks } = await stream({ service_parameters: { enable_web_search: 'on' } });
		expect(chunks[0]?.choices).toEqual([]);
		expect(chunks[0]?.service_parameters?.web_search_citations).toHaveLength(2);
	});

	it('splits tool calls into deltas that differ only in their first id', async () => {
		const properties = { city: { type: 'string' }, day: { type: 'string' } };
		const tools = [
			{ type: 'function', function: { name: 'weather', parameters: { properties } } },
			{ type: 'function', function: { name: 'clock' } },
		];
		const { chunks, deltas } = await stream({ tools, tool_choice: 'required' });
		const parts = deltas.flatMap((delta) => delta.tool_calls ?? []);
		expect(new Set(parts.map(({ index }) => index))).toEqual(new Set([0]));
		expect(parts.flatMap(({ id }) => id ?? [])).toEqual(['call_weather_1', 'call_clock_2']);
		const weather = parts.slice(0, -1).map((part) => part.function.arguments);
		expect(weather.length).toBeGreaterThan(2);
		expect(weather.join('')).toBe('{"city":"sample city","day":"sample day"}');
		expect(parts.at(-1)).toMatchObject({ id: 'call_clock_2', function: { arguments: '' } });
		expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('tool_calls');
	});

	it('writes some characters in two parts', async () => {
		const { pieces } = await stream({}, 'Grüße, 世界');
		const broken = pieces.filter((piece) => piece.toString().includes('\ufffd'));
		expect(broken.length).toBeGreaterThan(0);
	});

	it('streams every choice', async () => {
		const { chunks } = await stream({ n: 2 });
		const ends = chunks.flatMap(({ choices }) =>
			choices.filter((choice) => choice.finish_reason).map(({ index }) => index),
		);
		expect(ends).toEqual([0, 1]);
	});
});
