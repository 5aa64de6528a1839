import type { ChaosKind } from './chaosFaults';
import { call, chat } from './client';
import { type LocalService, startService } from './service';

let service: LocalService;

beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());
beforeEach(() => service.reset());

const text = (index: number) => ({ ...chat(`Question ${index}`), model: 'text-mini' });
const ask = async (index: number) =>
	await call(service, '/chat/completions', { body: text(index) }).then(
		({ status, json }) => [status, json === undefined ? 'no JSON' : 'JSON'],
		() => ['no answer'],
	);
const indices = Array.from({ length: 150 }, (_, index) => index);
const questionOf = (body: unknown) => JSON.stringify(body).replace(/\D/g, '');
const met = () =>
	Object.fromEntries(service.journal.map(({ body, fault }) => [questionOf(body), fault?.kind]));

/** Some answers are failures; a pause between them keeps the block after too many of them away. */
async function askAll(order: readonly number[]): Promise<void> {
	for (let start = 0; start < order.length; start += 15) {
		await Promise.all(order.slice(start, start + 15).map(ask));
		service.advance(60_000);
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
			service.reset();
			service.chaos({ seed, rate: 0.3 });
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
		service.chaos({ seed: 3, rate: 0.5, kinds: ['500'] });
		await askAll(Array.from({ length: 40 }, () => 7));
		const statuses = new Set(service.journal.map(({ status }) => status));
		expect([...statuses].sort()).toEqual([200, 500]);
	});

	it('leaves other paths alone', async () => {
		service.chaos({ seed: 1, rate: 1, kinds: ['500'], paths: [/^\/audio/] });
		expect(await ask(1)).toEqual([200, 'JSON']);
		expect((await call(service, '/audio/speech', { body: { input: 'Hi' } })).status).toBe(500);
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
		service.chaos({ seed: 1, rate: 1, kinds: [kind] });
		expect(await ask(1)).toEqual(seen);
		expect(service.journal[0]).toMatchObject({ fault: { kind, processed } });
		expect(service.ledger.map(({ requestId }) => requestId)).toEqual(
			processed ? [service.journal[0]?.charge] : [],
		);
	});

	it.each<ChaosKind>(['502', '504'])('%s may or may not have been charged', async (kind) => {
		service.chaos({ seed: 1, rate: 1, kinds: [kind] });
		for (const index of indices.slice(0, 16)) await ask(index);
		const processed = service.journal.filter(({ fault }) => fault?.processed);
		expect(processed.length).toBeGreaterThan(0);
		expect(processed.length).toBeLessThan(16);
		expect(processed.every(({ charge, status }) => charge && status === Number(kind))).toBe(true);
		expect(service.ledger).toHaveLength(processed.length);
	});

	it('cuts media short in good order, and makes jobs vanish only where they are asked for', async () => {
		service.chaos({ seed: 1, rate: 1, kinds: ['truncated', 'vanished'] });
		expect(await ask(1)).toEqual([200, 'JSON']);
		const speech = call(service, '/audio/speech', { body: { input: 'Hi' } });
		await expect(speech).rejects.toThrow();
		expect(service.ledger).toHaveLength(2);
		service.chaos({ seed: 1, rate: 1, kinds: ['vanished'] });
		const body = { model: 'music-basic', queue_id: 'any' };
		expect((await call(service, '/audio/retrieve', { body })).status).toBe(404);
	});

	it('moves all times in the headers together', async () => {
		service.chaos({ seed: 1, rate: 1, kinds: ['clockSkew'] });
		const { headers } = await call(service, '/chat/completions', { body: text(1) });
		const ahead = Date.parse(headers.date ?? '') - Date.now();
		expect(Math.abs(ahead)).toBeGreaterThan(290_000);
		const reset =
			Number(headers['x-ratelimit-reset-requests']) * 1000 - Date.parse(headers.date ?? '');
		expect(reset).toBeGreaterThan(58_000);
		expect(reset).toBeLessThanOrEqual(61_000);
	});

	it('ends with a reset', async () => {
		service.chaos({ seed: 1, rate: 1 });
		service.reset();
		expect(await ask(1)).toEqual([200, 'JSON']);
	});
});

it('leaves an upload unread for as long as configured', async () => {
	service.fault({ path: '/chat/completions', unreadMs: 300 });
	const begin = performance.now();
	expect(await ask(1)).toEqual([200, 'JSON']);
	expect(performance.now() - begin).toBeGreaterThan(290);
});
