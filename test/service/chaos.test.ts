import type { ChaosKind } from './chaosFaults';
import { chat } from './client';
import { localService } from './underTest';

const local = localService();

const text = (index: number) => ({ ...chat(`Question ${index}`), model: 'text-mini' });
const ask = async (index: number) =>
	await local.call('/chat/completions', { body: text(index) }).then(
		({ status, json }) => [status, json === undefined ? 'no JSON' : 'JSON'],
		() => ['no answer'],
	);
const indices = Array.from({ length: 150 }, (_, index) => index);
const questionOf = (body: unknown) => JSON.stringify(body).replace(/\D/g, '');
const met = () =>
	Object.fromEntries(
		local.service.journal.map(({ body, fault }) => [questionOf(body), fault?.kind]),
	);

/** Some answers are failures; a pause between them keeps the block after too many of them away. */
async function askAll(order: readonly number[]): Promise<void> {
	for (let start = 0; start < order.length; start += 15) {
		await Promise.all(order.slice(start, start + 15).map(ask));
		local.service.advance(60_000);
	}
}

describe('trouble by chance', () => {
	it('is the same for the same seed, whatever the order, and another for another seed', async () => {
		const runs = [];
		for (const [seed, order] of [
			[1, indices],
			[1, indices.toReversed()],
			[2, indices],
		] as const) {
			local.service.reset();
			local.service.chaos({ seed, rate: 0.3 });
			await askAll(order);
			runs.push(met());
		}
		expect(runs[1]).toEqual(runs[0]);
		expect(runs[2]).not.toEqual(runs[0]);
		const share = Object.values(runs[0] ?? {}).filter((kind) => kind !== undefined).length / 150;
		expect(share).toBeGreaterThan(0.2);
		expect(share).toBeLessThan(0.4);
	});

	it('is drawn again for every try of the same request', async () => {
		local.service.chaos({ seed: 3, rate: 0.5, kinds: ['500'] });
		await askAll(Array.from({ length: 40 }, () => 7));
		const statuses = new Set(local.service.journal.map(({ status }) => status));
		expect([...statuses].sort()).toEqual([200, 500]);
	});

	it('leaves other paths alone', async () => {
		local.service.chaos({ seed: 1, rate: 1, kinds: ['500'], paths: [/^\/audio/] });
		expect(await ask(1)).toEqual([200, 'JSON']);
		expect((await local.call('/audio/speech', { body: { input: 'Hi' } })).status).toBe(500);
	});

	it.each<[ChaosKind, unknown[], boolean]>([
		['429', [429, 'JSON'], false],
		['overloaded', [429, 'JSON'], false],
		['500', [500, 'JSON'], false],
		['503', [503, 'JSON'], false],
		['resetBefore', ['no answer'], false],
		['resetAfter', ['no answer'], true],
		['resetMidway', ['no answer'], true],
		['slowBody', [200, 'JSON'], true],
		['malformed', [200, 'no JSON'], true],
		['wrongType', [200, 'JSON'], true],
		['clockSkew', [200, 'JSON'], true],
	])('%s: %j, served %s, and all is noted', async (kind, seen, processed) => {
		local.service.chaos({ seed: 1, rate: 1, kinds: [kind] });
		expect(await ask(1)).toEqual(seen);
		expect(local.service.journal[0]).toMatchObject({ fault: { kind, processed } });
		expect(local.service.ledger.map(({ requestId }) => requestId)).toEqual(
			processed ? [local.service.journal[0]?.charge] : [],
		);
	});

	it.each<ChaosKind>(['502', '504'])('%s may or may not have been charged', async (kind) => {
		local.service.chaos({ seed: 1, rate: 1, kinds: [kind] });
		for (const index of indices.slice(0, 16)) await ask(index);
		const processed = local.service.journal.filter(({ fault }) => fault?.processed);
		expect(processed.length).toBeGreaterThan(0);
		expect(processed.length).toBeLessThan(16);
		expect(processed.every(({ charge, status }) => charge && status === Number(kind))).toBe(true);
		expect(local.service.ledger).toHaveLength(processed.length);
	});

	it('cuts media short in good order, and makes jobs vanish only where they are asked for', async () => {
		local.service.chaos({ seed: 1, rate: 1, kinds: ['truncated', 'vanished'] });
		expect(await ask(1)).toEqual([200, 'JSON']);
		const speech = local.call('/audio/speech', { body: { input: 'Hi' } });
		await expect(speech).rejects.toThrow();
		expect(local.service.ledger).toHaveLength(2);
		local.service.chaos({ seed: 1, rate: 1, kinds: ['vanished'] });
		const body = { model: 'music-basic', queue_id: 'any' };
		expect((await local.call('/audio/retrieve', { body })).status).toBe(404);
	});

	it('moves all times in the headers together', async () => {
		local.service.chaos({ seed: 1, rate: 1, kinds: ['clockSkew'] });
		const { headers } = await local.call('/chat/completions', { body: text(1) });
		const ahead = Date.parse(headers.date ?? '') - Date.now();
		expect(Math.abs(ahead)).toBeGreaterThan(290_000);
		const reset =
			Number(headers['x-ratelimit-reset-requests']) * 1000 - Date.parse(headers.date ?? '');
		expect(reset).toBeGreaterThan(58_000);
		expect(reset).toBeLessThanOrEqual(61_000);
	});

	it('ends with a reset', async () => {
		local.service.chaos({ seed: 1, rate: 1 });
		local.service.reset();
		expect(await ask(1)).toEqual([200, 'JSON']);
	});
});

it('leaves an upload unread for as long as configured', async () => {
	local.service.fault({ path: '/chat/completions', unreadMs: 300 });
	const begin = performance.now();
	expect(await ask(1)).toEqual([200, 'JSON']);
	expect(performance.now() - begin).toBeGreaterThan(290);
});
