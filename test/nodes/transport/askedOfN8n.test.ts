import { ExecuteSingleContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import type { RunNodeOptions } from '../../engine/runNode';
import { withService } from '../withService';

const world = withService({ limits: { XS: 1000, S: 1000, M: 1000, L: 1000 } });
const ITEMS = 10;

/** The parameters that n8n is asked for in a run, its own questions among them. */
async function asked(options: Pick<RunNodeOptions, 'node' | 'parameters'>): Promise<string[]> {
	const names: string[] = [];
	const { getNodeParameter } = ExecuteSingleContext.prototype;
	jest.spyOn(ExecuteSingleContext.prototype, 'getNodeParameter').mockImplementation(function (
		this: ExecuteSingleContext,
		...how: unknown[]
	) {
		names.push(String(how[0]));
		return getNodeParameter.apply(this, how as never) as never;
	});
	const items = Array.from({ length: ITEMS }, (_, n) => ({ json: { n } }));
	const { error } = await world.run({ ...options, items });
	expect(error).toBeUndefined();
	return names;
}

const prompt = '={{ "Say " + $json.n }}';

it('asks n8n at most eight times an item of a chat with one expression', async () => {
	const names = await asked({ node: new InferenceChat(), parameters: { prompt } });
	expect(names.length / ITEMS).toBeLessThanOrEqual(8);
});

it.each<[string, INodeParameters, number]>([
	// n8n's routing reads what is sent twice.
	['what is sent', { options: { sampling: { seed: '={{ $json.n }}' } } }, 3],
	['what is not', { options: { fileName: '={{ $json.n }}' } }, 1],
])('asks for each expression once beside n8n’s own routing: %s', async (_what, more, times) => {
	const plain = { resource: 'image', operation: 'generate', prompt: 'A hill' };
	const node = new InferenceImage();
	const without = await asked({ node, parameters: { ...plain, options: {} } });
	jest.restoreAllMocks();
	const names = await asked({ node, parameters: { ...plain, ...more } });
	expect(names).not.toContain('options');
	expect(names.length - without.length).toBe(times * ITEMS);
});

it('does not ask for what another choice hides, though n8n’s routing evaluates it', async () => {
	const parameters = { prompt, responseFormat: 'text', jsonSchema: '={{ $json.n }}' };
	const names = await asked({ node: new InferenceChat(), parameters });
	expect(names).not.toContain('jsonSchema');
});
