import { setTimeout as pause } from 'node:timers/promises';

import { WaitTimer } from '../../../lib/core/waitTimer';
import { SilenceTimer } from '../../../lib/chat/chatEvents';

const late = () => new Error('late');
const never = new Promise<never>(() => undefined);

test('a wait ends at its own limit, whatever was waited for before', async () => {
	const watch = new WaitTimer();
	await expect(watch.within(pause(5, 'soon'), 60_000, late)).resolves.toBe('soon');
	const before = performance.now();
	await expect(watch.within(never, 30, late)).rejects.toThrow('late');
	expect(performance.now() - before).toBeGreaterThanOrEqual(29);
	expect(performance.now() - before).toBeLessThan(5_000);
});

test('an earlier limit does not end a later wait', async () => {
	const watch = new WaitTimer();
	await watch.within(pause(1), 40, late);
	await expect(watch.within(pause(120, 'whole'), 60_000, late)).resolves.toBe('whole');
	await expect(watch.within(never, 20, late)).rejects.toThrow('late');
});

test('one timer serves the pieces of a stream that each take some of the time that is left', async () => {
	const timers = jest.spyOn(AbortSignal, 'timeout');
	const patience = new SilenceTimer(60_000);
	for (let piece = 0; piece < 50; piece++) await patience.wait(pause(1, piece));
	expect(timers).toHaveBeenCalledTimes(1);
	patience.stopWaiting();
	timers.mockRestore();
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
	timers.mockRestore();
});
