import { JobStage, MUSIC, type Poll } from '../jobStory';
import type { LinkAnswer } from '../linkServer';
import { withService } from '../withService';

const world = withService({ limits: { XS: 1000, S: 1000, M: 1000, L: 1000 } });
const stage = new JobStage(world);

/** For as long as anyone asks. */
const ALWAYS = 1_000_000;
const running = (more = {}): Poll => ({ body: { status: 'PROCESSING', ...more } });

it.each(['<html><title>404</title></html>', ''])(
	'a job that something in between does not know (%j) is still there when it is gone from the way',
	async (body) => {
		const first = await stage.play(MUSIC, { polls: [{ status: 404, body, times: ALWAYS }] });
		expect(first.error?.message).toMatch(/\(asked \d+ times/);
		expect(first.error?.description).toMatch(/The job was queued and continues/);
		world.service.clearFaults();
		const second = await stage.retry(MUSIC, first);
		expect(second.item.binary).toBeDefined();
		expect(second.paid).toBe(1);
	},
);

const LINKS: LinkAnswer[][] = [
	[404],
	[404, 404, 404],
	[400, 405, 409],
	[410, 416, 423, 451],
	[401, 402, 403],
	[500, 404],
	['page', 'page'],
];

describe('a link of a job that is done', () => {
	const done = (url: string): Poll => ({ body: { status: 'COMPLETED', url }, times: ALWAYS });

	it.each(LINKS.map((answers) => [answers]))(
		'a link that answers %j is tried again after growing pauses',
		async (answers) => {
			const url = stage.links.link('/song', answers);
			const { item, paid } = await stage.play(MUSIC, { polls: [done(url)] });
			expect(item.json).toMatchObject({ downloadUrl: url, mimeType: 'audio/mpeg' });
			expect(stage.links.asked).toHaveLength(answers.length + 1);
			expect(world.waited).toBeGreaterThan(4_900 * (2 ** answers.length - 1));
			expect([paid, stage.links.sawKey]).toEqual([1, false]);
		},
	);

	it('may be another one than the queue named', async () => {
		const dead = stage.links.link('/dead', Array<LinkAnswer>(99).fill(404));
		const url = stage.links.link('/song');
		const { item, paid } = await stage.play(MUSIC, {
			queued: { download_url: dead },
			polls: [done(url)],
		});
		expect(item.json).toMatchObject({ downloadUrl: url });
		expect(paid).toBe(1);
	});

	it('may change from one status to the next', async () => {
		const old = stage.links.link('/old', Array<LinkAnswer>(99).fill(403));
		const url = stage.links.link('/new');
		const polls = [{ body: { status: 'COMPLETED', url: old }, times: 2 }, done(url)];
		const { item } = await stage.play(MUSIC, { polls });
		expect(item.json).toMatchObject({ downloadUrl: url });
	});

	it.each([404, 403, 401, 402, 'page'] as const)(
		'a song whose link answers %s for ever is not bought again, and the job is fetched later',
		async (answer) => {
			const url = stage.links.link('/song', Array<LinkAnswer>(15).fill(answer));
			const first = await stage.play(MUSIC, { polls: [done(url)] });
			expect(first.error?.message).toMatch(
				/^The download link (on 127|leads to text).* \(tried 5 times/,
			);
			expect(first.error?.description).toMatch(/^The job is done and paid for\..*with Retrieve/);
			expect(first.error?.description).not.toMatch(/Fix the credential|Add credit/);
			expect(first.error).toMatchObject({ context: { queueId: expect.any(String) } });
			expect([first.paid, stage.links.asked.length]).toEqual([1, 15]);
			const second = await stage.retry(MUSIC, first);
			expect(second.item.json).toMatchObject({ mimeType: 'audio/mpeg' });
			expect(second.paid).toBe(1);
		},
	);
});

describe('an error beside the status of a job', () => {
	it('stands beside the file where the link delivers it', async () => {
		const url = stage.links.link('/song');
		const { item } = await stage.play(MUSIC, {
			polls: [{ body: { status: 'COMPLETED', url, error: 'Shortened to 30 s' } }],
		});
		expect(item).toMatchObject({ json: { serviceError: 'Shortened to 30 s', done: true } });
	});

	it('is in the item of a job that still runs', async () => {
		const { item, paid } = await stage.play(
			MUSIC,
			{ polls: [{ ...running({ error: 'GPU busy, retrying' }), times: ALWAYS }] },
			{ onTimeout: 'item', maxWaitForCompletion: 20 },
		);
		expect(item.json).toMatchObject({ done: false, serviceError: 'GPU busy, retrying' });
		expect(paid).toBe(1);
	});
});

describe('a job that ended', () => {
	/** What ends a job, with what is said of the money, how often Retry On Fail and then the Retry button have paid, and that with the user's word. */
	const ENDS: Array<{
		name: string;
		polls: Poll[];
		money: RegExp;
		button: number;
		allowed: number;
	}> = [
		...[true, false].map((refunded) => ({
			name: `refused content, ${refunded ? 'refunded' : 'not refunded'}`,
			polls: [
				{
					status: 422,
					body: {
						error: {
							message: 'Blocked',
							type: 'provider_content_policy',
							credits_refunded: refunded,
						},
					},
					times: ALWAYS,
				},
			],
			...{ money: refunded ? /\)$/ : /; the call was charged$/, button: 1, allowed: 1 },
		})),
		{
			name: 'refused content with 410',
			polls: [{ status: 410, body: { error: 'The request was withdrawn' }, times: ALWAYS }],
			...{ money: /may have been charged$/, button: 1, allowed: 1 },
		},
		{
			name: 'a failure that was refunded',
			polls: [{ body: { status: 'FAILED', credits_refunded: true }, times: ALWAYS }],
			...{ money: /\)$/, button: 2, allowed: 2 },
		},
		{
			name: 'a failure of which nothing is known',
			polls: [{ body: { status: 'failed', error: 'Out of memory' }, times: ALWAYS }],
			...{ money: /Out of memory.*may have been charged$/, button: 1, allowed: 2 },
		},
		{
			name: 'INFERENCE_FAILED',
			polls: [{ status: 500, body: { error: 'x', code: 'INFERENCE_FAILED' }, times: ALWAYS }],
			...{ money: /may have been charged$/, button: 1, allowed: 2 },
		},
		{
			name: 'a job that is gone',
			polls: [{ status: 404, body: { error: 'Media not found' }, times: ALWAYS }],
			...{
				money: /asked \d+ times in about \d+ minutes.*may have been charged$/,
				button: 1,
				allowed: 2,
			},
		},
		{
			name: 'COMPLETED with an error',
			polls: [
				{
					body: { status: 'COMPLETED', error: 'The prompt exceeds 2500 characters' },
					times: ALWAYS,
				},
			],
			...{ money: /exceeds 2500.*may have been charged$/, button: 1, allowed: 2 },
		},
		...[
			{ error: 'Flagged' },
			{ error: { message: 'Flagged' } },
			{ success: false, message: 'Flagged' },
		].map((body) => ({
			name: `${JSON.stringify(body)} without a status`,
			polls: [{ body, times: ALWAYS }],
			...{ money: /Flagged.*may have been charged$/, button: 1, allowed: 2 },
		})),
	];

	it.each(ENDS)(
		'$name: is bought again only by a decision',
		async ({ polls, money, button, allowed }) => {
			const first = await stage.play(MUSIC, { polls });
			expect(first.error?.message).toMatch(money);
			expect(first.error).toMatchObject({ context: { queueId: expect.any(String) } });
			expect(first.paid).toBe(1);
			const second = await stage.retry(MUSIC, first);
			expect(second.paid).toBe(button);
			if (button === 1) expect(second.error?.message).toBe(first.error?.message);
			else expect(first.customData.inferenceCostUsd).toBe('0');
			if (button > 1) return;
			const third = await stage.retry(MUSIC, first, { sendAgainAfterLostAnswer: true });
			expect(third.paid).toBe(allowed);
		},
	);

	it('records no charge where a free call finds it out', async () => {
		world.service.fault({
			path: '/audio/retrieve',
			status: 200,
			body: { status: 'FAILED', error: 'Out of memory' },
		});
		const { error, customData } = await world.run({
			node: MUSIC.node,
			parameters: {
				...MUSIC.parameters,
				...{ resource: 'job', operation: 'retrieve' },
				queueId: 'a-queue-id',
				options: {},
			},
		});
		expect(error?.message).toMatch(/^The job a-queue-id failed: FAILED, Out of memory \(job/);
		expect(error?.message).not.toMatch(/charged/);
		expect(customData).not.toHaveProperty('inferenceMayBeCharged');
	});

	it('the error of a job that never ends quotes the service beside its unknown status', async () => {
		const url = stage.links.link('/song', Array<LinkAnswer>(9999).fill(404));
		const body = { status: 'on_hold', error: { message: 'Waiting for a review' }, url };
		const { error, paid } = await stage.play(
			MUSIC,
			{ polls: [{ body, times: ALWAYS }] },
			{ maxWaitForCompletion: 60 },
		);
		expect(error?.message).toMatch(/not done after 60 seconds: on_hold.*"Waiting for a review"/);
		expect(error?.message).toContain(`download link ${url}`);
		expect(error).toMatchObject({ context: { lastAnswer: { status: 'on_hold', url } } });
		expect(paid).toBe(1);
	});
});
