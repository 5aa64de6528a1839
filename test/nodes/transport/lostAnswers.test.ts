import { type Lost, loseAnswers, type WAYS } from '../../proofs/faults/lostAnswers';
import { OPERATIONS } from '../../proofs/faults/paidOperations';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { typed } from '../../coverage/given';
import type { ChaosKind } from '../../service/chaosFaults';
import { letJobsGoOn } from '../jobTime';
import { sample } from '../../rounds';
import { withService } from '../withService';

const world = withService({ limits: { XS: 1000, S: 1000, M: 1000, L: 1000 } });

beforeEach(() => letJobsGoOn(world));

describe('an answer that stops arriving', () => {
	// Each waits for a second; `npm run proof -- faults lost` plays every operation, fault and way.
	it.each(sample(OPERATIONS, 8))('ends $name, which may have been charged', async (paid) => {
		const lost = await loseAnswers(world, paid, 'stalled', 'plain');
		expect(lost).toMatchObject({ charged: 1, hung: false });
		expect(lost.said).toMatch(/; the call may have been charged$/);
	});

	it('is asked for again where it costs nothing: the media of a job, and a free call', async () => {
		const node = new InferenceVideo();
		const model = typed('video-basic');
		const film = { resource: 'video', prompt: 'A river', duration: '5s', model };
		const { item } = await world.run({ node, parameters: { ...film, operation: 'queue' } });
		world.service.advance(3_600_000);
		world.service.fault({ path: '/video/retrieve', cut: 'stall' });
		world.service.fault({ path: '/models/text-basic', cut: 'stall' });
		const { queueId } = item.json ?? {};
		const retriesAndLimits = { timeout: 1 };
		const parameters = { ...film, operation: 'retrieve', queueId, options: { retriesAndLimits } };
		const [retrieved, free] = await Promise.all([
			world.run({ node, parameters: parameters as never }),
			world.run({
				node: new InferenceModels(),
				parameters: {
					...{ resource: 'model', operation: 'get', model: typed('text-basic') },
					options: { retriesAndLimits },
				},
			}),
		]);
		expect(retrieved.error).toBeUndefined();
		expect(retrieved.outputs[0]?.[0]?.binary).toBeDefined();
		expect(world.service.requests('/video/retrieve')).toHaveLength(2);
		expect(free.outputs[0]).toHaveLength(1);
		expect(world.service.requests('/models/text-basic')).toHaveLength(2);
		expect(world.service.ledger).toHaveLength(1);
	});
});

describe.each(OPERATIONS)('the lost answer of $name', (paid) => {
	const turn = OPERATIONS.indexOf(paid);
	const lose = async (
		loss: ChaosKind,
		way: (typeof WAYS)[number],
		settings = {},
	): Promise<Lost> => {
		world.service.reset();
		return await loseAnswers(world, paid, loss, way, settings);
	};

	const ways = ['retryOnFail', 'button'] as const;
	it.each(sample(ways, 2, turn))('is paid for once (%s)', async (way) => {
		const { charged, hung, said } = await lose('resetAfter', way);
		expect({ charged, hung }).toEqual({ charged: 1, hung: false });
		expect(said).toMatch(/; the call may have been charged$/);
	});

	it('is paid for again only by the button, and only if the user wants that', async () => {
		const wanted = { sendAgainAfterLostAnswer: true };
		expect(await lose('502', 'retryOnFail', wanted)).toMatchObject({ charged: 1 });
		expect(await lose('502', 'button', wanted)).toMatchObject({ charged: 2 });
	});
});
