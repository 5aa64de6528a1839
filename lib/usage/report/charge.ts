import { isRecord } from '../../record';
import { ServiceFailure } from '../../transport/failure';
import { amountOf, type Amount } from './amount';

/** What a report needs of a usage entry. */
export interface Charge {
	/** Unix milliseconds. */
	at: number;
	currency: string;
	product: string;
	/** As the service has it: charges are negative, refunds positive. */
	amount: Amount;
	units: Amount;
	requestId?: string;
	promptTokens: number;
	completionTokens: number;
}

/** A usage entry of the wire, narrowed (SPECIFICATION, Usage entry; NOTES 8.4). Throws a ServiceFailure when time or numbers are no such. */
export function chargeOf(entry: Record<string, unknown>): Charge {
	const at = Date.parse(String(entry.timestamp));
	if (Number.isNaN(at)) {
		const given = JSON.stringify(entry.timestamp);
		throw new ServiceFailure(`The service sent a usage entry whose timestamp is none: ${given}`, {
			kind: 'malformed',
			status: 200,
		});
	}
	const details = isRecord(entry.inferenceDetails) ? entry.inferenceDetails : {};
	const { requestId } = details;
	return {
		at,
		currency: String(entry.currency),
		product: String(entry.sku),
		amount: amountOf(entry.amount, 'amount'),
		units: amountOf(entry.units ?? 0, 'units'),
		...(typeof requestId === 'string' && requestId !== '' ? { requestId } : {}),
		promptTokens: tokens(details.promptTokens),
		completionTokens: tokens(details.completionTokens),
	};
}

function tokens(value: unknown): number {
	return typeof value === 'number' && value > 0 ? value : 0;
}
