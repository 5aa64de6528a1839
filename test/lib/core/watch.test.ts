import { readWholeCompletion } from '../../../lib/chat/completion';
import { setTimeout as pause } from 'node:timers/promises';

import { WaitTimer } from '../../../lib/core/clock';

const late = () => new Error('late');
const never = new Promise<never>(() => undefined);

afterEach(() => {
	jest.restoreAllMocks();
});

test('a wait ends at its own limit, whatever was waited for before', async () => {
	const watch = new WaitTimer();
	// Longer than a test may take: a wait to that limit fails it.
	await expect(watch.within(pause(5, 'soon'), 3_600_000, late)).resolves.toBe('soon');
	const before = performance.now();
	await expect(watch.within(never, 30, late)).rejects.toThrow('late');
	expect(performance.now() - before).toBeGreaterThanOrEqual(29);
});

test('an earlier limit does not end a later wait', async () => {
	const watch = new WaitTimer();
	await watch.within(pause(1), 40, late);
	await expect(watch.within(pause(120, 'whole'), 60_000, late)).resolves.toBe('whole');
	await expect(watch.within(never, 20, late)).rejects.toThrow('late');
});

test('a wait that is given up ends at once, with the reason', async () => {
	const watch = new WaitTimer();
	const waiting = watch.within(never, 60_000, late);
	watch.end(new Error('left'));
	await expect(waiting).rejects.toThrow('left');
});

test('no piece of a stream starts a timer of its own', async () => {
	const timers = jest.spyOn(AbortSignal, 'timeout');
	async function* pieces(): AsyncGenerator<Buffer> {
		for (let piece = 0; piece < 50; piece++)
			yield await pause(1, Buffer.from('data: {"choices":[{"delta":{}}]}\n\n'));
	}
	const answer = { body: pieces(), headers: {}, namePrefix: 'service' };
	await expect(readWholeCompletion(answer, undefined, 60_000)).rejects.toThrow('ended early');
	// Where the machine pauses between two looks at the clock, what is left has become less than the timer waits.
	expect(timers.mock.calls.length).toBeLessThan(10);
});

test('one timer serves the pieces of a stream, and is let go with it', async () => {
	const timers = jest.spyOn(AbortSignal, 'timeout');
	const watch = new WaitTimer();
	for (let piece = 0; piece < 50; piece++) await watch.within(Promise.resolve(piece), 60_000, late);
	expect(timers).toHaveBeenCalledTimes(1);
	const [signal] = timers.mock.results.map(({ value }) => value as AbortSignal);
	const removed = jest.spyOn(signal as AbortSignal, 'removeEventListener');
	watch.clearTimer();
	expect(removed).toHaveBeenCalledTimes(1);
});
