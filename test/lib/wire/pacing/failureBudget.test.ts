import { clock } from '../../../../lib/core/clock';
import { FailureBudget } from '../../../../lib/wire/pacing/failureBudget';
import { Pacer } from '../../../../lib/wire/pacing/pacer';
import { withFakeClock } from '../../core/fakeClock';

withFakeClock(0.5);
const WINDOW = 30_000;
const broken = { kind: 'refused', status: 500, headers: {} } as const;

function failed(stated: number, times: number): FailureBudget {
	const budget = new FailureBudget(stated);
	for (let n = 0; n < times; n++) budget.noteFailure(broken);
	return budget;
}

it.each([
	[1, 19],
	[2, 9],
	[6, 3],
	[19, 1],
])('lets each of %i stated processes have %i failures in 30 s', (stated, allowed) => {
	expect(failed(stated, allowed - 1).delayMs(0)).toBe(0);
	expect(failed(stated, allowed).delayMs(0)).toBeGreaterThan(WINDOW);
	expect(failed(stated, allowed).delayMs(0)).toBeLessThan(WINDOW + 1_000);
});

it('does not divide the calls that a limit explains: others need not have had as many', () => {
	const budget = failed(6, 1);
	for (let n = 0; n < 10; n++) budget.noteFailure({ ...broken, status: 429 });
	expect(budget.delayMs(0)).toBe(0);
	for (let n = 0; n < 8; n++) budget.noteFailure({ ...broken, status: 429 });
	expect(budget.delayMs(0)).toBeGreaterThan(WINDOW);
});

it('lets each of more processes fail once in as much longer a time', () => {
	expect(failed(38, 1).delayMs(0)).toBeGreaterThan(2 * WINDOW);
});

it('counts calls in flight as failures while calls fail, and not while none fails', () => {
	expect(failed(6, 0).delayMs(5)).toBe(0);
	expect(failed(6, 1).delayMs(3)).toBe(Number.POSITIVE_INFINITY);
});

it('allows half of the failures that it had when the key was blocked, and more again after some time', async () => {
	const budget = failed(1, 8);
	expect(budget.delayMs(0)).toBe(0);
	budget.noteBlock();
	expect(budget.delayMs(0)).toBeGreaterThan(WINDOW - 1_000);
	await clock.sleep(60 * 60_000);
	for (let n = 0; n < 8; n++) budget.noteFailure(broken);
	expect(budget.delayMs(0)).toBe(0);
});

it('halves once for the blocks of one half minute, and again for a later one', async () => {
	const budget = failed(1, 8);
	budget.noteBlock();
	budget.noteBlock();
	await clock.sleep(40_000);
	for (let n = 0; n < 3; n++) budget.noteFailure(broken);
	expect(budget.delayMs(0)).toBe(0);
	budget.noteBlock();
	await clock.sleep(40_000);
	budget.noteFailure(broken);
	expect(budget.delayMs(0)).toBeGreaterThan(WINDOW - 1_000);
});

it('still lets one call fail in half a minute where others have made the key be blocked', () => {
	const budget = failed(1, 0);
	budget.noteBlock();
	expect(budget.delayMs(0)).toBe(0);
	budget.noteFailure(broken);
	expect(budget.delayMs(0)).toBeGreaterThan(WINDOW - 1_000);
	expect(budget.delayMs(0)).toBeLessThan(WINDOW + 1_000);
});

it('never holds a call back for longer than two windows, however many processes are stated', () => {
	expect(failed(1_000, 1).delayMs(0)).toBeLessThan(2 * WINDOW + 1_000);
});

it('names the latest failure in the error of a call that it holds back for too long', async () => {
	const pacer = new Pacer(undefined, 60);
	const call = { bucket: 'text', patienceMs: 55_000 };
	(await pacer.waitForTurn(call)).refused({ ...broken, code: 'INFERENCE_FAILED' });
	await expect(pacer.waitForTurn(call)).rejects.toMatchObject({
		message: expect.stringMatching(
			/^Not sent: too many calls have failed, .* before 2026-03-01T12:01:00.*The latest failure: status 500, INFERENCE_FAILED$/,
		),
		facts: { cure: expect.stringContaining('Fix what makes the calls fail') },
	});
});

it('says so where no answer came', async () => {
	const pacer = new Pacer(undefined, 60);
	const call = { bucket: 'text', patienceMs: 55_000 };
	(await pacer.waitForTurn(call)).lost();
	await expect(pacer.waitForTurn(call)).rejects.toThrow(/The latest failure: no answer$/);
});
