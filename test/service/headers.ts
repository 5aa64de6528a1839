import { createHash } from 'node:crypto';
import type { Account } from './auth';
import type { Model } from './models/model';

export const SERVICE_VERSION = '20260822.085102';

/** What every answer carries (all names here are lower-case); `serial` makes the request id unique and repeatable. */
export function commonHeaders(
	namePrefix: string,
	now: number,
	serial: number,
): Record<string, string> {
	const ray = createHash('sha256').update(`ray ${serial}`).digest('hex').slice(0, 16);
	return {
		'cf-ray': `${ray}-LOC`,
		[`x-${namePrefix}-version`]: SERVICE_VERSION,
		date: new Date(now).toUTCString(),
	};
}

/** Balances as they were before the call. */
export function balanceHeaders(namePrefix: string, { balances }: Account): Record<string, string> {
	return {
		[`x-${namePrefix}-balance-usd`]: balances.usd.toFixed(6),
		[`x-${namePrefix}-balance-diem`]: balances.diem.toFixed(6),
	};
}

/** Which model ran, and a warning when it is about to leave. */
export function modelHeaders(namePrefix: string, model: Model): Record<string, string> {
	const { id, model_spec: spec } = model.record;
	const { deprecation } = spec;
	return {
		[`x-${namePrefix}-model-id`]: id,
		[`x-${namePrefix}-model-name`]: spec.name,
		[`x-${namePrefix}-model-router`]: 'local-router',
		...(deprecation && {
			[`x-${namePrefix}-model-deprecation-warning`]: `Model ${id} is being retired`,
			[`x-${namePrefix}-model-deprecation-date`]: deprecation.removesAt.slice(0, 10),
		}),
	};
}
