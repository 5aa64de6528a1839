import { getEventListeners } from 'node:events';

import { Run, withRun } from '../../../lib/run/run';
import { withFakeClock } from '../core/fakeClock';

const fake = withFakeClock();

const turn = async () => await new Promise<void>((resolve) => setImmediate(resolve));

const failure = (text: string) => Object.assign(new Error(text), { context: {} });

/** A task that ends when it is told to, and notes when it began. */
function taskList() {
	const begun: number[] = [];
	const ends: Array<() => void> = [];
	const task = (number: number) => async () => {
		begun.push(number);
		await new Promise<void>((resolve) => {
			ends[number] = resolve;
		});
		return number;
	};
	return { begun, task, end: (number: number) => ends[number]?.() };
}

describe('Run', () => {
	it.each([1, 2, 5])('lets %i in at once, and the others in order', async (limit) => {
		const run = new Run(limit);
		const { begun, task, end } = taskList();
		const all = Promise.all([0, 1, 2, 3, 4, 5, 6].map(async (n) => await run.runInSlot(task(n))));
		for (let ended = 0; ended < 7; ended++) {
			await turn();
			expect(begun).toHaveLength(Math.min(7, limit + ended));
			end(ended);
		}
		await expect(all).resolves.toEqual([0, 1, 2, 3, 4, 5, 6]);
		expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6]);
	});

	it('lends its free places, and never more', async () => {
		const run = new Run(3);
		const { begun, task, end } = taskList();
		const all = Promise.all([0, 1].map(async (n) => await run.runInSlot(task(n))));
		await turn();
		const leave = run.tryAcquireSlot();
		expect(leave).toBeDefined();
		expect(run.free).toBe(0);
		expect(run.tryAcquireSlot()).toBeUndefined();
		const late = run.runInSlot(task(2));
		await turn();
		expect(begun).toEqual([0, 1]);
		leave?.();
		await turn();
		expect(begun).toEqual([0, 1, 2]);
		for (const number of [0, 1, 2]) end(number);
		await Promise.all([all, late]);
		expect(run.free).toBe(3);
	});

	it('begins nothing in the turn in which it is asked, so that the others can be checked first', async () => {
		const run = new Run(2);
		let begun = false;
		const running = run.runInSlot(async () => {
			begun = true;
		});
		expect(begun).toBe(false);
		await running;
		expect(begun).toBe(true);
	});

	it('goes on after a task that failed', async () => {
		const run = new Run(1);
		const failing = run.runInSlot(async () => {
			throw new Error('no');
		});
		const next = run.runInSlot(async () => 'next');
		await expect(failing).rejects.toThrow('no');
		await expect(next).resolves.toBe('next');
		await expect(run.runInSlot(async () => 'later')).resolves.toBe('later');
	});

	it('remembers the first reason it was closed for', () => {
		const run = new Run(1);
		expect(run.firstClosure).toBeUndefined();
		const first = failure('first');
		run.closeFor({ reason: first, item: 3 });
		run.closeFor({ reason: failure('second'), item: 4 });
		expect(run.firstClosure).toEqual({ reason: first, item: 3, sparesPaidWork: false });
	});

	it('lets others in while one rests, who comes back before those that have not begun', async () => {
		const run = new Run(1);
		const order: string[] = [];
		const polls = run.runInSlot(async () => {
			order.push('queued');
			await run.sleepWithoutSlot(5_000, () => true);
			order.push('fetched');
		});
		const others = [1, 2, 3].map(async (n) => {
			await run.runInSlot(async () => {
				order.push(`other ${n}`);
				await turn();
			});
		});
		await Promise.all([polls, ...others]);
		expect(order[0]).toBe('queued');
		expect(order[1]).toBe('other 1');
		expect(order.indexOf('fetched')).toBeLessThan(4);
		expect(order).toHaveLength(5);
	});

	it('ends a rest soon after a cancel, and the place is held again', async () => {
		const controller = new AbortController();
		fake.at(1_000, () => controller.abort());
		const rest = async (run: Run) => {
			await run.runInSlot(async () => {
				await expect(run.sleepWithoutSlot(60_000, () => true)).rejects.toMatchObject({
					facts: { kind: 'cancelled' },
				});
			});
			return await run.runInSlot(async () => 'free again');
		};
		await expect(withRun({}, 1, rest, controller.signal)).resolves.toBe('free again');
		expect(fake.elapsed()).toBeLessThanOrEqual(1_250);
	});

	it('ends a rest when another item ends the run', async () => {
		const run = new Run(2);
		fake.at(1_000, () => run.closeFor({ reason: failure('no'), item: 1 }));
		await run.runInSlot(async () => await run.sleepWithoutSlot(60_000, () => false));
		expect(fake.elapsed()).toBeLessThanOrEqual(1_250);
	});

	it('lets those rest who go on, until a later reason ends them too', async () => {
		const run = new Run(2);
		fake.at(1_000, () =>
			run.closeFor({ reason: failure('no money'), item: 1, sparesPaidWork: true }),
		);
		fake.at(20_000, () => run.closeFor({ reason: failure('no key'), item: 2 }));
		await run.runInSlot(
			async () =>
				await run.sleepWithoutSlot(60_000, ({ sparesPaidWork }) => sparesPaidWork === true),
		);
		expect(fake.elapsed()).toBeGreaterThanOrEqual(20_000);
		expect(fake.elapsed()).toBeLessThanOrEqual(20_250);
		expect(run.firstClosure?.item).toBe(1);
	});

	it('ends at once for those who wait, but not for those who go on or are done', async () => {
		const run = new Run(2);
		const signals: AbortSignal[] = [];
		const waiting = async (end: AbortSignal) => {
			signals.push(end);
			await turn();
		};
		await run.untilEnd(() => false, waiting);
		const waits = [
			run.untilEnd(({ item }) => item === 1, waiting),
			run.untilEnd(() => true, waiting),
		];
		run.closeFor({ reason: failure('of its own'), item: 1, account: 'account' });
		expect(signals.map(({ aborted }) => aborted)).toEqual([false, false, false]);
		run.closeFor({ reason: failure('no'), item: 2 });
		expect(signals.map(({ aborted }) => aborted)).toEqual([false, true, false]);
		await Promise.all(waits);
	});

	it('answers at once when it is already closed', async () => {
		const run = new Run(2);
		run.closeFor({ reason: failure('no'), item: 1 });
		const isOver = async ({ aborted }: AbortSignal) => aborted;
		await expect(run.untilEnd(() => false, isOver)).resolves.toBe(true);
		await expect(run.untilEnd(({ item }) => item === 1, isOver)).resolves.toBe(false);
	});

	it('puts the paid work of the run, earlier and later, into the error that ends it', () => {
		const run = new Run(2);
		run.recordPaidWork({ queueId: 'a' });
		const reason = failure('no');
		run.closeFor({ reason: reason, item: 1 });
		run.recordPaidWork({ queueId: 'b' });
		expect(reason.context).toEqual({ paidWork: [{ queueId: 'a' }, { queueId: 'b' }] });
	});

	it('leaves an error alone when nothing was paid for', () => {
		const run = new Run(2);
		const reason = failure('no');
		run.closeFor({ reason: reason, item: 1 });
		expect(reason.context).toEqual({});
	});
});

