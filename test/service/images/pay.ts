import type { Line } from '../billing';
import { type Call, charge } from '../call';
import type { ModelRecord } from '../models/model';

/** The USD price at a place of a record's price list, such as `quality`, `2K`, `low`. */
export function priceAt({ model_spec: spec }: ModelRecord, ...place: string[]): number | undefined {
	let found: unknown = spec.pricing;
	for (const step of [...place, 'usd']) {
		if (typeof found !== 'object' || found === null) return undefined;
		found = Object.entries(found).find(([name]) => name === step)?.[1];
	}
	return typeof found === 'number' ? found : undefined;
}

export function line(id: string, kind: string, units: number, pricePerUnitUsd: number): Line {
	return { sku: `${id.replace('/', '-')}-${kind}`, units, pricePerUnitUsd };
}

/** Charges a call that has no tokens; gives its request id. */
export function chargeUnits(call: Call, lines: Line[], prefix: string, ms: number | null = 900) {
	const requestId = `${prefix}-${call.serial.toString(16)}`;
	const details = { inferenceExecutionTime: ms, promptTokens: null, completionTokens: null };
	charge(call, lines, { requestId, ...details });
	return requestId;
}
