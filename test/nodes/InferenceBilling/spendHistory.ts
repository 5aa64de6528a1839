import type { LocalService, UsageEntry } from '../../service/service';

/** A usage entry of a search, with what the test changes. */
export const entry = (
	timestamp: string,
	amount: number,
	more: Partial<UsageEntry> = {},
): UsageEntry => ({
	amount,
	currency: 'USD',
	inferenceDetails: null,
	notes: '',
	pricePerUnitUsd: 1,
	sku: 'web-search',
	timestamp,
	units: 1,
	...more,
});
const details = (requestId: string) => ({
	requestId,
	inferenceExecutionTime: 10,
	promptTokens: 100,
	completionTokens: 20,
});

/** Entries around two days in Berlin; the 29th of March has 23 hours there, from 23:00 to 22:00 UTC. */
export function recordTwoDays(service: LocalService): void {
	for (const one of [
		entry('2026-03-27T22:59:59.999Z', -1000),
		entry('2026-03-27T23:00:00.000Z', -0.5),
		entry('2026-03-28T22:59:59.999Z', -0.3),
		entry('2026-03-28T23:00:00.000Z', -0.1, { sku: 'alpha-input', inferenceDetails: details('a') }),
		entry('2026-03-28T23:00:00.500Z', -0.2, {
			sku: 'alpha-output',
			inferenceDetails: details('a'),
		}),
		entry('2026-03-29T01:10:00.000Z', -1e-7, { inferenceDetails: details('b') }),
		entry('2026-03-29T12:00:00.000Z', 0.05, { inferenceDetails: details('b') }),
		entry('2026-03-29T21:59:59.999Z', -2, { currency: 'DIEM', sku: '<b>&`*' }),
		entry('2026-03-29T22:00:00.000Z', -1000),
	]) {
		service.record(one);
	}
}
