import { isRecord } from '../base/record';
import { ServiceFailure } from '../base/failure';
import { currencyOf } from './currency';
import { isTime } from './spendPeriod';
import { amountOf, quoted, type Amount } from './amount';
import { wireText } from '../text/wireText';

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

/** A usage entry of the wire, narrowed (docs/service.md#usage-history). Throws a ServiceFailure when time or numbers are no such. */
export function chargeOf(entry: Record<string, unknown>): Charge {
	const at = Date.parse(wireText(entry.timestamp));
	if (!isTime(at)) {
		throw malformed(`with an invalid timestamp: ${quoted(entry.timestamp ?? null)}`);
	}
	const details = isRecord(entry.inferenceDetails) ? entry.inferenceDetails : {};
	const { requestId } = details;
	const currency = typeof entry.currency === 'string' ? currencyOf(entry.currency) : '';
	// Money without a currency would be left out of every sum.
	if (currency === '') {
		const given = entry.currency === undefined ? 'nothing' : quoted(entry.currency);
		throw malformed(`with an unknown currency: ${given}`);
	}
	return {
		at,
		currency,
		product: wireText(entry.sku),
		amount: amountOf(entry.amount, 'amount'),
		units: amountOf(entry.units ?? 0, 'units'),
		...(typeof requestId === 'string' && requestId !== '' ? { requestId } : {}),
		promptTokens: tokens(details.promptTokens ?? 0),
		completionTokens: tokens(details.completionTokens ?? 0),
	};
}

function malformed(what: string): ServiceFailure {
	return new ServiceFailure(`The service sent a usage entry ${what}`, {
		kind: 'malformed',
		status: 200,
	});
}

function tokens(value: unknown): number {
	if (typeof value === 'number' && value >= 0) return value;
	throw malformed(`with a number of tokens that cannot be read: ${quoted(value)}`);
}
