import { Big } from '../../../lib/core/decimal';
import { CapQueue, type CostClaim, type Grant } from '../../../lib/cost/capQueue';
import { seeds } from '../../rounds';

/** A claim of a fixed price. */
const costing = (usd: number, maxUsd: number, more: Partial<CostClaim> = {}): CostClaim => ({
	...{ maxUsd, places: 5, goesAlone: false, isBounded: true },
	most: () => ({ usd }),
	fits: (left) => usd <= left,
	...more,
});

const decisionOf = async (queue: CapQueue, claim: CostClaim) =>
	await Promise.race([queue.claim(claim).decided, Promise.resolve('waits' as const)]);

const granted = async (queue: CapQueue, claim: CostClaim) => {
	const decision = await decisionOf(queue, claim);
	expect(decision).toMatchObject({ hold: expect.anything() });
	return decision as Grant;
};

describe('a cap', () => {
	it('lets calls go that fit beside those in flight, and the next once one of them has ended', async () => {
		const queue = new CapQueue(new Big(0));
		const first = await granted(queue, costing(0.4, 1));
		await granted(queue, costing(0.4, 1));
		const { decided } = queue.claim(costing(0.4, 1));
		expect(queue.state).toMatchObject({ inFlight: 2, waiting: 1 });
		first.hold.settle(0.1);
		expect(await decided).toMatchObject({ usd: 0.4 });
	});

	it('refuses what does not fit with nothing in flight, and lets the next one try', async () => {
		const queue = new CapQueue(new Big('0.7'));
		expect(await decisionOf(queue, costing(0.4, 1))).toBe('refused');
		await granted(queue, costing(0.3, 1));
	});

	it('serves first who came first, though a later one would fit', async () => {
		const queue = new CapQueue(new Big(0));
		const { hold } = await granted(queue, costing(0.9, 1));
		const large = queue.claim(costing(0.5, 1));
		expect(await decisionOf(queue, costing(0.1, 1))).toBe('waits');
		hold.settle(0.2);
		expect(await large.decided).toMatchObject({ usd: 0.5 });
	});

	it('lets the next one go where the first leaves', async () => {
		const queue = new CapQueue(new Big(0));
		await granted(queue, costing(0.9, 1));
		const large = queue.claim(costing(0.5, 1));
		const small = queue.claim(costing(0.1, 1));
		large.leave();
		expect(await small.decided).toMatchObject({ usd: 0.1 });
	});

	it('counts a call whose charge is not known at its most, until something says it', async () => {
		const queue = new CapQueue(new Big(0));
		const { hold } = await granted(queue, costing(0.6, 1));
		hold.settle(null);
		expect(Number(queue.state.chargedUsd)).toBe(0.6);
		hold.settle(0.2);
		hold.settle(null);
		expect(Number(queue.state.chargedUsd)).toBe(0.2);
		hold.settle(0.1, true);
		expect(Number(queue.state.chargedUsd)).toBe(0.6);
		hold.release();
		expect(queue.state).toMatchObject({ inFlight: 0 });
		expect(Number(queue.state.chargedUsd)).toBe(0);
	});

	it('shares what is left among those in flight and waiting, at most as many as there are places', async () => {
		const queue = new CapQueue(new Big(0));
		const shares: number[] = [];
		const asking = (places: number): CostClaim =>
			costing(0.1, 1, {
				places,
				most: (share) => {
					shares.push(share);
					return { usd: Math.min(share, 0.1) };
				},
			});
		for (let count = 0; count < 4; count++) await granted(queue, asking(3));
		expect(shares.map((share) => Number(share.toFixed(4)))).toEqual([1, 0.5, 0.3333, 0.3333]);
	});

	it('leaves a call alone that nothing is known of', async () => {
		const queue = new CapQueue(new Big(0));
		const unseen = costing(0.01, 1, { goesAlone: true });
		const { hold } = await granted(queue, unseen);
		expect(Number(queue.state.heldUsd)).toBe(1);
		const next = queue.claim(costing(0.01, 1));
		expect(await decisionOf(queue, unseen)).toBe('waits');
		hold.settle(null);
		expect(Number(queue.state.chargedUsd)).toBe(0.01);
		await next.decided;
	});

	it('has no excess of rounding: ten calls of 0.1 fit under 1', async () => {
		const queue = new CapQueue(new Big(0));
		for (let count = 0; count < 10; count++)
			(await granted(queue, costing(0.1, 1))).hold.settle(0.1);
		expect(await decisionOf(queue, costing(0.1, 1))).toBe('refused');
		expect(queue.state.chargedUsd.toFixed()).toBe('1');
	});
});

/** Numbers from 0 to 1 that a seed decides. */
function chance(seed: number): () => number {
	let state = seed * 2_654_435_761;
	return () => {
		state = (Math.imul(state ^ (state >>> 15), 1 | state) + 0x6d2b79f5) | 0;
		return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296;
	};
}

/** One schedule of calls that end, fail, are charged what nobody knows, or stop waiting. */
async function schedule(seed: number) {
	const next = chance(seed);
	const maxUsd = 0.05 + next();
	const queue = new CapQueue(new Big(0));
	const places = 1 + Math.floor(next() * 19);
	const open: Array<() => void> = [];
	const done: unknown[] = [];
	let charged = new Big(0);
	let isKept = true;
	const add = (usd: number) => {
		charged = charged.plus(usd);
		isKept &&= charged.lte(maxUsd);
	};
	const finish = ({ usd, hold }: Grant) => {
		const [fate, actual] = [next(), usd * next()];
		if (fate < 0.15) return hold.release();
		if (fate < 0.3) {
			add(usd);
			return hold.settle(null);
		}
		add(actual);
		hold.settle(actual);
	};
	const calls = 5 + Math.floor(next() * 40);
	for (let count = 0; count < calls; count++) {
		const usd = next() * 0.1;
		const seen = next() < 0.8;
		const claim = queue.claim({
			...{ maxUsd, places, goesAlone: !seen, isBounded: true },
			most: (share, isAll) => ({ usd: isAll ? Math.min(share, usd * 4) : usd }),
			fits: (left) => !seen || usd / 2 <= left,
		});
		let hasLeft = false;
		void claim.decided.then((decision) => {
			done.push(decision);
			if (decision === 'refused') return;
			if (hasLeft) decision.hold.release();
			else open.push(() => finish(decision));
		});
		await Promise.resolve();
		if (next() < 0.1) {
			hasLeft = true;
			claim.leave();
			done.push('left');
		}
		while (next() < 0.4 && open.length > 0) open.splice(Math.floor(next() * open.length), 1)[0]?.();
	}
	for (let turn = 0; turn < 5 * calls; turn++) {
		await Promise.resolve();
		open.shift()?.();
	}
	return { isKept, inFlight: queue.state.inFlight, waiting: queue.state.waiting };
}

it('no schedule hangs, and none passes its cap', async () => {
	for (const seed of seeds(300, 10_000))
		expect([seed, await schedule(seed)]).toEqual([seed, { isKept: true, inFlight: 0, waiting: 0 }]);
});
