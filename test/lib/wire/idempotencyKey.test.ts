import { checkedIdempotencyKey, idempotencyKey } from '../../../lib/wire/idempotencyKey';

const parts = { executionId: '231', runIndex: 0, itemIndex: 4, others: ['node', { method: 'm' }] };

describe('idempotencyKey', () => {
	it('is the same for the same call, and of the form the service takes', () => {
		const key = idempotencyKey(parts);
		expect(key).toMatch(/^n8n-231-0-4-[0-9a-f]{24}$/);
		expect(idempotencyKey({ ...parts })).toBe(key);
		expect(checkedIdempotencyKey(key)).toBe(key);
	});

	it.each([
		{ executionId: '232' },
		{ runIndex: 1 },
		{ itemIndex: 5 },
		{ others: ['other node', { method: 'm' }] },
		{ others: ['node', { method: 'n' }] },
	])('is another one with %j', (other) => {
		expect(idempotencyKey({ ...parts, ...other })).not.toBe(idempotencyKey(parts));
	});

	it('replaces what the service would not take', () => {
		const key = idempotencyKey({ ...parts, executionId: `a b/c${'x'.repeat(300)}` });
		expect(key).toMatch(/^n8n-a_b_cx+-0-4-/);
		expect(checkedIdempotencyKey(key)).toBe(key);
	});
});

describe('givenKey', () => {
	it.each(['a', 'A-9_z', 'x'.repeat(255)])('takes %s', (key) =>
		expect(checkedIdempotencyKey(key)).toBe(key),
	);

	it.each(['', 'a b', 'ä', 'x'.repeat(256)])('refuses "%s"', (key) =>
		expect(() => checkedIdempotencyKey(key)).toThrow(
			/^Idempotency Key may have 1 to 255 letters, digits, "_" and "-", but ".*" was given$/,
		),
	);
});
