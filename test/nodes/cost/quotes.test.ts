import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import type { INodeParameters } from 'n8n-workflow';
import { listed, typed } from '../../coverage/given';
import type { RunNodeOptions } from '../../engine/runNode';
import { inGroups, withOptions } from '../../engine/withOptions';
import { toMp4 } from '../../service/media/mp4';
import { plainStudio } from '../../service/media/studio';
import { videoQuoteRequest } from '../../service/schemas/videoJobs';
import { letJobsGoOn } from '../jobTime';
import { withService } from '../withService';

const world = withService();
const node = new InferenceVideo();
const QUOTE = '/video/quote';

const still = plainStudio.still({ width: 32, height: 18 }, 'clip');
const clip = (seconds: number) => ({
	data: toMp4(still, seconds).toString('base64'),
	mimeType: 'video/mp4',
	fileName: 'clip.mp4',
});
const withClip = (seconds: number) => [{ json: {}, binary: { data: clip(seconds) } }];

const scenes = {
	...{ resource: 'video', operation: 'queue', prompt: 'A paper boat' },
	...{ model: typed('lab/video-scenes'), duration: listed('5s') },
	options: { resolution: listed('720p') },
};
const reference = (more: INodeParameters = {}): INodeParameters => ({
	media: { medium: [{ usedAs: 'reference_video_urls', fileSource: 'binary', ...more }] },
});
const linked = (clipSeconds?: number) =>
	reference({
		...{ fileSource: 'url', fileUrl: 'https://files.example.com/clip.mp4' },
		...(clipSeconds !== undefined && { clipSeconds }),
	});
const enlarge = {
	...{ resource: 'video', operation: 'upscale', model: typed('video-upscale') },
	...{ fileSource: 'binary', upscaleFactor: 4 },
};

const run = async (
	parameters: INodeParameters,
	settings: INodeParameters = {},
	more: Partial<RunNodeOptions> = {},
) =>
	await world.run({
		node,
		parameters: withOptions(parameters, inGroups(settings)),
		...more,
	});
const asked = () => world.service.requests(QUOTE).map(({ body }) => body);

beforeEach(() => letJobsGoOn(world));

describe('a video that follows reference clips', () => {
	it.each([
		['measured by its bytes', reference(), withClip(7)],
		['measured, whatever the user says', reference({ clipSeconds: 1 }), withClip(7)],
		['behind a link, of the length that the user enters', linked(8), undefined],
	])('is quoted with the length of a clip %s', async (_, media, items) => {
		const parameters = withOptions(scenes, media);
		const { item } = await run(parameters, { dryRun: true }, { items });
		expect(world.service.ledger).toEqual([]);
		expect(item.json).toMatchObject({ accuracy: 'estimate', basedOn: 'quote' });
		await run(parameters, { maxCostPerRun: 5 }, { items });
		expect((item.json.estimate as { amount: number }).amount).toBe(world.spent);
		expect(world.spent).toBeGreaterThan(5 * 0.05);
	});

	it('has no price where the length of a clip is not known, and is not sent under a cap', async () => {
		const parameters = withOptions(scenes, linked());
		const { item: dry } = await run(parameters, { dryRun: true });
		expect(dry.json).toMatchObject({ estimate: null, accuracy: 'unknown' });
		const { error } = await run(parameters, { maxCostPerRun: 5 });
		expect(error?.message).toMatch(
			/^Not sent: .*depends on the length of File 1, which is not known: enter it in Clip Duration \(Seconds\)/,
		);
		expect(world.service.ledger).toEqual([]);
		const { item } = await run(parameters);
		expect(item.json).toMatchObject({ cost: null, costUnknown: expect.stringMatching(/File 1/) });
		expect(asked()).toEqual([]);
	});

	it('refuses a length that is none', async () => {
		const { error } = await run(withOptions(scenes, linked(-1)));
		expect(error?.message).toMatch(/^Clip Duration \(Seconds\) of File 1 must be .* -1 was given/);
		expect(world.service.journal).toEqual([]);
	});
});

it.each([
	['auto', '16:9'],
	['-1', '16:9'],
	['5s', 'adaptive'],
	['5s', 'auto'],
])('quotes the duration %s in the ratio %s without references', async (duration, ratio) => {
	const parameters = withOptions(
		{ ...scenes, duration: listed(duration) },
		{ aspectRatio: listed(ratio) },
	);
	const { item } = await run(parameters, { dryRun: true });
	expect(item.json).toMatchObject({ accuracy: 'estimate', basedOn: 'quote' });
	expect(asked()).toMatchObject([{ reference_video_total_duration: 0 }]);
	const { item: quoted, error } = await run({ ...parameters, operation: 'quote' });
	expect(error).toBeUndefined();
	expect(quoted.json.amount).toBeGreaterThan(0);
});

it('enlarges a video of a binary field under a cap, by a quote that measures it, asked for once', async () => {
	const items = withClip(11);
	const { item } = await run(enlarge, { dryRun: true }, { items });
	const { amount } = item.json.estimate as { amount: number };
	expect(asked()).toMatchObject([{ duration: '11s', upscale_factor: 4 }]);
	const refused = await run(enlarge, { maxCostPerRun: amount * 0.9 }, { items });
	expect(refused.error?.message).toMatch(/^Not sent: .*This call costs 2\.2 USD/);
	expect(world.service.ledger).toEqual([]);
	const sent = await run(enlarge, { maxCostPerRun: amount }, { items });
	expect(sent.item.json.cost).toMatchObject({ amount: world.spent });
	expect(world.spent).toBe(amount);
	expect(asked()).toHaveLength(3);
});

it('takes a quote of 0 for no price: no cap opens on it, and Quote fails', async () => {
	world.service.fault({ path: QUOTE, status: 200, body: { quote: 0 }, times: 9 });
	const { error } = await run(scenes, { maxCostPerRun: 5 });
	expect(error?.message).toMatch(/^Not sent: .*the service quotes 0 USD, which is not the price/);
	expect(world.service.ledger).toEqual([]);
	const { item } = await run(scenes);
	expect(item.json.cost).toBeNull();
	const quote = await run({ ...scenes, operation: 'quote' });
	expect(quote.error?.message).toMatch(/^No price is known: the service quotes 0 USD/);
});

/** Each field of a price in the schema of the service, given in the panel. */
const EVERY: Record<string, INodeParameters> = {
	model: {},
	duration: { duration: listed('10s') },
	aspect_ratio: { options: { aspectRatio: listed('1:1') } },
	resolution: { options: { resolution: listed('1080p') } },
	audio: { options: { audio: false } },
	reference_video_total_duration: { options: linked(8) },
};
/** The same of a video that is upscaled. */
const EVERY_OF_UPSCALE: Record<string, INodeParameters> = {
	upscale_factor: {},
	video_url: {},
	enhancement_model: { options: { enhancement: { enhancementModel: typed('natural-2') } } },
	target_fps: { options: { enhancement: { targetFps: 60 } } },
	slowdown_factor: { options: { enhancement: { slowdownFactor: 2 } } },
};
const enlargeLink = { ...enlarge, fileSource: 'url', fileUrl: 'https://files.example.com/v.mp4' };

it.each(Object.keys(videoQuoteRequest.shape))(
	'asks for the price with %s, as the schema of a price has it',
	async (name) => {
		const base = name in EVERY_OF_UPSCALE ? enlargeLink : { ...scenes, options: {} };
		await run({ ...base, ...EVERY[name], ...EVERY_OF_UPSCALE[name] }, { dryRun: true });
		expect(asked()).toMatchObject([{ [name]: expect.anything() }]);
	},
);
