import type { INodeParameters } from 'n8n-workflow';

import { LmChatInference } from '../../../nodes/LmChatInference/LmChatInference.node';
import { withService } from '../withService';

const world = withService();

async function offered(filter?: string, modelFilter: INodeParameters = {}) {
	const { results } = await world.search(new LmChatInference(), 'searchChatModels', {
		...(filter === undefined ? {} : { filter }),
		parameters: { options: { modelFilter } },
	});
	return results;
}
const ids = async (...given: Parameters<typeof offered>) =>
	(await offered(...given)).map(({ value }) => value);

test('the picker says price, context and abilities of each model', async () => {
	const names = (await offered()).map(({ name }) => name);
	expect(names).toContain(
		'Text Basic · $0.50 in / $2 out per 1M tokens · calls tools · 128k context',
	);
	expect(names.length).toBeGreaterThan(3);
});

test('words narrow it, by ability too', async () => {
	expect(await ids('tools reasons')).toEqual(['text-reasoning']);
	expect(await ids('no such model')).toEqual([]);
});

test('the Model Filter narrows it', async () => {
	const all = await ids();
	expect(await ids(undefined, { abilities: ['supportsReasoning'] })).toContain('text-reasoning');
	expect(await ids(undefined, { abilities: ['supportsReasoning'] })).not.toContain('text-basic');
	expect(await ids(undefined, { maxOutputPrice: 2 })).toContain('text-basic');
	expect(await ids(undefined, { maxOutputPrice: 2 })).not.toContain('text-reasoning');
	expect(await ids(undefined, { minContext: 128_000 })).toContain('text-basic');
	expect(await ids(undefined, { minContext: 10_000_000 })).toEqual([]);
	expect((await ids(undefined, { minContext: 0 })).length).toBe(all.length);
});
