import type { INodeParameters } from 'n8n-workflow';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { typed } from '../../coverage/given';
import { type ChaosKind, chaosFault } from '../../service/chaosFaults';
import type { Fault } from '../../service/faults';
import { withService } from '../withService';
import { inGroups, withOptions } from '../../engine/withOptions';

const world = withService();

const CALLS = {
	free: {
		node: new InferenceModels(),
		parameters: { resource: 'model', operation: 'get', model: typed('text-basic') },
		path: '/models/text-basic',
	},
	paid: {
		node: new InferenceChat(),
		parameters: { model: typed('text-mini'), prompt: 'Hi' },
		path: '/chat/completions',
	},
	keyed: {
		node: new InferenceCryptoRpc(),
		parameters: {
			network: typed('ethereum-mainnet'),
			method: 'eth_getBalance',
			params: '["0x00000000219ab540356cBB839Cbe05303d7705Fa", "latest"]',
		},
		path: '/crypto/rpc/ethereum-mainnet',
	},
};
type Cost = keyof typeof CALLS;

interface Seen {
	/** How often the call was sent, how often it was charged, and whether its item was answered. */
	sent: number;
	charged: number;
	answered: boolean;
	said: string;
}

async function meet(cost: Cost, fault: Fault, settings: INodeParameters = {}): Promise<Seen> {
	const { node, parameters, path } = CALLS[cost];
	world.service.fault({ path, ...fault });
	const { item, items } = await world.run({
		node,
		parameters: withOptions(parameters, inGroups(settings)),
		continueOnFail: 'continueRegularOutput',
	});
	const { ledger } = world.service;
	expect(items).toHaveLength(1);
	const error = item.json.error;
	const sent = world.service.requests(path).length;
	return {
		sent,
		charged: ledger.length,
		answered: error === undefined,
		said: typeof error === 'string' ? error : '',
	};
}

const trouble = (kind: ChaosKind, path: string, served: boolean) => ({
	kind,
	...chaosFault(kind, { path }, { now: Date.now(), a: served ? 0 : 0.9, b: 0.5 }),
});

const LOST = /; the call may have been charged$/;

/** The kind, whether the call is served all the same, and then: sent, charged and answered, by what a call costs. */
const TABLE: Array<[ChaosKind, boolean, Record<Cost, [number, number, boolean]>]> = [
	['429', false, { free: [2, 0, true], paid: [2, 1, true], keyed: [2, 1, true] }],
	['overloaded', false, { free: [2, 0, true], paid: [2, 1, true], keyed: [2, 1, true] }],
	['500', false, { free: [2, 0, true], paid: [2, 1, true], keyed: [2, 1, true] }],
	['503', false, { free: [2, 0, true], paid: [2, 1, true], keyed: [2, 1, true] }],
	['502', false, { free: [2, 0, true], paid: [1, 0, false], keyed: [2, 1, true] }],
	['502', true, { free: [2, 0, true], paid: [1, 1, false], keyed: [2, 1, true] }],
	['504', false, { free: [2, 0, true], paid: [1, 0, false], keyed: [2, 1, true] }],
	['504', true, { free: [2, 0, true], paid: [1, 1, false], keyed: [2, 1, true] }],
	['resetBefore', false, { free: [2, 0, true], paid: [1, 0, false], keyed: [2, 1, true] }],
	['resetAfter', true, { free: [2, 0, true], paid: [1, 1, false], keyed: [2, 1, true] }],
	['resetMidway', true, { free: [2, 0, true], paid: [1, 1, false], keyed: [2, 1, true] }],
	['truncated', true, { free: [2, 0, true], paid: [1, 1, false], keyed: [2, 1, true] }],
	['malformed', true, { free: [2, 0, true], paid: [1, 1, false], keyed: [2, 1, true] }],
	['wrongType', true, { free: [1, 0, true], paid: [1, 1, true], keyed: [1, 1, true] }],
	['slowBody', true, { free: [1, 0, true], paid: [1, 1, true], keyed: [1, 1, true] }],
	['clockSkew', true, { free: [1, 0, true], paid: [1, 1, true], keyed: [1, 1, true] }],
];

describe.each(TABLE)('%s (served: %s)', (kind, served, expected) => {
	it.each<Cost>(['free', 'paid', 'keyed'])('a %s call ends as the table says', async (cost) => {
		const seen = await meet(cost, trouble(kind, CALLS[cost].path, served));
		const [sent, charged, answered] = expected[cost];
		expect(seen).toMatchObject({ sent, charged, answered });
		if (!answered) expect(seen.said).toMatch(LOST);
		expect(world.service.journal[0]?.fault?.kind).toBe(kind);
	});
});

describe('trouble that does not end', () => {
	const without = (path: string, kind: ChaosKind) => ({ ...trouble(kind, path, true), times: 9 });

	it.each<[ChaosKind, Record<Cost, [number, number]>]>([
		['503', { free: [5, 0], paid: [5, 0], keyed: [5, 0] }],
		['overloaded', { free: [5, 0], paid: [5, 0], keyed: [5, 0] }],
		['resetAfter', { free: [5, 0], paid: [1, 1], keyed: [5, 1] }],
		['504', { free: [5, 0], paid: [1, 1], keyed: [5, 1] }],
		['malformed', { free: [5, 0], paid: [1, 1], keyed: [5, 1] }],
	])('%s ends with an error and at most one charge', async (kind, expected) => {
		for (const cost of ['free', 'paid', 'keyed'] as const) {
			world.service.reset();
			const seen = await meet(cost, without(CALLS[cost].path, kind));
			const [sent, charged] = expected[cost];
			expect(seen).toMatchObject({ sent, charged, answered: false });
			if (sent > 1) expect(seen.said).toMatch(/\(tried 5 times in [\d.]+ s\)/);
		}
	});

	it('says of a call with a key that an earlier try may have been charged', async () => {
		const { path } = CALLS.keyed;
		world.service.fault({ path, ...trouble('resetAfter', path, true) });
		const seen = await meet('keyed', without(path, '503'));
		expect(seen).toMatchObject({ sent: 5, charged: 1, answered: false });
		expect(seen.said).toMatch(/; the call may have been charged$/);
	});
});

describe('a 429 of a service whose clock goes wrong', () => {
	it.each([-3_600_000, 3_600_000])(
		'is waited for as long as the service means (%d ms)',
		async (skewMs) => {
			const { path } = CALLS.paid;
			const seen = await meet('paid', { ...trouble('429', path, false), skewMs });
			expect(seen).toMatchObject({ sent: 2, charged: 1, answered: true });
			expect(world.waited).toBeGreaterThan(1_000);
			expect(world.waited).toBeLessThan(12_000);
		},
	);
});
