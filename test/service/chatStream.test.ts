import { chat } from './client';
import { localService } from './underTest';

interface Chunk {
	choices: Array<{
		delta: {
			tool_calls?: Array<{ index: number; id?: string; function: { arguments: string } }>;
		};
		finish_reason: string | null;
	}>;
	service_parameters?: { web_search_citations?: unknown[] };
}

const local = localService();

async function stream(more: Record<string, unknown>) {
	const { status, headers, text } = await local.call('/chat/completions', {
		body: chat('Hello', { stream: true, ...more }),
		headers: { 'accept-encoding': 'gzip' },
	});
	expect(status).toBe(200);
	expect(headers['content-type']).toMatch(/^text\/event-stream/);
	expect(headers['content-encoding']).toBeUndefined();
	const events = text.split('\n\n');
	expect(events.splice(-2)).toEqual(['data: [DONE]', '']);
	const chunks = events.map((event) => JSON.parse(event.replace(/^data: /, '')) as Chunk);
	return { chunks, deltas: chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta)) };
}

describe('a streamed chat answer', () => {
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
});