describe('withRun', () => {
	const [run1, run2, run3] = [{}, {}, {}];

	it('listens once for all that waits in a run, and no longer once all are over', async () => {
		const { signal } = new AbortController();
		const added = jest.spyOn(signal, 'addEventListener');
		const waits = [1, 2, 3].map(
			async (ms) =>
				await withRun(run1, 3, async (run) => await run.sleepWithoutSlot(ms, () => true), signal),
		);
		await turn();
		expect(added).toHaveBeenCalledTimes(1);
		await Promise.all(waits);
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});

	it('shares one run between the items of a run, and forgets it after the last', async () => {
		const seen: Run[] = [];
		const { task, end } = taskList();
		const use = (number: number) => async (run: Run) => {
			seen.push(run);
			return await run.runInSlot(task(number));
		};
		const first = withRun(run1, 2, use(0));
		const second = withRun(run1, 2, use(1));
		await turn();
		end(0);
		await first;
		const third = withRun(run1, 2, use(2));
		await turn();
		end(1);
		end(2);
		await Promise.all([second, third]);
		expect(new Set(seen).size).toBe(1);

		await withRun(run1, 2, async (run) => expect(run).not.toBe(seen[0]));
	});

	it('keeps runs apart, and forgets a run whose user failed', async () => {
		let failed: Run | undefined;
		await expect(
			withRun(run2, 1, async (run) => {
				failed = run;
				run.closeFor({ reason: failure('no'), item: 0 });
				await withRun(run3, 1, async (other) => expect(other).not.toBe(run));
				throw new Error('no');
			}),
		).rejects.toThrow('no');
		await withRun(run2, 1, async (run) => {
			expect(run).not.toBe(failed);
			expect(run.firstClosure).toBeUndefined();
		});
	});
});
