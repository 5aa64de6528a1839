import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { typed } from '../../coverage/given';
import { withService } from '../withService';
import { withOptions } from '../../engine/withOptions';

const world = withService();
const run = world.runner(new InferenceChat());
const paid = { model: typed('text-mini'), prompt: 'Hi' };

describe('what is tried again', () => {
	it('waits after 429 until the reset that the service names', async () => {
		const reset = Math.ceil(Date.now() / 1000) + 20;
		world.service.fault({
			status: 429,
			body: { error: 'Slow down', code: 'RATE_LIMIT_EXCEEDED' },
			headers: {
				'x-ratelimit-remaining-requests': '0',
				'x-ratelimit-reset-requests': String(reset),
			},
		});
		const { error } = await run(paid);
		expect(error).toBeUndefined();
		expect(world.waited).toBeGreaterThan(18_000);
		// Whoever was refused at the same time comes back up to a sixth of the wait later.
		expect(world.waited).toBeLessThan(25_000);
		expect(world.service.ledger).toHaveLength(1);
	});

	it('does not wait longer than Max Wait', async () => {
		const headers = { 'retry-after': '3600' };
		world.service.fault({ status: 429, body: { error: 'Slow down' }, headers, times: 2 });
		const { error } = await run(paid);
		expect(error?.message).toMatch(
			/tried 2 times in 6\d(\.\d)? s; the next try would have to wait an hour, longer than Max Wait/,
		);
		expect(world.waited).toBeLessThan(75_000);
	});

	it('sends a call again a minute after a refusal that names a day', async () => {
		const headers = { 'retry-after': '86400' };
		world.service.fault({ status: 429, body: 'Slow down', headers });
		const { error } = await run(paid);
		expect(error).toBeUndefined();
		expect(world.service.ledger).toHaveLength(1);
		expect(world.waited).toBeLessThan(75_000);
	});

	it.each([
		[60, 0],
		[75, 1],
	])(
		'counts Max Wait in seconds: of %d, a wait of 70 allows %d next try',
		async (maxWait, more) => {
			const headers = { 'retry-after': '70' };
			world.service.fault({ status: 503, body: { error: 'Full' }, headers });
			const { error } = await run(withOptions(paid, { retriesAndLimits: { maxWait } }));
			expect(error === undefined).toBe(more === 1);
			expect(world.service.journal).toHaveLength(1 + more);
		},
	);

	it.each([400, 401, 402, 404, 413, 422, 502, 504])(
		'never sends a paid call again after %d',
		async (status) => {
			world.service.fault({ status, body: { error: 'No' } });
			const { error } = await run(paid);
			expect(error).toMatchObject({ httpCode: String(status) });
			expect(world.service.journal).toHaveLength(1);
		},
	);

	it('never sends a paid call again after a broken connection, and says so', async () => {
		world.service.fault({ cut: 'before', processed: true });
		const { error } = await run(paid);
		expect(error?.message).toMatch(
			/^The connection to 127\.0\.0\.1:\d+ failed: connection closed by the other side; the call may have been charged$/,
		);
		expect(error?.description).toMatch(
			/Inference Billing > Usage > Get Many, which is free.* sent at \d{4}-\d\d-\d\dT[\d:.]+Z/,
		);
		expect(world.service.ledger).toHaveLength(1);
		expect(world.service.journal).toHaveLength(1);
	});

	it('reads HTML and plain text of a gateway', async () => {
		world.service.fault({ status: 502, body: 'upstream gone', contentType: 'text/plain' });
		const { error } = await run(paid);
		expect(error?.message).toContain('upstream gone');
	});

	it('does not follow a redirect with the key', async () => {
		world.service.fault({
			status: 302,
			body: {},
			headers: { location: `${world.service.url}/models` },
		});
		const { error } = await run(paid);
		expect(error?.message).toMatch(/redirect/);
		expect(world.service.journal).toHaveLength(1);
	});

	// Timeout (Seconds) of the node, and n8n's own Timeout, in milliseconds.
	it('says how long it waited for an answer', async () => {
		world.service.fault({ delayMs: 3000, times: 3 });
		const limits = [
			[{ requestOptions: { timeout: 300 } }, 0.3],
			[{ options: { retriesAndLimits: { timeout: 300 } }, requestOptions: { timeout: 300 } }, 0.3],
			[{ options: { retriesAndLimits: { timeout: 1 } }, requestOptions: { timeout: 60_000 } }, 1],
		] as const;
		const runs = limits.map(async ([given]) => await run({ ...paid, ...given }));
		for (const [index, { error }] of (await Promise.all(runs)).entries()) {
			const host = '127\\.0\\.0\\.1:\\d+';
			expect(error?.message).toMatch(
				new RegExp(`^No answer from ${host} within ${String(limits[index]?.[1])} second`),
			);
		}
		expect(world.service.journal).toHaveLength(3);
	});
});
