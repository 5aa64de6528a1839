import { Container } from '@n8n/di';
import { BinaryDataService, ExecuteSingleContext } from 'n8n-core';

import { withService } from '../withService';
import { videoRuns } from './videoRuns';

const world = withService();
const { generate, retrieve } = videoRuns(world);

describe('what is around a job', () => {
	it('keeps the media at the service when n8n cannot store them', async () => {
		const run = generate(
			{ options: { deleteMediaOnCompletion: true } },
			{ binaryMode: 'filesystem' },
		);
		const full = new Error('ENOSPC: no space left on device');
		const store = jest.spyOn(Container.get(BinaryDataService), 'store').mockRejectedValue(full);
		const { error } = await run;
		expect(store).toHaveBeenCalled();
		expect(error?.message).toMatch(/could not be stored whole: ENOSPC.* \(job (\S+) of the model/);
		expect(world.service.requests('/video/complete')).toEqual([]);
		store.mockRestore();
		const { item } = await retrieve('video-basic', error?.context?.queueId);
		expect(item.json).toMatchObject({ done: true });
		expect(world.service.ledger).toHaveLength(1);
	});

	it('shows its progress in the editor', async () => {
		const said: unknown[] = [];
		const show = (message: unknown) => void said.push(message);
		jest
			.spyOn(Object.getPrototypeOf(ExecuteSingleContext.prototype), 'sendMessageToUI')
			.mockImplementation(show);
		await generate();
		expect(said[0]).toMatch(
			/^job \S+ of video-basic: PROCESSING, \d+ % of the usual time \(60 s\)$/,
		);
		expect(said.at(-1)).toMatch(/: \d+ bytes stored$/);
		expect(said.length).toBeGreaterThan(4);
	});
});
