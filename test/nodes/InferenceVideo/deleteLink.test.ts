import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { withService } from '../withService';
import { videoRuns } from './videoRuns';

const world = withService();
const { generate, privateVideo, retrieve } = videoRuns(world);
const LINK_OF_ANOTHER = 'https://example.com/secret';

const deletions = () => world.service.journal.filter(({ method }) => method === 'DELETE');
const options = { deleteMediaOnCompletion: true };

const made = async () => {
	const { item } = await generate({ ...privateVideo });
	return { queueId: String(item.json.queueId), downloadUrl: String(item.json.downloadUrl) };
};
const remove = async (queueId: string, json: object, downloadUrl?: string) =>
	await world.run({
		node: new InferenceVideo(),
		items: [{ json: { ...json } }],
		parameters: {
			...{ resource: 'video', operation: 'delete', queueId },
			model: { __rl: true, mode: 'id', value: 'video-private' },
			options: { ...(downloadUrl !== undefined && { downloadUrl }) },
		},
	});
const isThere = async (link: string) => (await fetch(link)).status === 200;

describe('a video behind a download link', () => {
	it('is deleted by its link and without the key once n8n has its file', async () => {
		const { item } = await generate({ ...privateVideo, options });
		expect(item.json).toMatchObject({ mediaDeleted: true });
		const [deletion] = deletions();
		expect(deletion?.path).toBe(new URL(String(item.json.downloadUrl)).pathname);
		expect(deletion?.headers.authorization).toBeUndefined();
		expect(await isThere(String(item.json.downloadUrl))).toBe(false);
		expect(world.service.requests('/video/complete')).toEqual([]);
	});

	it.each([
		[404, true],
		[410, true],
		[403, false],
		[302, false],
	])('counts as deleted or not where the link answers %d', async (status, mediaDeleted) => {
		world.service.fault({
			...{ path: /^\/downloads/, method: 'DELETE', status, times: 9 },
			headers: { location: `${world.service.url}/downloads/other` },
		});
		const { item } = await generate({ ...privateVideo, options });
		expect(item.json).toMatchObject({ mediaDeleted });
		expect(item.binary).toBeDefined();
		expect(new Set(deletions().map(({ path }) => path)).size).toBe(1);
	});
});

describe('Video > Delete of a video behind a link', () => {
	it.each([false, true])('takes the link of the item before it, named too: %s', async (isNamed) => {
		const job = await made();
		const { item } = await remove(job.queueId, job, isNamed ? job.downloadUrl : undefined);
		expect(item.json).toMatchObject({ deleted: true, linkStatus: expect.any(Number), ...job });
		expect(await isThere(job.downloadUrl)).toBe(false);
	});

	it.each([404, 410])('says that nothing was there where the link answers %d', async (status) => {
		const job = await made();
		world.service.fault({ path: /^\/downloads/, method: 'DELETE', status });
		const { item } = await remove(job.queueId, job);
		expect(item.json).toMatchObject({ deleted: false, linkStatus: status });
	});

	it.each([
		['no output has', {}],
		['belongs to another job', { queueId: 'another', downloadUrl: LINK_OF_ANOTHER }],
	])('sends nothing to an address that %s', async (_, json) => {
		const { queueId } = await made();
		const { error } = await remove(queueId, json, LINK_OF_ANOTHER);
		expect(error?.message).toMatch(/^Nothing was deleted: no earlier output has this Download URL/);
		expect(deletions()).toEqual([]);
		expect(world.service.requests('/video/complete')).toEqual([]);
	});

	it('says where the video is without a link', async () => {
		const { queueId, downloadUrl } = await made();
		const { error } = await remove(queueId, {});
		expect(error?.message).toMatch(/Request ID is invalid/);
		expect(error?.description).toContain('its media can only be downloaded from that link');
		expect(await isThere(downloadUrl)).toBe(true);
	});

	it('deletes nothing over plain http elsewhere than at the service', async () => {
		const { queueId } = await made();
		const json = { queueId, downloadUrl: 'http://example.com/film' };
		const { error } = await remove(queueId, json);
		expect(error?.message).toMatch(/does not start with https, so that nothing was deleted/);
	});

	it('deletes nothing in a private network', async () => {
		const { queueId } = await made();
		const { error } = await remove(queueId, { queueId, downloadUrl: 'https://192.168.1.1/film' });
		expect(error?.message).toMatch(/private network/);
	});
});

describe('Video > Retrieve with Delete Media After Download', () => {
	const fetched = async (queueId: string, downloadUrl: string, json: object) => {
		const parameters = { options: { ...options, downloadUrl } };
		return await retrieve('video-private', queueId, parameters, { items: [{ json: { ...json } }] });
	};

	it('deletes what lies behind the link of an earlier output', async () => {
		const job = await made();
		const { item } = await fetched(job.queueId, job.downloadUrl, job);
		expect(item.json).toMatchObject({ mediaDeleted: true });
		expect(await isThere(job.downloadUrl)).toBe(false);
	});

	it('fetches, but does not delete, what lies behind a link that no earlier output has', async () => {
		const [job, other] = [await made(), await made()];
		const { item } = await fetched(job.queueId, other.downloadUrl, job);
		expect(item.binary).toBeDefined();
		expect(item.json).toMatchObject({
			mediaDeleted: false,
			mediaDeletionProblem: expect.stringContaining('no earlier output has this Download URL'),
		});
		expect(deletions()).toEqual([]);
		expect(await isThere(other.downloadUrl)).toBe(true);
	});
});

it.each([
	[new InferenceVideo(), 'video', 'delete'],
	[new InferenceAudio(), 'job', 'delete'],
	[new InferenceAudio(), 'job', 'deleteConversion'],
])('is not a tool of agents (%#)', async (node, resource, operation) => {
	const model = { __rl: true, mode: 'id', value: 'video-private' };
	const parameters = { resource, operation, model, queueId: 'a' };
	const { error } = await world.run({ node, asTool: true, parameters });
	expect(error?.message).toMatch(/^Delete is not for agents: nothing was sent/);
	expect(world.service.journal).toEqual([]);
});
