import { createHash } from 'node:crypto';
import type { Account } from './auth';
import type { Model } from './models/model';

export const SERVICE_VERSION = '20260801.010002';

/** What every answer carries (all names here are lower-case); `serial` makes the request id unique and repeatable. */
export function commonHeaders(word: string, now: number, serial: number): Record<string, string> {
	const ray = createHash('sha256').update(`ray ${serial}`).digest('hex').slice(0, 16);
	return {
		'cf-ray': `${ray}-LOC`,
		[`x-${word}-version`]: SERVICE_VERSION,
		date: new Date(now).toUTCString(),
	};
}

/** Balances as they were before the call. */
export function balanceHeaders(word: string, { balances }: Account): Record<string, string> {
	return {
		[`x-${word}-balance-usd`]: balances.usd.toFixed(6),
		[`x-${word}-balance-diem`]: balances.diem.toFixed(6),
	};
}

/** Which model ran, and a warning when it is about to leave. */
export function modelHeaders(word: string, model: Model): Record<string, string> {
	const { id, model_spec: spec } = model.record;
	const { deprecation } = spec;
	return {
		[`x-${word}-model-id`]: id,
		[`x-${word}-model-name`]: spec.name,
		[`x-${word}-model-router`]: 'local-router',
		...(deprecation && {
			[`x-${word}-model-deprecation-warning`]: `Model ${id} is being retired`,
			[`x-${word}-model-deprecation-date`]: deprecation.removesAt.slice(0, 10),
		}),
	};
}
