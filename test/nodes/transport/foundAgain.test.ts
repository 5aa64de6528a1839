import type { INodeParameters } from 'n8n-workflow';

import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { withOptions } from '../../engine/withOptions';
import { withService } from '../withService';

const world = withService();
const path = '/image/generate';
const charges = () => world.service.ledger.length;

/** Three pictures, the second of which is refused, and the Retry of that run with other parameters. */
async function refusedThenRetried(before: INodeParameters, after = before) {
	const run = async (parameters: INodeParameters, more = {}) =>
		await world.run({
			node: new InferenceImage(),
			items: [0, 1, 2].map((n) => ({ json: { n } })),
			parameters: withOptions({ resource: 'image', operation: 'generate', ...parameters }, {}),
			binaryMode: 'filesystem',
			...more,
		});
	world.service.fault({ path, delayMs: 0 });
	world.service.fault({ path, status: 400, body: { error: 'Not today' } });
	const first = await run(before);
	expect(first.error?.message).toContain('Not today');
	expect(charges()).toBe(2);
	return await run(after, { keptData: first.keptData, mode: 'retry' });
}

describe('a prompt that is another one each time it is read', () => {
	it.each([
		['the time', '={{ "Draw " + $json.n + " at " + $now.toMillis() }}'],
		['chance', '={{ "Draw " + $json.n + " in mood " + Math.random() }}'],
		['the execution', '={{ "Draw " + $json.n + " for " + $execution.id }}'],
	])('is found again by a retry: %s', async (_what, prompt) => {
		const { items } = await refusedThenRetried({ prompt });
		expect(items).toHaveLength(3);
		expect(charges()).toBe(3);
	});

	it('names its file after the prompt that was sent', async () => {
		const prompt = '={{ "Draw" + Math.floor(Math.random() * 1e9) }}';
		const { item } = await world.run({
			node: new InferenceImage(),
			parameters: { resource: 'image', operation: 'generate', prompt },
		});
		const [sent] = world.service.requests(path).map(({ body }) => body as { prompt: string });
		expect(item.json.fileName).toBe(`image-${sent?.prompt.toLowerCase()}.webp`);
	});
});
