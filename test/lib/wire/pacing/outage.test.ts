import { clock } from '../../../../lib/core/clock';
import type { FailureFacts } from '../../../../lib/core/failure';
import { Pacer, type PendingCall } from '../../../../lib/wire/pacing/pacer';
import { PassThrough } from 'node:stream';

import { AnswerAssembler } from '../../../../lib/chat/assembler';
import { textPieces } from '../../../../lib/chat/textPieces';
import { redactor } from '../../../../lib/core/redact';
import { AnswerBody } from '../../../../lib/core/streams';
import { openBody } from '../../../../lib/run/fallback/openBody';
import { withFakeClock } from '../../core/fakeClock';

const fake = withFakeClock(0.5);
const call: PendingCall = { bucket: 'image', model: 'image a', patienceMs: 65_000 };
const leaving = { ...call, leavesModel: true };
const full: FailureFacts = { kind: 'refused', status: 503, code: 'MODEL_AT_CAPACITY' };

/** Calls that another model can answer, refused together. */
async function refused(pacer: Pacer, count: number, facts: FailureFacts = full) {
	const turns = [];
	for (let left = count; left > 0; left--) turns.push(await pacer.waitForTurn(leaving));
	for (const turn of turns) turn.refused(facts);
}

it('calls that fail together are one failure, and one of them asks a second time', async () => {
	const pacer = new Pacer();
	(await pacer.waitForTurn(leaving)).answered({});
	await refused(pacer, 3);
	const second = await pacer.waitForTurn(leaving);
	expect(fake.elapsed()).toBeGreaterThanOrEqual(500);
	const other = pacer.waitForTurn(leaving);
	const failed = expect(other).rejects.toThrow('Not asked: at capacity (503) since 12:00 UTC');
	second.refused(full);
	await failed;
	expect(fake.elapsed()).toBeLessThanOrEqual(2_000);
});

it('a call goes on once the one that asks is answered', async () => {
	const pacer = new Pacer();
	await refused(pacer, 1);
	const second = await pacer.waitForTurn(leaving);
	fake.at(fake.elapsed() + 200, () => second.answered({}));
	(await pacer.waitForTurn(leaving)).answered({});
	expect(fake.elapsed()).toBeLessThan(2_000);
});

it('a model that is down is asked by one call every half minute', async () => {
	const pacer = new Pacer();
	await refused(pacer, 1);
	await refused(pacer, 1);
	const asked: number[] = [];
	const down = fake.elapsed();
	while (fake.elapsed() < down + 120_000) {
		await pacer.waitForTurn(leaving).then(
			(turn) => {
				asked.push(fake.elapsed());
				turn.refused(full);
			},
			() => undefined,
		);
		await clock.sleep(1_000);
	}
	expect(asked.length).toBeGreaterThanOrEqual(3);
	expect(asked.length).toBeLessThanOrEqual(4);
});

it('an answer that was in flight when it fell does not bring it back', async () => {
	const pacer = new Pacer();
	const long = await pacer.waitForTurn(leaving);
	await refused(pacer, 1, { ...full, code: 'MODEL_OFFLINE' });
	long.answered({});
	await expect(pacer.waitForTurn(leaving)).rejects.toThrow('Not asked: offline (503)');
});

describe('a model that is down and is asked again', () => {
	const EVENT = 'data: {"choices":[{"index":0,"delta":{"content":"","reasoning":"Hm"}}]}\n\n';

	/** The body of the answer to the call that asks, once its headers are there. */
	async function askAgain() {
		const pacer = new Pacer();
		await refused(pacer, 1);
		await refused(pacer, 1);
		await clock.sleep(31_000);
		const source = new PassThrough();
		const body = redactor([]).body(source);
		if (!(body instanceof AnswerBody)) throw new Error('A stream was expected');
		(await pacer.waitForTurn(leaving)).answered({}, body);
		const isUp = async () => {
			await new Promise((resolve) => setImmediate(resolve));
			return pacer.outageOf('image a').fault === undefined;
		};
		const isAsked = async () =>
			await pacer.waitForTurn(leaving).then(
				() => true,
				() => false,
			);
		return { source, isUp, isAsked, answer: { body, headers: {}, namePrefix: 'service' } };
	}

	it('is not up for having sent headers', async () => {
		const { isUp, isAsked } = await askAgain();
		expect(await isUp()).toBe(false);
		expect(await isAsked()).toBe(false);
	});

	it('is up once a chat has a piece that counts, which need be no text', async () => {
		const { source, answer, isUp } = await askAgain();
		const pieces = textPieces(answer, new AnswerAssembler());
		const first = pieces.next();
		source.write(': keep-alive\n\n');
		expect(await isUp()).toBe(false);
		source.write(EVENT);
		expect(await first).toEqual({ done: false, value: '' });
		expect(await isUp()).toBe(true);
	});

	it('is up once a file has a byte', async () => {
		const { source, answer, isUp } = await askAgain();
		const opened = openBody(answer);
		expect(await isUp()).toBe(false);
		source.write('R');
		await opened;
		expect(await isUp()).toBe(true);
	});

	it('is asked by the next call where nothing came', async () => {
		const { source, answer, isUp, isAsked } = await askAgain();
		const pieces = textPieces(answer, new AnswerAssembler());
		source.end(': keep-alive\n\n');
		await expect(pieces.next()).rejects.toThrow('ended');
		expect(await isUp()).toBe(false);
		expect(await isAsked()).toBe(true);
	});
});

it('holds neither another model of the same limit, nor a call that no other model can answer', async () => {
	const pacer = new Pacer();
	await refused(pacer, 1);
	await refused(pacer, 1);
	await clock.sleep(1);
	const before = fake.elapsed();
	(await pacer.waitForTurn({ ...leaving, model: 'image b' })).answered({});
	(await pacer.waitForTurn(call)).answered({});
	expect(fake.elapsed()).toBe(before);
	(await pacer.waitForTurn(leaving)).answered({});
});

it('three failures of one model hold its calls, and those of no other', async () => {
	const pacer = new Pacer();
	for (let left = 4; left > 0; left--) {
		(await pacer.waitForTurn(call)).refused({ kind: 'refused', status: 500 });
	}
	const before = fake.elapsed();
	(await pacer.waitForTurn({ ...call, model: 'image b' })).answered({});
	expect(fake.elapsed()).toBe(before);
	(await pacer.waitForTurn(call)).answered({});
	expect(fake.elapsed()).toBeGreaterThan(before);
});
