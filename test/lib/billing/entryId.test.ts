import type { UsageEntry } from '../../../lib/billing/usageEntry';
import { createIdAssigner } from '../../../lib/billing/entryId';

const base: UsageEntry = {
	timestamp: '2026-03-01T00:00:00.000Z',
	sku: 'text-basic-input-mtoken',
	amount: -0.0015,
	currency: 'USD',
	units: 0.003,
	pricePerUnitUsd: 0.5,
	notes: 'API Inference',
	inferenceDetails: {
		requestId: 'req-1',
		promptTokens: 3000,
		completionTokens: null,
		inferenceExecutionTime: 120,
	},
};
const ids = (...entries: UsageEntry[]) => {
	const { identify } = createIdAssigner();
	return entries.map((entry) => identify(entry).id);
};

describe('identifier', () => {
	it('makes an id that never changes between versions', () => {
		expect(ids(base, base)).toEqual([
			'725143c13570005579e3eaec28f2a7d7',
			'5f4628999c2f72276f0d050f02a951b9',
		]);
	});

	it('keeps what the entry holds', () => {
		expect(createIdAssigner().identify(base)).toEqual({ ...base, id: ids(base)[0] });
	});

	it.each<[string, Partial<UsageEntry>]>([
		['timestamp', { timestamp: '2026-03-01T00:00:00.001Z' }],
		['sku', { sku: 'other' }],
		['amount', { amount: -0.0016 }],
		['currency', { currency: 'DIEM' }],
		['units', { units: 0.004 }],
		['pricePerUnitUsd', { pricePerUnitUsd: 0.6 }],
		['notes', { notes: '' }],
		['inferenceDetails', { inferenceDetails: null }],
		['requestId', { inferenceDetails: { requestId: 'req-2' } }],
	])('makes another one when %s differs', (_, change) => {
		expect(ids({ ...base, ...change })[0]).not.toBe(ids(base)[0]);
	});

	it('does not depend on the order of the fields, nor on fields the service may add', () => {
		const turned = Object.fromEntries(Object.entries(base).reverse());
		expect(ids({ timestamp: base.timestamp, ...turned, added: 1 })).toEqual(ids(base));
	});

	it('distinguishes equal entries by their position, with others between them or not', () => {
		const other = { ...base, units: 7 };
		const [first, second, third] = ids(base, base, base);
		expect(new Set([first, second, third]).size).toBe(3);
		expect(ids(base, other, base)).toEqual([first, ids(other)[0], second]);
		expect(ids(base, { ...base, timestamp: '2026-03-01T00:00:00.000000Z' }, base)[2]).toBe(second);
	});

	it('goes on at the moment where a walk was left', () => {
		const left = createIdAssigner();
		left.identify(base);
		const moment = left.moment();
		const resumed = createIdAssigner(JSON.parse(JSON.stringify(moment)));
		expect(resumed.identify(base).id).toBe(ids(base, base)[1]);
		expect(moment).toEqual({ at: base.timestamp, seen: { [ids(base)[0] ?? '']: 1 } });
	});

	it('keeps no more than the last moment', () => {
		const { identify, moment } = createIdAssigner();
		identify(base);
		const later = identify({ ...base, timestamp: '2026-03-01T00:00:01.000Z' });
		expect(moment()).toEqual({ at: '2026-03-01T00:00:01.000Z', seen: { [later.id]: 1 } });
	});
});
