import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { typed } from '../../coverage/given';
import type { Fault } from '../../service/service';
import { withService } from '../withService';

const world = withService();
const NAMES = ['kind', 'status', 'code', 'charged', 'retryIsFree', 'sentAt', 'paidUsd', 'paidWork'];

const failing = async (fault: Omit<Fault, 'path'> | undefined, parameters: object = {}) => {
	if (fault !== undefined) world.service.fault({ path: '/chat/completions', times: 99, ...fault });
	const { error } = await world.run({
		node: new InferenceChat(),
		parameters: { prompt: 'A private question', ...parameters },
	});
	return error as unknown as { context: Record<string, unknown> };
};

describe('what an error workflow gets', () => {
	it.each<[string, Omit<Fault, 'path'> | undefined, object, object]>([
		['a bad input', undefined, { prompt: '' }, { kind: 'input', status: null, charged: 'no' }],
		['a refusal', { status: 400, body: { error: 'No' } }, {}, { status: 400, charged: 'no' }],
		['a refused key', { status: 401, body: { error: 'No' } }, {}, { status: 401, charged: 'no' }],
		['no funds', { status: 402, body: { error: 'No' } }, {}, { status: 402, charged: 'no' }],
		['a limit', { status: 429, body: { error: 'No' } }, {}, { status: 429, charged: 'no' }],
		['trouble', { status: 503, body: { error: 'No' } }, {}, { status: 503, charged: 'no' }],
		['a gateway', { status: 502, body: { error: 'No' } }, {}, { status: 502, charged: 'maybe' }],
		['a lost answer', { cut: 'headers' }, {}, { charged: 'maybe', sentAt: expect.any(String) }],
		[
			'an answer that is none',
			{ status: 200, body: [] },
			{},
			{ kind: 'malformed', charged: 'maybe', sentAt: expect.any(String) },
		],
		[
			'an answer that breaks its schema',
			undefined,
			{ responseFormat: 'json_schema', jsonSchema: '{"type":"object","required":["a","b"]}' },
			{ charged: 'yes', retryIsFree: true },
		],
		[
			'a cap',
			undefined,
			{ options: { cost: { maxCostPerRun: 1e-9 } } },
			{ kind: 'input', code: 'ABOVE_MAX_COST', charged: 'no' },
		],
	])(
		'has the same names after %s, and nothing of the prompt',
		async (_what, fault, given, facts) => {
			const { context } = await failing(fault, given);
			expect(Object.keys(context)).toEqual(expect.arrayContaining(NAMES));
			expect(context).toMatchObject({ paidUsd: 0, paidWork: [], retryIsFree: false, ...facts });
			expect(JSON.stringify(context)).not.toContain('private question');
		},
	);

	it.each<[string, Record<string, unknown>, object]>([
		['a server that is not there', { port: 'closed' }, { kind: 'unreachable', charged: 'no' }],
		['a server that is silent', { timeout: 1 }, { kind: 'timeout', charged: 'maybe' }],
	])('has the same names after %s', async (_what, { port, timeout }, facts) => {
		if (port !== 'closed') world.service.fault({ path: '/chat/completions', cut: 'stall' });
		const baseUrl = 'http://127.0.0.1:9/api/v1';
		const { error } = await world.run({
			...(port === 'closed' ? world.accessWith({ baseUrl }) : {}),
			node: new InferenceChat(),
			parameters: {
				...{ prompt: 'A private question', model: typed('text-basic') },
				options: {
					stream: false,
					retriesAndLimits: { timeout: Number(timeout ?? 60), maxWait: 0 },
				},
			},
		});
		const { context } = error as unknown as { context: Record<string, unknown> };
		expect(Object.keys(context)).toEqual(expect.arrayContaining(NAMES));
		expect(context).toMatchObject({ status: null, ...facts });
		expect(JSON.stringify(context)).not.toContain('private question');
	});

	it('has the same names, and those of the job, where a job goes on', async () => {
		world.service.fault({ path: '/video/retrieve', status: 401, body: { error: 'No such key' } });
		const { error } = await world.run({
			node: new InferenceVideo(),
			parameters: {
				...{ resource: 'video', operation: 'generate', prompt: 'A private hill' },
				duration: typed('5s'),
			},
		});
		const { context } = error as unknown as { context: Record<string, unknown> };
		expect(Object.keys(context)).toEqual(expect.arrayContaining(NAMES));
		expect(context).toMatchObject({ status: 401, retryIsFree: true, queueId: expect.any(String) });
		expect(JSON.stringify(context)).not.toContain('private hill');
	});

	it('names what other items have paid for, by request and file, and what it was charged', async () => {
		world.service.fault({ path: '/image/generate', status: 400, body: { error: 'No' } });
		const { error } = await world.run({
			node: new InferenceImage(),
			items: [0, 1, 2].map((n) => ({ json: { n } })),
			parameters: { resource: 'image', operation: 'generate', prompt: 'A private hill' },
			binaryMode: 'filesystem',
		});
		const { context } = error as unknown as { context: Record<string, unknown> };
		expect(context.paidUsd).toBeCloseTo(world.spent, 6);
		const work = context.paidWork as Array<{ item: number }>;
		expect(work.sort((one, other) => one.item - other.item)).toEqual(
			[2, 3].map((item) => ({
				...{ item, requestId: expect.any(String), model: expect.any(String) },
				files: [expect.stringContaining('filesystem')],
			})),
		);
		expect(JSON.stringify(context)).not.toContain('private hill');
	});
});
