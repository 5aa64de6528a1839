import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { link, listed, typed } from '../../coverage/given';
import { letJobsGoOn } from '../jobTime';
import { withService } from '../withService';
import { inGroups } from '../../engine/withOptions';

const world = withService();
const node = new InferenceVideo();
const enhance = async (
	enhancement: INodeParameters,
	settings: INodeParameters = {},
	model = 'video-enhance',
) =>
	await world.run({
		node,
		parameters: {
			...{ resource: 'video', operation: 'upscale', model: typed(model) },
			...{ fileSource: 'url', fileUrl: link('old.mp4') },
			options: { enhancement, ...inGroups(settings) },
		},
	});
beforeEach(() => letJobsGoOn(world));

const sent = (path: string) => world.service.requests(path).map(({ body }) => body as IDataObject);

describe('a video that is upscaled', () => {
	const upscale = world.runner(node, { resource: 'video', operation: 'upscale' });
	const clip = { fileSource: 'url', fileUrl: link('small.mp4') };

	it('sends the video and the factor alone, and returns the file', async () => {
		const model = typed('video-upscale');
		const { item } = await upscale({ model, ...clip, upscaleFactor: 4 });
		expect(sent('/video/queue')).toEqual([
			{ model: 'video-upscale', upscale_factor: 4, video_url: link('small.mp4') },
		]);
		expect(item.json).toMatchObject({ mimeType: 'video/mp4', cost: { amount: world.spent } });
		expect(world.spent).toBeGreaterThan(0);
	});

	it('takes the first model that upscales where none is chosen, and lists no other', async () => {
		const { error } = await upscale({ ...clip, model: listed('') });
		expect(error).toBeUndefined();
		expect(sent('/video/queue')).toMatchObject([{ model: 'video-upscale' }]);
		const { results } = await world.search(node, 'searchUpscaleModels', {});
		expect(results.map(({ value }) => value)).toEqual(['', 'video-upscale', 'video-enhance']);
		const others = await world.search(node, 'searchVideoModels', {});
		expect(others.results.map(({ value }) => value)).not.toContain('video-upscale');
	});

	it.each<[INodeParameters, RegExp]>([
		[{ fileSource: 'binary' }, /no binary data at all/],
		[{ fileSource: 'url', fileUrl: 'clip.mp4' }, /^The video must be a whole address that starts/],
		[{ ...clip, upscaleFactor: '={{ 3 }}' }, /^Upscale Factor must be one of 1, 2, 4, but "?3"?/],
	])('is refused before anything is sent: %j', async (parameters, words) => {
		const { error } = await upscale({ model: typed('video-upscale'), ...parameters });
		expect(error?.message).toMatch(words);
		expect(world.service.journal).toEqual([]);
	});
});

describe('a video that is enhanced', () => {
	it('is charged what its quote says, by the fields that set the price', async () => {
		const enhancement = { slowdownFactor: 4, targetFps: 120, grain: 0.02 };
		const { item } = await enhance(enhancement, { maxCostPerRun: 20 });
		expect(sent('/video/quote')).toEqual([
			{
				model: 'video-enhance',
				video_url: link('old.mp4'),
				upscale_factor: 2,
				slowdown_factor: 4,
				target_fps: 120,
			},
		]);
		expect(sent('/video/queue')).toEqual([
			expect.objectContaining({ slowdown_factor: 4, target_fps: 120, grain: 0.02 }),
		]);
		expect(item.json.cost).toMatchObject({ amount: world.spent, currency: 'USD' });
	});

	it.each<[INodeParameters, RegExp]>([
		[
			{ noise: 0.9 },
			/^Noise Reduction must be from 0 to 0.8, but 0.9 was given, for the model video-enhance/,
		],
		[{ softness: 4 }, /^Softness must be from 1 to 3, but 4 was given/],
		[{ targetFps: 50 }, /^Target FPS must be one of 24, 30, 60, 120, but "50" was given/],
		[{ targetFps: 15 }, /^Target FPS must be a whole number from 16 to 120, but 15 was given/],
		[{ grain: 0.2 }, /^Grain must be a number from 0 to 0.1, but 0.2 was given/],
		[{ enhancementModel: listed('other') }, /^Enhancement Model must be one of natural-2, slow-1/],
	])('is refused before anything is sent: %j', async (enhancement, words) => {
		const { error } = await enhance(enhancement);
		expect(error?.message).toMatch(words);
		expect(sent('/video/queue')).toEqual([]);
	});

	it('sends an enhancement model that was entered by hand as it is', async () => {
		const { error } = await enhance({ enhancementModel: typed('newer-9') });
		expect(sent('/video/queue')).toEqual([
			expect.objectContaining({ enhancement_model: 'newer-9' }),
		]);
		expect(error?.message).toContain('enhancement_model');
	});

	it('is left to the service where the record says nothing of it', async () => {
		const { error } = await enhance({ noise: 0.9 }, {}, 'video-upscale');
		expect(sent('/video/queue')).toHaveLength(1);
		expect(error?.message).toContain('does not take noise');
		expect(world.spent).toBe(0);
	});

	it('has the models that the record lists in its picker', async () => {
		const parameters = { model: typed('video-enhance') };
		const { results } = await world.search(node, 'searchEnhancementModels', { parameters });
		expect(results).toEqual([
			{ name: 'Natural 2', value: 'natural-2' },
			{ name: 'Slow Motion', value: 'slow-1' },
		]);
	});
});
