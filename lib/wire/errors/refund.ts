import { isRecord } from '../../core/record';

/** What became of the charge, as a sentence; empty where the service says nothing. */
export function refundSentence(refunded: boolean | undefined): string {
	if (refunded === undefined) return '';
	return refunded ? 'The charge was refunded.' : 'The charge was not refunded.';
}

/** Whether the service says of something that failed that its charge was given back; undefined where it says nothing. */
export function statedRefund(body: unknown): boolean | undefined {
	if (!isRecord(body)) return undefined;
	const nested = isRecord(body.error) ? body.error.credits_refunded : undefined;
	const said = body.credits_refunded ?? nested;
	return typeof said === 'boolean' ? said : undefined;
}
