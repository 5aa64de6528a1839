import { isRecord } from '../../core/record';

/** Whether the service says of something that failed that its charge was given back; undefined where it says nothing. */
export function statedRefund(body: unknown): boolean | undefined {
	if (!isRecord(body)) return undefined;
	const nested = isRecord(body.error) ? body.error.credits_refunded : undefined;
	const said = body.credits_refunded ?? nested;
	return typeof said === 'boolean' ? said : undefined;
}
