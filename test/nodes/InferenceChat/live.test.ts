import type { StructuredChunk } from 'n8n-workflow';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { typed } from '../../coverage/given';
import { withService } from '../withService';

const world = withService();
const node = new InferenceChat();
const runChat = world.runner(node);
const parameters = { model: typed('text-basic'), prompt: 'Grüße, 世界 🌍, in pieces' };

/** Runs the node for a chat that reads along. */
async function shown(options: Partial<Parameters<typeof world.run>[0]>) {
	const chunks: StructuredChunk[] = [];
	const run = await runChat(parameters, {
		mode: 'webhook',
		chat: (chunk) => chunks.push(chunk),
		...options,
	});
	const types = chunks.map(({ type }) => type);
	const text = chunks.map(({ content }) => content ?? '').join('');
	return { ...run, chunks, types, text };
}

describe('Inference Chat: Stream to Chat', () => {
	it('shows the answer while it is written, and outputs the same item', async () => {
		const plain = await runChat(parameters);
		const { types, text, chunks, outputs, error } = await shown({});
		expect(error).toBeUndefined();
		const json = outputs[0]?.[0]?.json;
		expect(text).toBe(json?.text);
		expect(types.length).toBeGreaterThan(3);
		expect(types).toEqual(['begin', ...types.slice(2).map(() => 'item'), 'end']);
		expect(chunks[1]?.metadata).toMatchObject({ itemIndex: 0, runIndex: 0 });
		const { text: same, inputTokens, outputTokens, cost } = plain.outputs[0]?.[0]?.json ?? {};
		expect(json).toMatchObject({ text: same, inputTokens, outputTokens, cost });
		expect(world.service.journal[1]?.body).toMatchObject({ stream: true });
	});

	it('shows each item as a message of its own', async () => {
		const items = ['one', 'two'].map((word) => ({ json: { word } }));
		const { chunks } = await shown({
			items,
			parameters: { ...parameters, prompt: '={{ $json.word }}' },
		});
		const of = (item: number) => chunks.filter(({ metadata }) => metadata.itemIndex === item);
		for (const item of [0, 1]) {
			expect(of(item).map(({ content }) => content ?? '')).toContain(
				`You said “${item ? 'tw' : 'on'}`,
			);
			expect(of(item).at(-1)?.type).toBe('end');
		}
	});

	it.each([
		['the option is off', { parameters: { ...parameters, options: { enableStreaming: false } } }],
		['an agent asked', { asTool: true }],
		['no chat reads along', { chat: undefined }],
	])('shows nothing meanwhile where %s', async (_why, options) => {
		const { types, outputs, error } = await shown(options);
		expect(error).toBeUndefined();
		expect(types).toEqual([]);
		expect(outputs[0]?.[0]?.json.text).toMatch(/^You said/);
	});

	it('hides the key of the call in a stream that repeats it', async () => {
		const { user } = world.service.keys;
		const { text, outputs } = await shown({ parameters: { ...parameters, prompt: user } });
		expect(text).toBe('You said “***”');
		expect(outputs[0]?.[0]?.json.text).toBe('You said “***”');
	});

	it.each([
		['leaves the message to the error that ends the execution', undefined, 'error'],
		['ends the message where the workflow goes on', 'continueRegularOutput', 'end'],
	] as const)('a stream that breaks off %s', async (_what, continueOnFail, last) => {
		world.service.fault({ path: '/chat/completions', cut: 'midway' });
		const { types, outputs, error } = await shown({
			continueOnFail,
			parameters: { ...parameters, prompt: 'A long story '.repeat(40) },
		});
		expect(types.at(0)).toBe('begin');
		expect(types.at(-1)).toBe(last);
		expect(types).toContain('item');
		const message = error?.message ?? String(outputs[0]?.[0]?.json.error);
		expect(message).toMatch(/^The answer ended early after \d+ characters/);
		expect(world.service.ledger).toHaveLength(1);
	});
});
